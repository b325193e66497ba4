/// A newest page that lacks so many of the newest stored items that it looks out of date, at one request after another.
///
/// A cache can be the reason, or the source has deleted its newest items. A cache answers with an old page for some time only,
/// so a page that comes again and again is the current one.
public struct OutdatedPage: Hashable, Sendable, Codable {
    /// The period after which such a page is the current one.
    private static let tolerance = Duration.seconds(7 * 86_400)

    /// The number of requests after which such a page is the current one.
    private static let minimumRequests: Int64 = 3

    /// The shortest time between requests that the same cached page does not answer.
    private static let pause = Duration.seconds(3600)

    /// A hash of the identities of its items, in any order.
    private let items: Int64
    /// The time of the first request that was answered with it.
    package let since: Timestamp
    /// The time of the last one that counted.
    private var last: Timestamp
    /// The number of these requests. Of several in a short time one counts.
    private var count: Int64 = 1

    /// Creates the page of the first request.
    ///
    /// - Parameter items: The identities of its items.
    package init(of items: Set<String>, at now: Timestamp) {
        let hash = items.reduce(UInt64(items.count)) { $0 &+ StableHash.mixed(StableHash.fnv1a($1.utf8)) }
        self.items = Int64(bitPattern: hash)
        (since, last) = (now, now)
    }

    /// True if the page has come for so long that the source has nothing newer.
    package var isCurrent: Bool { count >= Self.minimumRequests && last.since(since) >= Self.tolerance }

    /// Returns the page with what is known of it from the requests before, if these were answered with the same page.
    package func following(_ earlier: OutdatedPage?) -> OutdatedPage {
        // A time ahead is from a clock that has been set back since.
        guard var page = earlier, page.items == items, page.since <= since else { return self }
        let passed = since.since(page.last)
        guard passed < .zero || passed >= Self.pause else { return page }
        (page.last, page.count) = (since, page.count.adding(saturating: 1))
        return page
    }
}
