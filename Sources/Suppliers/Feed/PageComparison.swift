import EngineConcepts
import FeedParsing

/// Compares an older page of a feed with those above it, one of which may have been answered in its place, such as by a cache
/// that ignores the query.
struct PageComparison {
    /// The results of a comparison.
    enum Result {
        /// It is a page of its own. Those above have moved since they were read if `moved` is set: it is the one of them that
        /// was read again.
        case another(moved: PageMark?)
        /// Only the page `with`, read again, shows which it is; `nil` is the feed's own document.
        case unclear(with: FeedPageLocation?)
        /// It is a page above.
        case repeated
    }

    let page: FeedPage
    /// The location of the page, which is not the feed's own document.
    let location: FeedPageLocation
    let memory: FeedMemory
    /// The time below which the walk looks for items.
    let edge: Timestamp
    /// The time of the walk. Items that are dated ahead of it are not compared.
    let now: Timestamp
    /// True if the walk began with this page.
    let isFirst: Bool
    /// The page that was read before this one, or `nil` if there was none.
    let previous: FeedPage?
    /// The page above, or the archive with the same items, that was read again for comparison with this one; `nil` if there was
    /// no doubt.
    let compared: FeedPage?

    var result: Result {
        if compared == nil, let doubt { return doubt }
        let isOfPageAbove = hasItemsOfPageAbove
        if case .archive(let address) = location.addressing {
            let isRepeated = isOfPageAbove || isArchiveElsewhere || isNewerThanArchiveAbove(address)
            return isRepeated ? .repeated : .another(moved: nil)
        }
        guard let other = compared ?? previous else { return .another(moved: nil) }
        return isSame(as: other, isOfPageAbove: isOfPageAbove)
            ? .repeated : .another(moved: isOfPageAbove ? other.mark : nil)
    }

    /// The doubt if only a page above, read again, shows that this one is in its place, or `nil` if there is none.
    ///
    /// A page with the items of one that led to it can be that one, or new items have moved those to it; if the feed's own
    /// document has not changed, they have not. So can the requested page if all of its items are above the edge, or if the
    /// order of pages follows from their numbers alone. Archives do not move from page to page, but all of them can move to
    /// other addresses: then the known one with the same items is not at its address any more.
    private var doubt: Result? {
        if case .archive(let address) = location.addressing {
            guard !hasItemsOfPageAbove, let known = archive(elsewhereThan: address) else { return nil }
            return .unclear(with: location.archive(at: known.address))
        }
        if hasItemsOfPageAbove, page.mark != previous?.mark {
            return .unclear(with: location.pageAbove(with: page.mark))
        }
        let isPlacedByGuess = page.window.isPlacedByNumber && location.addressing == .numbered
        guard previous == nil, isPlacedByGuess || isFirst && isAboveEdge else { return nil }
        return .unclear(with: location.pageBefore)
    }

    /// Returns true if the page is one above, answered in its place: it has the items that `other` has now, nothing has moved
    /// items to it, or it is newer than `other`, both in its newest item and in the middle.
    private func isSame(as other: FeedPage, isOfPageAbove: Bool) -> Bool {
        if page.mark == other.mark, !mayEqualOthers { return true }
        if isOfPageAbove, other.location == nil, other.mark == location.pagesAbove.first { return true }
        // A site that ignores page numbers need not answer each time with the same items. Items below the edge are another
        // page's, whatever is pinned above them, unless the page is in no order.
        if location.addressing == .numbered,
            page.window.isPlacedByNumber || isAboveEdge || page.window.order.kind == .none,
            page.ids.intersection(other.ids).count * 2 > page.ids.count, !isMovedDown(from: other)
        {
            return true
        }
        guard isAboveEdge, let times = page.times(at: now), let timesBefore = other.times(at: now) else { return false }
        // An item that was dated ahead when it appeared is newer than those above it, but the middle of its page is not.
        return timesBefore.newest < times.newest && timesBefore.middle.lowerBound <= times.middle.upperBound
    }

    /// Returns true if the page begins with the last items of `other` and goes on with older ones: new items have moved them
    /// down since `other` was read. A site that ignores page numbers answers with the items at the top of `other`, or newer
    /// ones. If it lists the oldest first, only dates show that these are not below.
    private func isMovedDown(from other: FeedPage) -> Bool {
        let items = page.document.items
        let sharedCount = page.ids.intersection(other.ids).count
        let shared = Array(items.prefix(sharedCount))
        let further = Array(items.dropFirst(sharedCount))
        guard shared.map(\.id).elementsEqual(other.document.items.suffix(sharedCount).map(\.id)),
            let oldestShared = shared.orderTimes.min(), let newestFurther = further.orderTimes.max()
        else { return false }
        return further.orderTimes.count == further.count && newestFurther < oldestShared
    }

    /// Returns true if nothing in an archive is as old as the oldest item of the one above. Dates ahead do not show which of
    /// two archives is older.
    private func isNewerThanArchiveAbove(_ address: String) -> Bool {
        let times = page.document.items.orderTimes
        guard isAboveEdge, let oldest = times.min(), times.allSatisfy({ $0 <= now }) else { return false }
        return memory.oldestAbove(archive: address).map { $0 < oldest.flooredToSecond } ?? false
    }

    /// True if the page has the items of a page that led to it. The first archive can have those of the feed's own document,
    /// but does not lead to itself.
    private var hasItemsOfPageAbove: Bool {
        guard !mayEqualOthers, location.pagesAbove.contains(page.mark) else { return false }
        guard case .archive(let address) = location.addressing else { return true }
        return location.number > 2 || page.document.next == address
    }

    /// Returns a known archive at another address that has the items of this one, unless this one leads elsewhere: then the
    /// archives have moved. A redirect from one address to the other makes them the same.
    private func archive(elsewhereThan address: String) -> FeedMemory.Archive? {
        guard !mayEqualOthers else { return nil }
        let next = page.document.nextIsArchive ? page.document.next : nil
        return memory.archives(of: Int64(page.mark.digest))
            .first { known in
                guard ![address, page.address].contains(known.address) else { return false }
                guard !memory.isSameArchive(at: address, and: known.address) else { return false }
                guard let previous = known.previous, let next, next != address else { return true }
                return previous == next
            }
    }

    /// True if a known archive with the items of this one, read again, still has them at another address.
    private var isArchiveElsewhere: Bool {
        guard let compared, !mayEqualOthers else { return false }
        return page.mark == compared.mark && page.address != compared.address
    }

    /// True for a page between others with nothing but items that are on many of them. Page numbers have none: a site that
    /// ignores them answers each with its newest items, of which there may be only one.
    private var mayEqualOthers: Bool { location.addressing != .numbered && page.window.isEmptyButForStrays }

    /// True if all items of the page are above the edge.
    private var isAboveEdge: Bool {
        let window = page.window
        return !window.isEmptyButForStrays && !window.isPlacedByNumber
            && window.claim(from: edge, isArchive: false) == nil
    }
}

extension FeedPage {
    /// Returns the newest time of the items that are not dated ahead of `now`, and their times in the middle, between which
    /// half of them are newer and half older. Returns `nil` if the page is not sorted from new to old, has no such item, or
    /// none but those that are on many pages.
    fileprivate func times(at now: Timestamp) -> (newest: Timestamp, middle: ClosedRange<Timestamp>)? {
        guard window.endsWithOldest, !window.isEmptyButForStrays else { return nil }
        let times = document.items.orderTimes.filter { $0 <= now }.sorted(by: >)
        guard let newest = times.first else { return nil }
        return (newest, times[times.count / 2]...times[(times.count - 1) / 2])
    }
}
