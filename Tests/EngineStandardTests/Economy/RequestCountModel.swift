import EngineConcepts
import EngineTestSupport

/// Works out how many requests a fill takes at least: what an algorithm that knew every post beforehand would need, bound
/// by the same pages and the same claims. It knows nothing of horizons and timeframes.
///
/// The reader gets enough only where every supplier has proven a common stretch from the gap's top down to some second.
/// The newest second that leaves enough above it is the cheapest, since reading deeper never takes fewer pages; and each
/// supplier's pages down to that second are forced.
struct RequestCountModel {
    /// A supplier as the fill finds it.
    struct Part {
        let source: ScriptedSource
        let isWindow: Bool
        /// Whether it can be read upwards too.
        let pagesNewer: Bool
        /// What it has claimed, what it can never deliver, and what of it is stored.
        let claimed: TimeframeSet
        let unreachable: [Timeframe]
        let stored: Set<String>
        /// How many posts a page of it holds in this fill.
        let page: Int
        /// Below this it has nothing.
        let floor: Timestamp?
    }

    let parts: [Part]
    /// What is to be filled.
    let timeframe: Timeframe
    /// Whether everybody has to be asked at least once.
    let isRefresh: Bool
    /// Whether all of it is to be filled, so that it does not matter from where.
    let isWhole: Bool

    /// The least requests that bring `wanted` tickets, or all of the timeframe where it holds fewer.
    func least(wanted: Int) -> Int {
        let bottom = cheapestBottom(wanted: wanted)
        return parts.reduce(0) { sum, part in
            let pages = pages(of: part, downTo: bottom)
            return sum + max(pages, isRefresh ? 1 : 0)
        }
    }

    /// The newest whole second that has enough posts at it or above it.
    private func cheapestBottom(wanted: Int) -> Timestamp {
        let times = parts.flatMap { part in part.source.posts.map(\.time).filter(timeframe.contains) }.sorted(by: >)
        guard wanted <= times.count, wanted > 0 else { return timeframe.end }
        return max(timeframe.end, times[wanted - 1].flooredToSecond)
    }

    /// How many pages a supplier takes to prove everything from the timeframe's top down to `bottom`.
    private func pages(of part: Part, downTo bottom: Timestamp) -> Int {
        var missing = part.claimed.holes(in: timeframe)
        if let floor = part.floor, let below = Timeframe.everythingBefore(floor) {
            missing.remove(below)
        }
        for stretch in part.unreachable {
            missing.remove(stretch)
        }
        let holes = missing.timeframes.filter { $0.start > bottom }
        // All that a window holds is on one page.
        if part.isWindow { return holes.isEmpty ? 0 : 1 }
        return holes.reduce(0) { sum, hole in
            let down = pages(of: part, through: hole, downTo: bottom)
            return sum + (isWhole ? min(down, pagesUp(of: part, through: hole) ?? down) : down)
        }
    }

    /// How many pages it takes from the newest that is stored below `hole` up to its top; nil where it cannot be read so.
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
        // A refresh reads from the top. Else the last page ended below what is stored of the second above the hole.
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
            let proven = posts[next - 1].time.flooredToSecond.advanced(by: .seconds(1))
            if proven <= max(hole.end, bottom) { return pages }
        }
    }
}
