import EngineConcepts
import WebText

extension MastodonSupplier: DeletionChecking {
    /// The maximum number of single requests after one page.
    private static let maximumChecks = 20

    /// Returns the posts or notifications that the server does not have any more. Requests each of the newest ones by
    /// itself, but one that still exists only once.
    func deleted(
        among items: [String], missingFrom answer: FetchAnswer, to request: FetchRequest
    ) async -> [String] {
        guard let path = timeline.pathOfItems else { return [] }
        var deleted: [String] = []
        do throws(SupplierError) {
            let page = ListedRange(near: try MastodonPager(self, for: request).startID, far: answer.next?.rawValue)
            let missing = items.filter { page.contains($0, reading: request.direction) && !cache.present.contains($0) }
            for item in missing.prefix(Self.maximumChecks) {
                if try await exists(path + PercentCoding.encoded(item), now: request.now) {
                    cache.present.insert(item)
                } else {
                    deleted.append(item)
                }
            }
            return deleted
        } catch {
            // The error says nothing about the other items, and the next refresh asks again.
            return deleted
        }
    }

    /// Returns false if the server says that it has nothing at this path.
    private func exists(_ path: String, now: Timestamp) async throws(SupplierError) -> Bool {
        do throws(SupplierError) {
            _ = try await server.get(IgnoredAnswer.self, path, now: now)
            return true
        } catch {
            guard error.isNotFound else { throw error }
            return false
        }
    }
}

/// The identifiers between which the server looks for the items of a page. Items of one second can be on several pages.
private struct ListedRange {
    /// The identifier beside which the page was requested, which it does not list, or `nil` if it has no such bound.
    let near: String?
    /// The identifier beside which the next page begins, which is the last on this page, or `nil` if there is no next page.
    let far: String?

    /// Returns true if a page that is read in this direction can list an item.
    func contains(_ item: String, reading direction: ReadDirection) -> Bool {
        switch direction {
        case .older: (Self.isNewer(near, than: item) ?? true) && !(Self.isNewer(far, than: item) ?? false)
        case .newer: (Self.isNewer(item, than: near) ?? true) && !(Self.isNewer(item, than: far) ?? false)
        }
    }

    /// Returns true if `a` is newer than `b`, or `nil` if the order of the two is unknown.
    private static func isNewer(_ a: String?, than b: String?) -> Bool? {
        guard let a, let b else { return nil }
        guard a != b else { return false }
        let format = MastodonIDFormat(of: a)
        return format == .opaque || MastodonIDFormat(of: b) != format ? nil : format.isNewer(a, than: b)
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
