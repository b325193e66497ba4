import EngineConcepts

extension MastodonItemConverter {
    /// Returns a notification as an item: a post that concerns the account, or a person's act with the post that it
    /// concerns.
    func item(from notification: MastodonNotification) -> Result<SourceItem, FilteredAtSource> {
        var body: TicketBody
        var fields: [String: String] = [:]
        if let status = notification.status, Self.isPost(notification.type) {
            switch item(from: status) {
            case .failure(let hidden):
                return .failure(FilteredAtSource(item: notification.id, rule: hidden.rule))
            case .success(let item): (body, fields) = (item.body, item.source.fields)
            }
        } else {
            body = TicketBody(
                text: .plain(""), author: notification.account?.author(at: host), link: notification.account?.url)
            if let status = notification.status {
                body.quoted = mentioned(status)
                body.link = link(of: status)
                fields[SourceLayer.PostField.target] = status.id
                fields[SourceLayer.threadField] = thread(of: status)
            }
        }
        fields[SourceLayer.PostField.notification] = notification.type
        return .success(
            SourceItem(
                id: notification.id, orderTime: notification.createdAt ?? MastodonIDFormat.time(of: notification.id),
                body: body, source: SourceLayer(fields: fields)))
    }

    /// Returns a group of notifications as an item: its newest one, with the number of the others.
    func item(
        from group: MastodonGroupedNotifications.Group, of page: MastodonGroupedNotifications
    ) -> Result<SourceItem, FilteredAtSource> {
        let notification = MastodonNotification(
            id: group.key, type: group.type, createdAt: group.latestAt,
            account: group.accountIDs.lazy.compactMap { page.accounts[$0] }.first,
            status: group.statusID.flatMap { page.statuses[$0] })
        return item(from: notification)
            .map { item in
                var item = item
                item.editTime = group.latestAt
                if group.count > 1 { item.source.fields[SourceLayer.PostField.others] = String(group.count - 1) }
                return item
            }
    }

    /// Returns true if a notification of this type reports the post itself.
    private static func isPost(_ type: String) -> Bool {
        ["mention", "status", "update", "poll", "quote", "quoted_update"].contains(type)
    }
}
