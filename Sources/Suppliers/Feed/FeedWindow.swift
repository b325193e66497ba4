import EngineConcepts
import FeedParsing
import WebText

/// What a feed's document means to the engine: items to place, and how far back they are complete.
struct FeedWindow {
    /// What a document's items run by.
    enum Order: Hashable {
        /// The newest stands first. Where some stand elsewhere, such as an article pinned to the top, items can turn up
        /// so long after their time.
        case falling(lateness: Duration)
        /// The newest stands last.
        case rising(lateness: Duration)
        /// Anything but time.
        case none
    }

    /// As much lateness as is worth expecting: what is pinned may be years old.
    private static let greatestLateness = Duration.seconds(7 * 86_400)
    /// Keeps the places of one page's items apart from the next one's, and those of one walk through the pages from the
    /// next one's: only among items of one time do they matter.
    private static let places = (page: Int64(1000), walk: Int64(100_000))
    /// Places are counted from here, in seconds, so that the store needs fewer bytes for them.
    private static let epoch: Int64 = 1_500_000_000

    private let document: FeedDocument
    private let number: Int
    /// When the walk began that came to this page.
    private let began: Timestamp
    /// Down to where everything newer is known.
    private let ceiling: Timestamp?
    /// What its items run by.
    let order: Order
    /// The names of its items that are addresses without encryption.
    private let unencrypted: Set<String>

    /// Reads `document`, which is the feed's page of this number and was asked for to get below `ceiling`; the feed's own
    /// document is the first, and was read at `began`.
    init(
        _ document: FeedDocument, number: Int = 1, below ceiling: Timestamp? = nil,
        began: Timestamp = Timestamp(seconds: 0)
    ) {
        self.document = document
        self.number = number
        self.began = began
        self.ceiling = ceiling
        order = Self.order(of: document.items.compactMap(\.orderTime))
        unencrypted = Set(document.items.lazy.map(\.id).filter { $0.hasPrefix("http://") })
    }

    /// The items, in document order. On an older page, an item without a date takes that of its neighbour: it is not new. Where
    /// no item has one, the page as a whole takes the second below what is known already, so that pages follow each other.
    var items: [SourceItem] {
        // What was read later and has the same time, such as a day, came later.
        let first = (Self.epoch - began.seconds) * Self.places.walk
        let above = Int64(number - 1) * Self.places.page
        var items = document.items.enumerated()
            .map { index, item in sourceItem(item, at: first + min(above + Int64(index), Self.places.walk - 1)) }
        guard number > 1 else { return items }
        // At the end of that second: what was read in it before stands below.
        let endOfSecond = ceiling?.flooredToSecond.advanced(by: .milliseconds(-1))
        var neighbour = items.lazy.compactMap(\.orderTime).first ?? endOfSecond
        for index in items.indices {
            neighbour = items[index].orderTime ?? neighbour
            items[index].assumedTime = neighbour
        }
        return items
    }

    /// Whether it is an older page none of whose items has a date: only its number says where it belongs.
    var isPlacedByNumber: Bool { secondBelow != nil && !document.items.isEmpty && oldest == nil }

    /// Whether something of it is newer than `time`, or nobody can tell.
    func reaches(above time: Timestamp) -> Bool {
        guard let newest = document.items.lazy.compactMap(\.orderTime).max() else { return !document.items.isEmpty }
        return newest.flooredToSecond.advanced(by: .seconds(1)) >= time
    }

    /// The second below what is known already.
    private var secondBelow: Timestamp? {
        number > 1 ? ceiling?.flooredToSecond.advanced(by: .seconds(-1)) : nil
    }

    /// Whether what is not in the document is not in the feed any more: it says that it holds everything (RFC 5005 §2),
    /// and it is whole.
    var isComplete: Bool {
        document.isComplete && document.fault == nil && document.omittedItems == 0
    }

    /// Whether an item that is not in the document was deleted: it is complete, and times tell where it would be.
    var showsDeletions: Bool {
        isComplete && document.items.allSatisfy { $0.published != nil }
    }

    /// The oldest moment that the document speaks of; nil where none of its items has a date.
    var oldest: Timestamp? {
        document.items.lazy.compactMap(\.orderTime).min()
    }

    /// What the document shows to be complete when it is read at `now`: everything down to the second above the item at
    /// its old end, since that second may hold items that the window has lost already. A document that says that it holds
    /// everything is complete, and so is an empty one that nothing follows. One without dates claims nothing: the engine
    /// then concludes from where the items come to stand.
    func claims(at now: Timestamp, isFollowed: Bool) -> [Claim] {
        if isComplete || (document.items.isEmpty && !isFollowed) {
            return Timeframe.everythingBefore(now).map { [Claim($0)] } ?? []
        }
        guard let claim = claim(from: now, isArchive: false) else { return [] }
        switch order {
        case .rising(.zero) where isFollowed:
            // Whether the newest items stand here, or on the last page, is not known before that is read.
            return [Claim(claim.timeframe, .heuristic(lateness: Self.greatestLateness))]
        case .falling, .rising, .none: return [claim]
        }
    }

    /// What the document completes where it is not known to hold the feed's newest items: from its newest second down.
    var claimBelowNewest: Claim? {
        let newest = document.items.lazy.compactMap(\.orderTime).max()
        return newest.flatMap { claim(from: $0.flooredToSecond, isArchive: false) }
    }

