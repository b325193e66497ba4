import EngineConcepts
import EngineTestSupport

/// Computes the minimum number of requests of a fill: what an algorithm that knew every post in advance would need
/// with the same pages and claims. Knows nothing of horizons and timeframes.
///
/// A fill has enough only if every supplier has completed a common range from the gap's top down to some second. The
/// newest second with enough posts above it is the cheapest, because reading further never takes fewer pages. The
/// pages of each supplier down to that second are necessary.
struct RequestCountModel {
    /// A supplier at the beginning of the fill.
    struct Part {
        let source: ScriptedSource
        let isWindow: Bool
        /// True if it can also be read upwards.
        let pagesNewer: Bool
        /// Its claimed ranges, the ranges that it can never deliver, and its stored posts.
        let claimed: TimeframeSet
        let unreachable: [Timeframe]
        let stored: Set<String>
        /// The number of posts on a page in this fill.
        let page: Int
        /// The time below which it has no posts.
        let floor: Timestamp?
    }

    let parts: [Part]
    let timeframe: Timeframe
    /// True if every supplier must be asked at least once.
    let isRefresh: Bool
    /// True if the whole timeframe is to be filled, so that the side is irrelevant.
    let isWhole: Bool

    /// Returns the minimum number of requests for `wanted` tickets, or for the whole timeframe if it has fewer.
    func least(wanted: Int) -> Int {
        let bottom = cheapestBottom(wanted: wanted)
        return parts.reduce(0) { sum, part in
            let pages = pages(of: part, downTo: bottom)
            return sum + max(pages, isRefresh ? 1 : 0)
        }
    }

    /// Returns the newest whole second with enough posts at or above it.
    private func cheapestBottom(wanted: Int) -> Timestamp {
        let times = parts.flatMap { part in part.source.posts.map(\.time).filter(timeframe.contains) }.sorted(by: >)
        guard wanted <= times.count, wanted > 0 else { return timeframe.end }
        return max(timeframe.end, times[wanted - 1].flooredToSecond)
    }

    /// Returns the number of pages in which a supplier completes everything from the timeframe's top to `bottom`.
    private func pages(of part: Part, downTo bottom: Timestamp) -> Int {
        var missing = part.claimed.holes(in: timeframe)
        if let floor = part.floor, let below = Timeframe.everythingBefore(floor) { missing.remove(below) }
        for range in part.unreachable { missing.remove(range) }
        let holes = missing.timeframes.filter { $0.start > bottom }
        // A window has a single page.
        if part.isWindow { return holes.isEmpty ? 0 : 1 }
        return holes.reduce(0) { sum, hole in
            let down = pages(of: part, through: hole, downTo: bottom)
            return sum + (isWhole ? min(down, pagesUp(of: part, through: hole) ?? down) : down)
        }
    }

    /// Returns the number of pages from the newest stored post below `hole` up to its top, or `nil` if it cannot be
    /// read that way.
    private func pagesUp(of part: Part, through hole: Timeframe) -> Int? {
        let posts = part.source.posts
        guard part.pagesNewer,
            var left = posts.firstIndex(where: { $0.time < hole.end && part.stored.contains($0.id) })
        else { return nil }
        var pages = 0
        while true {
            pages += 1
            left -= part.page
            if left <= 0 || posts[left].time.flooredToSecond >= hole.start { return pages }
        }
    }

    private func pages(of part: Part, through hole: Timeframe, downTo bottom: Timestamp) -> Int {
        let posts = part.source.posts
        // A refresh reads from the top. Other fills continue below the stored posts of the second above the hole.
        var next =
            isRefresh
            ? 0
            : posts.firstIndex { $0.time < hole.end || $0.time < hole.start && !part.stored.contains($0.id) }
                ?? posts.count
        var pages = 0
        while true {
            pages += 1
            next = min(next + part.page, posts.count)
            guard next < posts.count else { return pages }
            let proven = posts[next - 1].time.secondAbove
            if proven <= max(hole.end, bottom) { return pages }
        }
    }
}
