import WebText

// The names of timelines in the requests to a server.
extension MastodonTimeline {
    /// Returns the path of the timeline.
    ///
    /// - Parameter id: The server's identity of the list or the person.
    func path(_ id: String?) -> String {
        switch self {
        case .home: "/api/v1/timelines/home"
        case .local, .federated: "/api/v1/timelines/public"
        case .list(let name): "/api/v1/timelines/list/\(PercentCoding.encoded(id ?? name))"
        case .tag(let tags): "/api/v1/timelines/tag/\(PercentCoding.encoded(tags.name))"
        case .user(let user): "/api/v1/accounts/\(PercentCoding.encoded(id ?? user.handle))/statuses"
        case .favourites: "/api/v1/favourites"
        case .bookmarks: "/api/v1/bookmarks"
        case .notifications: "/api/v1/notifications"
        case .groupedNotifications: "/api/v2/notifications"
        case .trends: "/api/v1/trends/statuses"
        case .search: "/api/v2/search"
        case .thread(let id): "\(MastodonServer.path(ofPost: id))/context"
        }
    }

    /// The query that chooses the timeline's items.
    var parameters: [QueryParameter] {
        switch self {
        case .local: [("local", "true")]
        case .tag(let tags):
            tags.any.map { ("any[]", $0) } + tags.all.map { ("all[]", $0) } + tags.none.map { ("none[]", $0) }
        case .user(let user):
            user.isPinned
                ? [("pinned", "true")]
                : (user.hasReplies ? [] : [("exclude_replies", "true")])
                    + (user.hasBoosts ? [] : [("exclude_reblogs", "true")])
        case .search(let words): [("q", words), ("type", "statuses")]
        case .home, .federated, .list, .favourites, .bookmarks, .notifications, .groupedNotifications, .trends,
            .thread:
            []
        }
    }

    /// Returns the channel that carries the timeline, as the end of its path, or `nil` if there is none. No channel has several
    /// hashtags of which one is enough.
    ///
    /// - Parameter id: The server's identity of the list.
    func channel(_ id: String?) -> String? {
        switch self {
        case .home, .notifications: "user"
        case .local: "public/local"
        case .federated: "public"
        case .list(let name): "list?list=\(PercentCoding.encoded(id ?? name))"
        case .tag(let tags): tags.any.isEmpty ? "hashtag?tag=\(PercentCoding.encoded(tags.name))" : nil
        case .user, .favourites, .bookmarks, .groupedNotifications, .trends, .search, .thread: nil
        }
    }

    /// The context of the account's filters, or `nil` if they do not apply.
    var filterContext: String? {
        switch self {
        case .home, .list: "home"
        case .local, .federated, .tag, .trends: "public"
        case .user: "account"
        case .notifications, .groupedNotifications: "notifications"
        case .thread: "thread"
        case .favourites, .bookmarks, .search: nil
        }
    }

    /// Returns true if the timeline has this post, which its channel or its server sent. Some servers, such as GoToSocial,
    /// combine no hashtags, and no channel does.
    func includes(_ status: MastodonStatus) -> Bool {
        guard case .tag(let tags) = self else { return true }
        let names = Set(status.tags.map { $0.lowercased() })
        return tags.all.allSatisfy { names.contains($0.lowercased()) }
            && !tags.none.contains { names.contains($0.lowercased()) }
    }
}
