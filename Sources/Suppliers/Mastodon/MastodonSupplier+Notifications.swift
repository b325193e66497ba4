import EngineConcepts
import WebText

extension MastodonSupplier {
    /// Requests notifications, each as an item.
    func notifications(
        _ query: [QueryParameter], now: Timestamp
    ) async throws(SupplierError) -> Page {
        try await server.reply(
            LenientList<MastodonNotification>.self, MastodonTimeline.notifications.path(nil), query, now: now
        )
        .map { list in
            MastodonItemPage(list.elements.map { ($0.id, converter.item(from: $0)) }, unreadable: list.count.unreadable)
        }
    }

    /// Requests groups of notifications. A server without groups is asked for single ones.
    ///
    /// A group keeps its position when it grows, since its key is the item's identity. A page continues below the newest
    /// notification of its oldest group.
    func notificationGroups(
        _ path: String, _ query: [QueryParameter], now: Timestamp
    ) async throws(SupplierError) -> Page {
        guard !server.features.lacksGroups else { return try await notifications(query, now: now) }
        do throws(SupplierError) {
            return try await server.reply(MastodonGroupedNotifications.self, path, query, now: now)
                .map { page in
                    MastodonItemPage(
                        page.groups.elements.map { group in
                            (group.pageNewestID ?? group.newestID ?? group.key, converter.item(from: group, of: page))
                        }, unreadable: page.groups.count.unreadable)
                }
        } catch {
            guard error.isNotFound else { throw error }
            server.features.lacksGroups = true
            return try await notifications(query, now: now)
        }
    }

    /// Returns the notification at a ticket's position: of a group the newest one when it was first seen.
    static func notification(at key: OrderKey) -> String {
        key.nativeOrder < 0 ? String(0 - key.nativeOrder) : key.id.item
    }
}
