import EngineConcepts
import FeedParsing

/// A page of a feed that was read: its own document, or an older one.
struct FeedPage {
    /// The location of the page, or `nil` for the feed's own document.
    var location: FeedPageLocation?
    let document: FeedDocument
    /// The address of the document after redirects.
    let address: String
    let window: FeedWindow

    /// Takes a document that was read at `now` to get below `edge`.
    ///
    /// - Parameter memory: The memory of the feed before that.
    init(
        _ document: FeedDocument, at location: FeedPageLocation?, below edge: Timestamp? = nil, from address: String,
        _ memory: FeedMemory, now: Timestamp
    ) {
        self.location = location
        self.document = document
        self.address = address
        window = FeedWindow(
            document, pageNumber: location?.number ?? 1, below: edge,
            walkStart: location.map { Timestamp(seconds: $0.walkStart) } ?? now, memory.order(at: now))
    }

    /// The IDs of its items.
    var ids: Set<String> { Set(document.items.lazy.map(\.id)) }

    /// Its items in short. Sorts their IDs.
    var mark: PageMark {
        // Items are pinned to the first page.
        let pinnedCount = location == nil ? window.order.strays(among: document.items).count : 0
        return PageMark(of: ids, pinnedCount: pinnedCount)
    }

    /// Returns the end of the document.
    ///
    /// - Parameter previous: The known result of trying page numbers, which may name the item that ended an earlier document.
    func foot(after previous: PageNumbering?) -> PageNumbering.Foot {
        let items = document.items
        // The end of a document in no order moves up with every new item, before any has left it.
        let end = window.order.kind == .none ? nil : window.end
        var foot = PageNumbering.Foot(
            edge: end?.seconds ?? PageNumbering.Foot.unknown, item: items.last?.digest ?? 0)
        if let item = previous?.refusedItem, items.contains(where: { $0.digest == item }) { foot.former = item }
        return foot
    }

    /// Returns the page after this one, or `nil` if there is none or none that can be used.
    func next(_ memory: FeedMemory, at now: Timestamp) -> FeedPageLocation? {
        guard !window.isComplete, var next = following(memory, at: now),
            window.canBeFollowedByGuess || !memory.isGuess(next)
        else { return nil }
        next.setPagesAbove((location?.pagesAbove ?? []) + [mark])
        next.followsUnreadItems = document.omittedItems > 0 && !window.mayLackNewest
        return next
    }

    /// Returns the linked page, or a numbered page if the generator is known to support them. Returns `nil` if the pages
    /// lead to newer items.
    private func following(_ memory: FeedMemory, at now: Timestamp) -> FeedPageLocation? {
        if case .up = memory.pages { return nil }
        var next = FeedPageLocation(
            addressing: .numbered, number: (location?.number ?? 1) + 1, walkStart: location?.walkStart ?? now.seconds,
            previousRead: now.seconds)
        if let link = document.following(at: address) {
            next.addressing = document.nextIsArchive ? .archive(link) : .linked(link)
            if !document.nextIsArchive, case .linked(let address)? = location?.addressing {
                next.addressBefore = address
            }
            return next
        }
        switch location?.addressing {
        case .numbered: return next
        case .linked, .archive: return nil
        case nil:
            // WordPress dates all items. If one has no date, an address alone is no reason for a guess, which costs three
            // requests: while a second page is tried, the document cannot be judged by its own order.
            let mayBeWordPress =
                document.generator != nil || window.end != nil && memory.numbering == .works
                || document.items.allSatisfy { $0.orderTime != nil }
            let isWorthTrying =
                !document.items.isEmpty && WordPress.made(document, at: address) && mayBeWordPress
                && memory.numbering?.isWorthTrying(foot(after: memory.numbering), at: now) ?? true
            return isWorthTrying ? next : nil
        }
    }
}
