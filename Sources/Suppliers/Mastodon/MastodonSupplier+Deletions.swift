import EngineConcepts
import WebText

extension MastodonSupplier: DeletionChecking {
    /// The maximum number of single requests after one page.
    private static let maximumChecks = 20

    /// Returns the posts or notifications that the server does not have any more. Requests each of the newest ones by
    /// itself, but one that still exists only once.
    func deleted(among items: [String], now: Timestamp) async -> [String] {
        guard let path = timeline.pathOfItems else { return [] }
        var deleted: [String] = []
        for item in items.filter({ !cache.present.contains($0) }).prefix(Self.maximumChecks) {
            do throws(SupplierError) {
                _ = try await server.get(IgnoredAnswer.self, path + PercentCoding.encoded(item), now: now)
                cache.present.insert(item)
            } catch {
                // Any other error says nothing about the post, and the next refresh asks again.
                guard error.isNotFound else { return deleted }
                deleted.append(item)
            }
        }
        return deleted
    }
}

extension MastodonTimeline {
    /// The path of a single item without its identity, or `nil` if the timeline is no list of posts by their time, so that
    /// an omission is nothing unusual.
    fileprivate var pathOfItems: String? {
        switch self {
        case .home, .local, .federated, .list, .tag: "/api/v1/statuses/"
        case .user(let user): user.isPinned ? nil : "/api/v1/statuses/"
        case .notifications: "/api/v1/notifications/"
        case .favourites, .bookmarks, .groupedNotifications, .trends, .search, .thread: nil
        }
    }
}
