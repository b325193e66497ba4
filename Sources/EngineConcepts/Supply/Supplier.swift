/// A source of tickets: one feed, one account's timeline, one command.
///
/// A supplier delivers items and, separately, claims, and promises only what its source guarantees. It stores no
/// tickets and does not decide about order, duplicates or gaps; the engine does.
///
/// The engine calls ``poolSetup()`` before a fill, then fetches pages, then calls ``poolCleanup()`` after the commit,
/// and also after failure and cancellation. It fetches from several suppliers in parallel, but from each supplier one
/// page at a time.
public protocol Supplier: Sendable {
    /// The identity in the store; never changes.
    var id: SupplierID { get }
    /// The name on the screen.
    var name: String { get }
    /// The kind of source, such as `feed`. Determines colour and glyph.
    var kind: SupplierKind { get }
    /// The capabilities of the source.
    var traits: SupplierTraits { get }
    /// The presenter of its tickets.
    var presenter: any Presenter { get }
    /// The time before which the source certainly has no items, or `nil` if unknown.
    var timeThreshold: Timestamp? { get async }

    /// Prepares for a fill. Called on one supplier after another, so that the next can use what this one obtained,
    /// such as the authorisation of a shared account. A failure excludes this supplier from the fill.
    func poolSetup() async throws(SupplierError)

    /// Returns one page. Must respond to cancellation of the task.
    func fetch(_ request: FetchRequest) async throws(SupplierError) -> FetchAnswer

    /// Ends a fill and releases what ``poolSetup()`` prepared. A request that the fill did not wait for may still be
    /// running.
    func poolCleanup() async

    /// Discards caches, cursors and sessions in memory. Called on restart, suspend and exit.
    func clearCurrentData() async

    /// Performs an action on a ticket at the source. Called only for the actions in ``traits``, one at a time,
    /// possibly during a fetch. Must respond to cancellation of the task; the outcome is then uncertain unless the
    /// supplier knows better.
    func perform(_ request: ActionRequest<TicketAction>, on ticket: Ticket) async -> ActionOutcome

    /// The account through which the supplier reads, or `nil` if it has none or the account cannot act.
    var account: (any AccountClient)? { get }

    /// Opens one connection to the source's stream and returns its events, until it ends. Called only for suppliers with
    /// ``SupplierTraits/streams``, at most once at a time, possibly during a fetch, and without ``poolSetup()``. The
    /// engine reconnects. Ends when the reading task is cancelled.
    func stream(_ request: StreamRequest) -> AsyncStream<StreamEvent>
}

extension Supplier {
    /// None.
    public var account: (any AccountClient)? { nil }

    /// Returns a stream without events.
    public func stream(_ request: StreamRequest) -> AsyncStream<StreamEvent> {
        AsyncStream { $0.finish() }
    }

    /// Unknown.
    public var timeThreshold: Timestamp? { get async { nil } }

    /// Does nothing.
    public func poolSetup() async throws(SupplierError) {}

    /// Does nothing.
    public func poolCleanup() async {}

    /// Does nothing, as a supplier without state in memory.
    public func clearCurrentData() async {}

    /// Refuses every action.
    public func perform(_ request: ActionRequest<TicketAction>, on ticket: Ticket) async -> ActionOutcome {
        .refused(.unsupportedAction(of: name))
    }
}

/// The capabilities of a supplier's source. The engine looks at these traits, never at the kind.
public struct SupplierTraits: Hashable, Sendable, Codable {
    /// The way a source keeps its items.
    public enum Shape: String, Hashable, Sendable, Codable {
        /// A stream that can be paged from any place.
        case log
        /// Only the newest N items. Two windows are continuous only if the newer one still holds a known item.
        case window
    }

    /// The way the source keeps its items. Decides what two pages prove together.
    public var shape: Shape
    /// True if the source can page towards older items.
    public var pagesOlder: Bool
    /// True if the source can deliver the newer items next to a place.
    public var pagesNewer: Bool
    /// True if the source can be asked for a time range.
    public var readsTimeRanges: Bool
    /// The maximum number of items on a page.
    public var maximumPage: Int
    /// The longest delay between an item's time and its appearance. A refresh reads this much again.
    public var lateness: Duration
    /// The supported actions, and whether each can be repeated after an uncertain outcome.
    public var actions: [TicketAction.Kind: ActionRepetition]
    /// True if the source has a stream, see ``Supplier/stream(_:)``. Only for ``Shape/log``.
    public var streams: Bool

    /// True if the source can be read from any other place than its newest item.
    public var canBeReadBelowNewest: Bool { pagesOlder || pagesNewer || readsTimeRanges }

    /// Creates traits; the defaults describe a stream that can page only towards older items.
    public init(
        shape: Shape = .log, pagesOlder: Bool = true, pagesNewer: Bool = false, readsTimeRanges: Bool = false,
        maximumPage: Int = 60, lateness: Duration = .zero, actions: [TicketAction.Kind: ActionRepetition] = [:],
        streams: Bool = false
    ) {
        self.shape = shape
        self.pagesOlder = pagesOlder
        self.pagesNewer = pagesNewer
        self.readsTimeRanges = readsTimeRanges
        self.maximumPage = maximumPage
        self.lateness = lateness
        self.actions = actions
        self.streams = streams
    }
}
