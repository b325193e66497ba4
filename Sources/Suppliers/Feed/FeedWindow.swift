import EngineConcepts
import FeedParsing
import WebText

/// A feed document in the engine's terms: items with their order, and the timeframe that is complete.
struct FeedWindow {
    /// The distances that keep the native orders of one page apart from the next page's, and those of one walk from the next
    /// walk's. They matter only among items of the same time.
    private static let orderDistances = (page: Int64(1000), walk: Int64(100_000))
    /// The origin of native orders, in seconds; keeps the stored numbers small.
    private static let epoch: Int64 = 1_500_000_000

    private let document: FeedDocument
    private let pageNumber: Int
    /// The time when the walk began that led to this page.
    private let walkStart: Timestamp
    /// The time down to which everything is known.
    private let edge: Timestamp?
    /// The order of the items by time.
    let order: ItemOrder
    /// The item IDs that are addresses of the web, or none if all have the same scheme.
    private let addresses: Set<String>
    /// True if the last item of the feed's own document has no date and stays there, whatever leaves the document above it.
    private let endsWithStray: Bool

    /// Creates the window for page `number` of the feed, requested to get below `edge`. Page 1 is the feed's own
    /// document, which was read at `walkStart`.
    ///
    /// - Parameter experience: What earlier documents of the feed show about its order.
    init(
        _ document: FeedDocument, pageNumber: Int = 1, below edge: Timestamp? = nil,
        walkStart: Timestamp = Timestamp(seconds: 0), _ experience: ItemOrder.Experience = .init()
    ) {
        self.document = document
        self.pageNumber = pageNumber
        self.walkStart = walkStart
        self.edge = edge
        order = ItemOrder(of: document.items, experience, isOlderPage: pageNumber > 1)
        let items = document.items
        let ids = items.indices.lazy.map { items[$0].id }
        let schemes = ["http://", "https://"]
        let isMixed = schemes.allSatisfy { scheme in ids.contains { $0.hasPrefix(scheme) } }
        addresses = isMixed ? Set(ids) : []
        endsWithStray =
            pageNumber == 1
            && items.last.map { $0.orderTime == nil && experience.strays.contains($0.digest) } ?? false
    }

    /// The items, in document order. On an older page, an item without a date takes the date of its neighbour, since
    /// it is not new. If no item has a date, the page takes the second below what is known, so that pages keep their
    /// order. A last item that always stays is given as the last but one: the item above it shows where the document ends.
    var items: [SourceItem] {
        // Of items with the same time (such as a day), those read later are newer.
        let first = (Self.epoch - walkStart.seconds) * Self.orderDistances.walk
        let above = Int64(pageNumber - 1) * Self.orderDistances.page
        var items = document.items.withUnsafeBufferPointer { items in
            items.indices.map { index in
                sourceItem(items[index], at: first + min(above + Int64(index), Self.orderDistances.walk - 1))
            }
        }
        if endsWithStray, items.count > 1 { items.swapAt(items.count - 2, items.count - 1) }
        guard pageNumber > 1 else { return items }
        // At the end of that second, so that earlier items of the same second come below.
        let endOfSecond = edge?.flooredToSecond.advanced(by: .milliseconds(-1))
        var neighbour = items.lazy.compactMap(\.orderTime).first ?? endOfSecond
        for index in items.indices {
            neighbour = items[index].orderTime ?? neighbour
            items[index].assumedTime = neighbour
        }
        return items
    }

    /// True for an older page without dates, whose position follows from its number alone.
    var isPlacedByNumber: Bool { secondBelow != nil && !document.items.isEmpty && oldest == nil }

    /// True if the document has no items, or on an older page none but those that prove nothing.
    var isEmptyButForStrays: Bool { document.items.isEmpty || pageNumber > 1 && oldest != nil && order.oldest == nil }

    /// Returns true if the document has items and all are dated ahead of `now`.
    func isAhead(of now: Timestamp) -> Bool {
        let items = document.items
        return !items.isEmpty && items.indices.allSatisfy { items[$0].orderTime.map { $0 > now } ?? false }
    }

