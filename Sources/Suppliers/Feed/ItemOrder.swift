import EngineConcepts
import FeedParsing

/// The order of a document's items by time, and how far down that order proves that nothing is missing.
///
/// An article pinned to the top, or one that was given a new date, is out of order. It says nothing about the items
/// between it and its neighbours.
struct ItemOrder: Hashable {
    /// The key by which the items are sorted.
    enum Kind: Hashable {
        /// The newest is first. Items that are out of order can appear up to `lateness` after their time.
        case newestFirst(lateness: Duration)
        /// The newest is last.
        case oldestFirst(lateness: Duration)
        /// Anything but time.
        case none
    }

    /// The maximum lateness; pinned items may be years old.
    static let maximumLateness = Duration.seconds(7 * 86_400)
    /// With so many items below the one before, a document is not sorted by chance.
    private static let convincingSteps = 6

    /// The key by which the items are sorted.
    let kind: Kind
    /// True if the newest item may be first.
    let mayBeNewestFirst: Bool
    /// The time of the oldest item that is in order, or `nil` if no item has a time. Everything newer is in the
    /// document.
    let oldest: Timestamp?
    /// True if the places of the items prove nothing: they are not sorted by time, or look sorted either way.
    let isUncertain: Bool
    /// True if the times themselves are in no order, whatever is known of earlier documents.
    let showsDisorder: Bool
    /// True if there is only one item to judge by, which may be pinned to the top.
    let isOfOneItem: Bool

    /// The evidence of earlier documents of a source.
    struct Experience: Hashable {
        /// True if they were not sorted by time. A short document can look sorted by chance.
        var isUnordered = false
        /// The hashes of the IDs of items that were out of order. Each proves nothing where it is now.
        var strays: Set<Int64> = []
    }

    /// Determines the order of these items.
    ///
    /// - Parameter isOlderPage: True for a page of which stray items prove nothing even if there are no others.
    init(of items: [FeedItem], _ experience: Experience, isOlderPage: Bool = false) {
        var times: [Timestamp] = []
        var trusted: [Timestamp] = []
        // The items are read in place: a copy of one copies whatever it consists of.
        items.withUnsafeBufferPointer { items in
            for index in items.indices {
                guard let time = items[index].orderTime else { continue }
                times.append(time)
                if !experience.strays.isEmpty, !experience.strays.contains(items[index].digest) { trusted.append(time) }
            }
        }
        let isTrusted = !trusted.isEmpty || isOlderPage && !experience.strays.isEmpty
        self.init(of: isTrusted ? trusted : times, isKnownUnordered: experience.isUnordered)
    }

    /// Returns the items of a sorted document that are too old for their place, or none if they are many.
    func strays(among items: [FeedItem]) -> [FeedItem] {
        guard kind != .none, let oldest, items.count > 2 else { return [] }
        let strays = items.indices.filter { index in
            items[index].orderTime.map { $0.flooredToSecond < oldest.flooredToSecond } ?? false
        }
        return strays.count <= max(1, items.count / 4) ? strays.map { items[$0] } : []
    }

    /// Determines the order of items with these times.
    ///
    /// Dates to the day leave few items to compare, so that a document can look sorted either way. Then the order that
    /// proves less counts.
    ///
    /// - Parameter isKnownUnordered: True if earlier documents of this source were not sorted by time.
    init(of times: [Timestamp], isKnownUnordered: Bool = false) {
        let newestFirst = Run(newestFirst: times)
        let oldestFirst = Run(newestFirst: times.reversed())
        isOfOneItem = times.count == 1
        showsDisorder = !newestFirst.isSorted && !oldestFirst.isSorted
        let isDoubted = isKnownUnordered && max(newestFirst.steps, oldestFirst.steps) < Self.convincingSteps
        let isNewestFirst = newestFirst.isSorted && !isDoubted
        let isOldestFirst = oldestFirst.isSorted && !isDoubted
        mayBeNewestFirst = isNewestFirst
        if isNewestFirst, newestFirst.breaks == 0 {
            (kind, oldest, isUncertain) = (.newestFirst(lateness: .zero), newestFirst.end, false)
        } else if isNewestFirst || isOldestFirst {
            let isFirst = isNewestFirst && (!isOldestFirst || newestFirst.breaks <= oldestFirst.breaks)
            kind = isFirst ? .newestFirst(lateness: newestFirst.lateness) : .oldestFirst(lateness: oldestFirst.lateness)
            oldest = [isNewestFirst ? newestFirst.end : nil, isOldestFirst ? oldestFirst.end : nil].compactMap(\.self)
                .max()
            isUncertain = isNewestFirst && isOldestFirst
        } else {
            (kind, oldest, isUncertain) = (.none, Self.oldestTrusted(of: times), true)
        }
    }

    /// Returns the oldest time that is not an old item in each version of an unsorted document: up to a third may be.
    private static func oldestTrusted(of times: [Timestamp]) -> Timestamp? {
        let distrusted = times.count < 2 ? 0 : max(1, times.count / 3)
        return times.sorted().dropFirst(distrusted).first
    }
}

/// The measures of how well a list of times is sorted, from new to old.
private struct Run {
    /// The number of times that are newer than the one before.
    private(set) var breaks = 0
    /// The number of times that are older than the one before.
    private(set) var steps = 0
    /// The last time of the longest subsequence that does not rise, or `nil` for an empty list. Of several such
    /// subsequences, the one that ends with the newest time counts.
    private(set) var end: Timestamp?
    /// The longest time by which an item is newer than one before it.
    private(set) var lateness = Duration.zero
    /// True if few items, or few groups of items, are out of order.
    private(set) var isSorted = false

    init(newestFirst times: some Sequence<Timestamp>) {
        // The newest end of a falling subsequence of each length. The longer it is, the older is its end.
        var ends: [Timestamp] = []
        var previous: Timestamp?
        var ties = 0
        var lowest = Timestamp.endOfTime
        for time in times {
            if let previous {
                if time > previous { breaks += 1 } else if time < previous { steps += 1 } else { ties += 1 }
            }
            previous = time
            if lowest < time { lateness = max(lateness, time.since(lowest)) }
            lowest = min(lowest, time)
            let length = ends.partitioningIndex { $0 < time }
            if length < ends.count { ends[length] = time } else { ends.append(time) }
        }
        end = ends.last
        let pairs = breaks + steps + ties
        let strays = max(0, pairs + 1 - ends.count)
        isSorted = breaks <= max(1, pairs / 5) || strays <= max(1, pairs / 4)
        lateness = min(lateness, ItemOrder.maximumLateness)
    }
}
