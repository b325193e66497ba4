import EngineConcepts
import FeedParsing

/// The answer to a query of the search API.
struct HackerNewsPage: LenientObject, Sendable {
    /// The hits, newest first.
    let hits: [HackerNewsHit]
    let count: ElementCount
    /// The total number of hits; an estimate beyond a thousand. `nil` if it is not sent.
    let hitCount: Int?
    /// True if all hits have a time for which the query asked. A cache can answer with those of another query.
    var isOfQuery = false

    init(_ members: JSONMembers) throws {
        // A response without hits is not from this API and must not pass for an empty result.
        let list = try members.decode(LenientList<HackerNewsHit>.self, forKey: JSONName("hits"))
        hits = list.elements
        count = list.count
        hitCount = members.count("nbHits")
    }

    /// True if these are all hits of the query. A short answer is not if the service counts more.
    var isComplete: Bool { isOfQuery && hitCount.map { $0 <= count.received } ?? false }

    /// The number of hits that the service counts and has not sent, or `nil` if there are none or it is unknown.
    var unsentCount: Int? {
        hitCount.flatMap { $0 > count.received ? $0 - count.received : nil }
    }

    /// Returns the token of the next page, or `nil` if there is none or all hits are of the second before `before`.
    ///
    /// - Parameter before: The bound of this page, in seconds since 1970.
    func next(below before: Int64) -> Token? {
        guard !isComplete, let oldest = hits.last?.time, oldest + 1 < before else { return nil }
        // Others of the same second may be on the next page.
        return Token(String(oldest + 1))
    }
}
