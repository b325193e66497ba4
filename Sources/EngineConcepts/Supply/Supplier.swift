/// A source of tickets: one feed, one account's timeline, one command.
///
/// A supplier says what its source can honestly promise and nothing else: it delivers items and, apart from them,
/// claims. It keeps no tickets and decides nothing about order, duplicates or gaps; the engine does.
///
/// The engine calls ``poolSetup()`` before a fill, fetches (suppliers in parallel, one supplier's pages one after
/// another), and calls ``poolCleanup()`` after the commit, also on failure and cancellation.
public protocol Supplier: Sendable {
    /// Its name in the store; never changes.
    var id: SupplierID { get }
    /// Its name on the screen.
    var name: String { get }
    /// What kind of source it is, such as `feed`: chooses colour and glyph.
    var kind: SupplierKind { get }
    /// What its source can do.
    var traits: SupplierTraits { get }
    /// What turns its tickets into something to show.
    var presenter: any Presenter { get }
    /// The moment before which it certainly has nothing to give; nil where that is not known.
    var timeThreshold: Timestamp? { get async }

    /// Prepares for a fill. Called on one supplier after another, so that the next one may use what this one got (an
    /// authorisation of a shared account). A failure leaves this supplier out of the fill.
    func poolSetup() async throws(SupplierError)

    /// Delivers one page. Must obey cancellation of the task.
    func fetch(_ request: FetchRequest) async throws(SupplierError) -> FetchAnswer

    /// Ends a fill: frees what `poolSetup` prepared. A request that the fill did not wait for may still be running.
    func poolCleanup() async

    /// Forgets what is held in memory: caches, cursors, sessions. Called on restart, suspend and exit.
    func clearCurrentData() async

    /// Does something to a ticket at the source, and says what became of it. Called for what its traits list, one call
    /// after another, beside fetches. Must obey cancellation of the task, whose outcome is uncertain then unless the
    /// supplier knows better.
    func perform(_ request: ActionRequest, on ticket: Ticket) async -> ActionOutcome
}

extension Supplier {
    /// No threshold known.
    public var timeThreshold: Timestamp? { get async { nil } }

    /// Nothing to prepare.
    public func poolSetup() async throws(SupplierError) {}

    /// Nothing to free.
    public func poolCleanup() async {}

    /// Nothing to forget.
    public func clearCurrentData() async {}

    /// Cannot do anything to tickets.
    public func perform(_ request: ActionRequest, on ticket: Ticket) async -> ActionOutcome {
        .refused(SupplierError(.unsupported, Message("actionUnsupported", ["source": .text(name)])))
    }
}

/// What kind of source a supplier reads. Open: a developer's own supplier has a kind of its own.
public struct SupplierKind: Hashable, Sendable, Codable, ExpressibleByStringLiteral {
    /// The kind's name in lower case.
    public let rawValue: String

    /// Makes the kind of this name.
    public init(_ rawValue: String) {
        self.rawValue = rawValue
    }

    /// Makes the kind of this name.
    public init(stringLiteral value: String) {
        rawValue = value
    }

    /// RSS, Atom and JSON feeds.
    public static let feed: SupplierKind = "feed"
    /// Mastodon and what speaks its language.
    public static let mastodon: SupplierKind = "mastodon"
    /// Bluesky.
    public static let bluesky: SupplierKind = "bluesky"
    /// Hacker News.
    public static let hackerNews: SupplierKind = "hackernews"
    /// Lobsters.
    public static let lobsters: SupplierKind = "lobsters"
    /// A file on this machine.
    public static let file: SupplierKind = "file"
    /// The output of a command.
    public static let command: SupplierKind = "command"
}

/// What a supplier's source can do, as data: the engine asks the traits, never the kind.
public struct SupplierTraits: Hashable, Sendable, Codable {
    /// How the source keeps its items.
    public enum Shape: String, Hashable, Sendable, Codable {
        /// A stream that can be paged from any place.
        case log
        /// The newest N items and nothing else. Two windows are continuous only if the newer still holds a known item.
        case window
        /// A ranking: never complete, ordered by first sight.
        case ranked
    }

    /// What the stream is sorted by.
    public enum Order: String, Hashable, Sendable, Codable {
        /// By arrival: paging is safe, shown times may run backwards.
        case arrival
        /// By publication: shown times are in order, items may appear inside finished stretches.
        case publication
    }

    /// How the source keeps its items.
    public var shape: Shape
    /// What its stream is sorted by.
    public var order: Order
    /// Whether it can be paged towards older items.
    public var pagesOlder: Bool
    /// Whether it can deliver the items next to a place in the newer direction.
    public var pagesNewer: Bool
    /// Whether it can be asked for a range of time.
    public var readsTimeRanges: Bool
    /// The most items that one page can hold.
    public var maximumPage: Int
    /// How long after its time an item may still appear. A refresh reads this much again.
    public var lateness: Duration
    /// How far back the source keeps items; nil where it keeps all.
    public var retention: Duration?
    /// What can be done to its tickets, and whether each may be repeated where nobody knows if it happened.
    public var actions: [TicketAction.Kind: ActionRepetition]

    /// Whether it can be read from elsewhere than its newest item.
    public var canBeReadOn: Bool { pagesOlder || pagesNewer || readsTimeRanges }

    /// Makes traits; the defaults are a stream that can only be paged towards older items.
    public init(
        shape: Shape = .log, order: Order = .publication, pagesOlder: Bool = true, pagesNewer: Bool = false,
        readsTimeRanges: Bool = false, maximumPage: Int = 60, lateness: Duration = .zero, retention: Duration? = nil,
        actions: [TicketAction.Kind: ActionRepetition] = [:]
    ) {
        self.shape = shape
        self.order = order
        self.pagesOlder = pagesOlder
        self.pagesNewer = pagesNewer
        self.readsTimeRanges = readsTimeRanges
        self.maximumPage = maximumPage
        self.lateness = lateness
        self.retention = retention
        self.actions = actions
    }
}
