import EngineConcepts
import FeedParsing

/// The answer to a query of the search API.
struct HackerNewsPage: LenientObject, Sendable {
    /// The hits, newest first.
    let hits: [HackerNewsHit]
    let count: ElementCount
    /// The total number of hits; an estimate beyond a thousand. `nil` if it is not sent.
    let hitCount: Int?
    /// The times for which the query asked, in seconds since 1970, or `nil` if it asked for none.
    var times: Range<Int64>?

    init(_ members: JSONMembers) throws {
        // A response without hits is not from this API and must not pass for an empty result.
        let list = try members.decode(LenientList<HackerNewsHit>.self, forKey: JSONName("hits"))
        hits = list.elements
        count = list.count
        hitCount = members.count("nbHits")
    }

    /// True if all hits have a time for which the query asked. A cache can answer with those of another query.
    var isOfQuery: Bool {
        times.map { times in hits.allSatisfy { times.contains($0.time) } } ?? false
    }

    /// True if these are all hits of the query. A short answer is not if the service counts more.
    var isComplete: Bool { isOfQuery && hitCount.map { $0 <= count.received } ?? false }

    /// The number of hits that the service counts and has not sent, or `nil` if there are none or it is unknown.
    var unsentCount: Int? {
        hitCount.flatMap { $0 > count.received ? $0 - count.received : nil }
    }

    /// The token of the next page, or `nil` if there is none or all hits are of the last second that the query asked for.
    var next: Token? {
        guard !isComplete, let times, let oldest = hits.last?.time, oldest + 1 < times.upperBound else { return nil }
        // Others of the same second may be on the next page.
        return Token(String(oldest + 1))
    }
}