    /// What the document completes when everything down to `edge` is known: from there to the second above the item at
    /// its old end. Nil where it does not reach below the edge.
    ///
    /// Pages shift while they are read, and what was deleted at the source leaves a hole between two of them: only an
    /// archive is sure.
    func claim(from edge: Timestamp, isArchive: Bool) -> Claim? {
        if isPlacedByNumber, let end = secondBelow {
            return Timeframe(from: edge, downTo: end).map { Claim($0, .heuristic(lateness: .zero)) }
        }
        guard let end = self.edge, let timeframe = Timeframe(from: edge, downTo: end) else { return nil }
        let isExact = number == 1 || isArchive
        switch order {
        case .falling(.zero), .rising(.zero): return Claim(timeframe, isExact ? .exact : .heuristic(lateness: .zero))
        case .falling(let lateness), .rising(let lateness): return Claim(timeframe, .heuristic(lateness: lateness))
        case .none: return Claim(timeframe, .heuristic(lateness: Self.greatestLateness))
        }
    }

    /// What lies between `edge` and its newest item, which a page above it that broke off should have held; nil where it is
    /// joined to that, or has no dates.
    func unread(from edge: Timestamp) -> Timeframe? {
        document.items.lazy.compactMap(\.orderTime).max()
            .flatMap { Timeframe(from: edge, downTo: $0.flooredToSecond.advanced(by: .seconds(1))) }
    }

    /// Whether the page at `place` can be told to hold older items: it does where the feed itself leads there, in whatever
    /// order items stand on a page. A page that is guessed at needs a document that runs by time from the newest on.
    func canBeFollowed(by place: FeedPlace) -> Bool {
        switch (place.way, order) {
        case (.archive, _), (.linked, _): true
        case (.numbered, .falling): document.items.isEmpty || oldest != nil
        case (.numbered, .rising), (.numbered, .none): false
        }
    }

    /// Where what the document shows ends: the second above ``oldEnd``. Nil where none of its items has a date.
    var edge: Timestamp? {
        oldEnd?.flooredToSecond.advanced(by: .seconds(1))
    }

    /// The time at which the window ends. In a document that runs by time that is its last item's (or its first's, where
    /// it runs upwards): older ones that stand elsewhere, such as an article pinned to the top, say nothing about what
    /// lies between. In a document that does not run by time, it is the oldest item's.
    private var oldEnd: Timestamp? {
        let times = document.items.lazy.compactMap(\.orderTime)
        return switch order {
        case .falling(let lateness) where lateness > .zero: times.last
        case .rising(let lateness) where lateness > .zero: times.first
        case .falling, .rising, .none: times.min()
        }
    }

    private static func order(of times: [Timestamp]) -> Order {
        var falling = 0
        var rising = 0
        for (one, next) in zip(times, times.dropFirst()) where one != next {
            if one > next { falling += 1 } else { rising += 1 }
        }
        if falling >= rising * 4 { return .falling(lateness: rising == 0 ? .zero : lateness(of: times)) }
        if rising >= falling * 4 { return .rising(lateness: falling == 0 ? .zero : lateness(of: times.reversed())) }
        return .none
    }

    /// By how much an item is newer, at most, than one that stands above it.
    private static func lateness(of times: [Timestamp]) -> Duration {
        var lowest = Timestamp.endOfTime
        var lateness = Duration.zero
        for time in times {
            lateness = max(lateness, lowest < time ? .milliseconds(time.milliseconds - lowest.milliseconds) : .zero)
            lowest = min(lowest, time)
        }
        return min(lateness, greatestLateness)
    }

    /// The name that an item had where its site had not moved to https yet; nil where it had none, or another one has it.
    private func unencryptedID(of item: FeedItem) -> String? {
        guard item.id.hasPrefix("https://") else { return nil }
        let former = "http://" + item.id.dropFirst("https://".count)
        return unencrypted.contains(former) ? nil : former
    }

    private func sourceItem(_ item: FeedItem, at place: Int64) -> SourceItem {
        var fields: [String: String] = [:]
        fields["comments"] = item.commentsLink
        fields["external"] = item.externalLink
        fields["source"] = item.sourceTitle
        let text = item.content ?? item.summary
        let author = item.authors.lazy.compactMap(Author.init).first
        var made = SourceItem(
            id: item.id, orderTime: item.orderTime,
            editTime: item.updated.flatMap { updated in item.published.map { updated > $0 } ?? false ? updated : nil },
            nativeOrder: place,
            body: TicketBody(
                title: item.title, text: text.map { $0.ticketText(base: item.base) } ?? .plain(""),
                summary: item.content == nil ? nil : item.summary.map { $0.ticketText(base: item.base) },
                author: author,
                link: [item.link, item.externalLink].compactMap(\.self).first(where: WebAddress.isAbsolute),
                media: item.enclosures.filter { WebAddress.isAbsolute($0.url) },
                counts: Counts(replies: item.commentCount), language: item.language ?? document.language,
                tags: item.categories),
            source: SourceLayer(fields: fields))
        made.formerID = item.sharedID ?? FeedIdentities.trackedName(of: item) ?? unencryptedID(of: item)
        return made
    }
}

extension FeedText {
    /// The text as a ticket keeps it: rendered when it is shown.
    func ticketText(base: String?) -> TicketText {
        switch self {
        case .plain(let text): .plain(text)
        case .html(let markup): .html(markup, base: base)
        }
    }
}

extension Author {
    /// The author that a feed names; nil where it names nobody.
    init?(_ author: FeedAuthor) {
        guard let name = author.shownName else { return nil }
        self.init(id: author.email ?? author.link ?? name, name: name, avatar: author.avatar)
    }
}