    /// Returns true if an item is newer than `time`, or if that is unknown.
    func reaches(above time: Timestamp) -> Bool {
        guard let newest = document.items.orderTimes.max() else { return !document.items.isEmpty }
        return newest.secondAbove >= time
    }

    /// The second below what is known.
    private var secondBelow: Timestamp? {
        pageNumber > 1 ? edge?.flooredToSecond.advanced(by: .seconds(-1)) : nil
    }

    /// True if items missing from the document are gone from the feed: the document declares that it is complete (RFC
    /// 5005 §2) and is not truncated.
    var isComplete: Bool {
        document.isComplete && document.syntaxError == nil && document.omittedItems == 0
    }

    /// True if an item missing from the document was deleted: the document is complete, and dates show where the item
    /// would be.
    var showsDeletions: Bool {
        isComplete && document.items.allSatisfy { $0.published != nil }
    }

    /// The oldest time in the document, or `nil` if no item has a date.
    var oldest: Timestamp? {
        document.items.orderTimes.min()
    }

    /// Returns the timeframe that the document completes when read at `now`: down to the second above the oldest item
    /// that is in order, since the window may have lost other items of that second. A document that declares that
    /// it is complete claims everything, and so does an empty one that is not followed by more. A document without dates
    /// claims nothing, and neither does one without older pages most of whose items have none; the engine then derives coverage
    /// from the items' places.
    func claims(at now: Timestamp, isFollowed: Bool) -> [Claim] {
        if isComplete || (document.items.isEmpty && !isFollowed) {
            return [Claim](from: now, downTo: .beginningOfTime)
        }
        if mayLackNewest {
            // In an unsorted document, any item may be missing.
            return order.isUncertain ? [] : claimBelowNewest.map { [$0] } ?? []
        }
        // Nothing shows where items without dates are among the others, which may be pinned.
        if !isFollowed, isMostlyUndated { return [] }
        guard let claim = claim(from: now, isArchive: false) else { return [] }
        switch order.kind {
        case .oldestFirst(.zero) where isFollowed:
            // The newest items may be on the last page instead, which has not been read yet.
            return [Claim(claim.timeframe, .heuristic(lateness: ItemOrder.maximumLateness))]
        case .newestFirst, .oldestFirst, .none: return [claim]
        }
    }

    /// True if the document may lack items that are newer than those it holds: it is truncated or exceeds the limit, and its
    /// newest items are not the first. Beyond the limit, an unsorted document counts as whole: what would claim nothing every
    /// time would never be shown.
    var mayLackNewest: Bool {
        if document.isTruncated { return !endsWithOldest }
        if document.omittedItems > 0, case .oldestFirst = order.kind { return !order.isUncertain }
        return false
    }

    /// True if what is missing from a truncated document is older than what it holds.
    var endsWithOldest: Bool {
        if case .newestFirst = order.kind { return !order.isUncertain && !order.isOfOneItem }
        return false
    }

    /// The claim of a document that may lack the feed's newest items: from its newest second down.
    var claimBelowNewest: Claim? {
        let newest = document.items.orderTimes.max()
        return newest.flatMap { claim(from: $0.flooredToSecond, isArchive: false) }
    }

    /// Returns the claim of the document if everything down to `start` is known: from there to the second above its
    /// oldest item. Returns `nil` if the document does not reach below that time.
    ///
    /// Only an archive gives a definite claim: pages shift while they are read, and a deletion at the source leaves a
    /// hole between two pages.
    func claim(from start: Timestamp, isArchive: Bool) -> Claim? {
        if isPlacedByNumber, let end = secondBelow {
            return Timeframe(from: start, downTo: end).map { Claim($0, .heuristic(lateness: .zero)) }
        }
        guard let end = self.end, let timeframe = Timeframe(from: start, downTo: end) else { return nil }
        let isExact = pageNumber == 1 || isArchive
        switch order.kind {
        case .newestFirst(.zero), .oldestFirst(.zero):
            return Claim(timeframe, isExact ? .exact : .heuristic(lateness: .zero))
        case .newestFirst(let lateness), .oldestFirst(let lateness):
            return Claim(timeframe, .heuristic(lateness: lateness))
        case .none: return Claim(timeframe, .heuristic(lateness: ItemOrder.maximumLateness))
        }
    }

