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
