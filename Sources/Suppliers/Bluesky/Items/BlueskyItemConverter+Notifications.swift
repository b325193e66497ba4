import EngineConcepts

extension BlueskyItemConverter {
    /// Mastodon's types of the same notifications, which the presenter knows.
    private static let mastodonTypes = [
        "like": "favourite", "like-via-repost": "favourite", "repost": "reblog", "repost-via-repost": "reblog",
        "subscribed-post": "status",
    ]

    /// Returns a notification as an item: a post that concerns the account, or a person's act with the post that it
    /// concerns.
    ///
    /// - Parameter posts: The posts that are named, by address.
    func item(
        from notification: BlueskyNotification, _ posts: [String: BlueskyPost]
    ) -> Result<SourceItem, FilteredAtSource> {
        var body: TicketBody
        var fields: [String: String]
        if notification.isPost {
            guard let post = posts[notification.uri] else {
                // Deleted meanwhile, or not known to the server yet.
                return .failure(FilteredAtSource(item: notification.uri, rule: "deleted post"))
            }
            switch item(from: post) {
            case .failure(let hidden): return .failure(hidden)
            case .success(let item): (body, fields) = (item.body, item.source.fields)
            }
        } else {
            if notification.author.viewer.isMuted {
                return .failure(FilteredAtSource(item: notification.uri, rule: "muted \(notification.author.name)"))
            }
            body = TicketBody(text: .plain(""), author: notification.author.author, link: notification.author.page)
            fields = [:]
            if let post = notification.subject.flatMap({ posts[$0] }) {
                body.quoted = Self.embedded(post)
                body.link = body.quoted?.link
                fields[SourceLayer.PostField.target] = post.uri
                fields[SourceLayer.threadField] = thread(of: post.uri)
            }
        }
        fields[SourceLayer.PostField.notification] = Self.mastodonTypes[notification.reason] ?? notification.reason
        return .success(
            SourceItem(
                id: notification.uri, orderTime: notification.indexedAt, nativeOrder: Self.order(of: notification.uri),
                body: body, source: SourceLayer(fields: fields)))
    }
}