    /// Returns the timeframe between `edge` and the newest item, which holds the unread items above this document. Returns
    /// `nil` if there is no space between them or the document has no dates.
    func unread(from edge: Timestamp) -> Timeframe? {
        document.items.orderTimes.max().flatMap { Timeframe(from: edge, downTo: $0.secondAbove) }
    }

    /// True if a page whose number is a guess may hold older items: the document may have its newest items first, as one
    /// without dates may, or be in no order.
    var canBeFollowedByGuess: Bool { order.mayBeNewestFirst || order.kind == .none }

    /// The end of the document's coverage: the second above the oldest item that is in order, or `nil` if no item has
    /// a date. Older items elsewhere, such as a pinned article, say nothing about the time between.
    var end: Timestamp? {
        order.oldest?.secondAbove
    }

    /// Returns the ``end`` of a document without older pages read at `now`, or `nil` if all its items are dated ahead, or most
    /// have no date: their places are the times at which they were first seen.
    func end(at now: Timestamp) -> Timestamp? {
        isMostlyUndated ? nil : end.flatMap { $0 <= now.secondAbove ? $0 : nil }
    }

    /// True if more items have no date than have one.
    private var isMostlyUndated: Bool {
        let datedCount = document.items.orderTimes.count
        return datedCount < document.items.count - datedCount
    }

    /// Returns the ID that the item had before its site changed between http and https, or `nil` if its ID is no such
    /// address or another item has it.
    private func idOfOtherScheme(of item: FeedItem) -> String? {
        let (http, https) = ("http://", "https://")
        guard let scheme = [http, https].first(where: item.id.hasPrefix) else { return nil }
        let id = (scheme == http ? https : http) + item.id.dropFirst(scheme.count)
        return addresses.contains(id) ? nil : id
    }

    private func sourceItem(_ item: FeedItem, at order: Int64) -> SourceItem {
        var fields: [String: String] = [:]
        fields[SourceLayer.commentsField] = item.commentsLink
        fields[SourceLayer.externalLinkField] = item.externalLink
        fields["source"] = item.sourceTitle
        let text = item.content ?? item.summary
        let author = item.authors.lazy.compactMap(Author.init).first
        var made = SourceItem(
            id: item.id, orderTime: item.orderTime,
            editTime: item.updated.flatMap { updated in item.published.map { updated > $0 } ?? false ? updated : nil },
            nativeOrder: order,
            body: TicketBody(
                title: item.title, text: text.map { $0.ticketText(base: item.base) } ?? .plain(""),
                summary: item.content == nil ? nil : item.summary.map { $0.ticketText(base: item.base) },
                author: author,
                link: [item.link, item.externalLink].compactMap(\.self).first(where: WebAddress.isAbsolute),
                media: item.enclosures.filter { WebAddress.isAbsolute($0.url) },
                counts: Counts(replies: item.commentCount), language: item.language ?? document.language,
                tags: item.categories),
            source: SourceLayer(fields: fields))
        made.sharedIDs = item.sharedIDs
        made.formerIDs = [FeedItemIDs.formerID(of: item), idOfOtherScheme(of: item)].compactMap(\.self)
        return made
    }
}

extension FeedItem {
    /// A hash of its ID.
    var digest: Int64 {
        DocumentDigest(of: id.utf8).value
    }
}

extension Author {
    /// Creates the author from a feed's author, or returns `nil` if there is no name.
    init?(_ author: FeedAuthor) {
        guard let name = author.shownName else { return nil }
        self.init(id: author.email ?? author.link ?? name, name: name, avatar: author.avatar)
    }
}
