import EngineConcepts

/// The older end of a window's page whose items have dates: the second in which its complete part ends, and whether
/// the last items there were known.
struct PageEnd: Sendable {
    /// The lower bound of what the page shows completely.
    let bottom: Timestamp
    /// Known items below this time were stored before the pages above this one were read.
    private let knownBelow: Timestamp
    /// The first and the last item, or `nil` if there is none.
    private var ends: (first: Item, last: Item)?
    /// The first and the last item in the second below ``bottom``, apart from those whose date changed. `nil` if there is none.
    private var endsOfLastSecond: (first: Item, last: Item)?
    /// The number of items that were added.
    private var itemCount = 0
    /// The number of items that were known at the place given by their date.
    private var knownCount = 0
    /// The number of those with which the page begins, and the newest time of one.
    private var knownOnTop = (count: 0, newest: Timestamp.beginningOfTime)
    /// The numbers of the known and of the new items in the second below ``bottom``.
    private var lastSecondCounts = (known: 0, new: 0)
    /// True if the items are in no order.
    private let isUnordered: Bool
    /// The oldest and the newest time of an item, or `nil` if there is none.
    private var times: ClosedRange<Timestamp>?
    /// True for a page that begins with the newest items, and so can begin with an article pinned to the top.
    private let isOfTop: Bool

    private struct Item {
        let time: Timestamp
        /// True if it was known at the place given by its date.
        let isInPlace: Bool
    }

    /// Creates the end of `page`, or returns `nil` if that shows everything.
    init?(of page: FetchedPage) {
        let (answer, request) = (page.answer, page.request)
        guard request.direction == .older else { return nil }
        // A known item in the second below the edge may have been on a page above.
        isOfTop = page.isOfTop
        isUnordered = answer.isUnordered
        knownBelow = isOfTop ? .endOfTime : request.edge.advanced(by: .seconds(-1))
        let shown = answer.claims.compactMap(\.timeframe.wholeSeconds?.end).min()
        guard shown?.isFinite ?? true else { return nil }
        if !isOfTop {
            bottom = min(shown ?? request.edge, request.edge)
        } else if let shown, shown != request.edge {
            bottom = shown
        } else {
            // The page claims nothing because its items are too young.
            guard let oldest = answer.oldestInOrder ?? answer.items.lazy.compactMap(\.orderTime).min() else {
                return nil
            }
            bottom = min(oldest, request.now).secondAbove
        }
    }

    /// Adds the next item of the page. Ignores items older than the second below ``bottom``: they are out of order,
    /// such as an article pinned to the top.
    ///
    /// - Parameter place: The item's place in the Track, or `nil` if it was not known.
    mutating func add(_ time: Timestamp, known place: Timestamp?) {
        let second = bottom.advanced(by: .seconds(-1))
        guard time >= second else { return }
        let item = Item(time: time, isInPlace: place?.flooredToSecond == time.flooredToSecond)
        times = min(times?.lowerBound ?? time, time)...max(times?.upperBound ?? time, time)
        ends = (ends?.first ?? item, item)
        if let place, place < knownBelow, item.isInPlace {
            knownCount += 1
            if knownOnTop.count == itemCount { knownOnTop = (itemCount + 1, max(knownOnTop.newest, time)) }
            if time < bottom { lastSecondCounts.known += 1 }
        } else if place == nil, time < bottom {
            lastSecondCounts.new += 1
        }
        itemCount += 1
        // An item whose date changed is out of place and says nothing about its neighbours.
        guard time < bottom, place == nil || item.isInPlace else { return }
        endsOfLastSecond = (endsOfLastSecond?.first ?? item, item)
    }

    /// True if any item was known at the place given by its date, unless it ``mayBePinned``.
    var hasKnown: Bool { knownCount > 0 && !mayBePinned }

    /// True if the known items may be pinned articles. Either they are above newer ones in a document that does not end with
    /// newer ones, or the document is in no order, and they are as old as the oldest of its new ones. Or there is only one of
    /// several, and all have the same time, so that nothing shows their order.
    var mayBePinned: Bool {
        guard isOfTop, knownCount > 0, itemCount > 1, let ends, let times else { return false }
        if times.lowerBound == times.upperBound { return knownCount == 1 }
        if isUnordered { return lastSecondCounts.known == knownCount && lastSecondCounts.new > 0 }
        return knownOnTop.count == knownCount && knownOnTop.newest < times.upperBound
            && ends.last.time <= knownOnTop.newest
    }

    /// True if the last item was known at the place given by its date.
    var endsWithKnown: Bool { ends?.last.isInPlace ?? false }

    /// True if the page does not end with a known item. If the last second has no item, the last item above it
    /// counts.
    var isDisconnected: Bool {
        guard let ends else { return false }
        if mayBePinned { return true }
        let isOldestFirst = ends.first.time < ends.last.time
        let lowest = endsOfLastSecond ?? ends
        return !(isOldestFirst ? lowest.first : lowest.last).isInPlace
    }
}
