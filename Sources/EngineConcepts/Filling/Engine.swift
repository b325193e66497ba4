/// Runs one Track: the interface for screens and commands. A process can have several engines.
///
/// Calls that start work return at once. Fills run one after another in call order. Each has an identity and a state;
/// ``events()`` reports the changes.
public protocol Engine: Sendable {
    /// The current state.
    var snapshot: TrackSnapshot { get async }

    /// Counts of the engine's work since its creation, and its current work.
    var statistics: EngineStatistics { get async }

    /// The sum of what answers brought that came after the end of their fill, since the creation of the engine. Complete
    /// for all earlier fills once ``waitUntilIdle()`` has returned.
    var lateOutcome: FillOutcome { get async }

    /// Returns a stream of all events from now on. Each call starts its own stream, which delivers every event
    /// exactly once.
    func events() -> AsyncStream<EngineEvent>

    /// Queues a refresh of these suppliers, or of all. If the same refresh is already queued, returns that one.
    ///
    /// A refresh of some suppliers ignores backoffs after failures. The others have a gap above what the Track showed
    /// before.
    @discardableResult
    func refresh(_ occasion: RefreshOccasion, of suppliers: Set<SupplierID>?) -> FillID

    /// Queues a fill of a gap. The tickets wanted are counted in `view`: the fill continues until the view shows
    /// enough of them or a limit is reached.
    @discardableResult
    func fill(_ gap: GapID, from side: GapBound, amount: FillAmount, in view: TrackView) -> FillID

    /// Forgets why suppliers could not deliver a gap, so that the next fill asks them again. Sources that offer only
    /// their newest items are left out. Returns after the commit.
    func reopen(_ gap: GapID) async

    /// Cancels a queued or running fill. The Track stays valid and keeps what is committed.
    func cancel(_ fill: FillID)

    /// Updates the Track after the control unit's suppliers changed. Added suppliers open gaps over what is loaded;
    /// removed ones take their tickets and their part of the gaps along. Nothing else changes, and both can be
    /// undone. Returns after the commit, without waiting for a running fill.
    func suppliersChanged() async

    /// Makes every supplier discard its state in memory, and the store its page tokens and failures. Tickets,
    /// coverage and unexpired rate limits stay, so that the next fill continues from there.
    func restartSuppliers() async

    /// Removes the tickets that `retention` does not keep and returns their number. Tickets with unconfirmed actions
    /// stay. Throws ``RetentionObstacle`` if this engine may not change the Track.
    ///
    /// - Parameter progress: Called from time to time with the number of tickets removed so far.
    @discardableResult
    func remove(by retention: Retention, _ progress: @Sendable (Int) async -> Void) async throws -> Int

    /// Stores items of a supplier that its stream has not delivered, such as posts of a thread, so that they can be
    /// marked and acted on. They do not enter the Track. Of items in the Track only counts, reactions and polls are
    /// updated. Returns once they are stored.
    func keep(_ items: [SourceItem], of supplier: SupplierID) async throws

    /// Performs an action on a ticket at its source. The change is shown at once and stored before it is sent. Each
    /// supplier sends its actions in its own queue, which keeps the order of actions on one ticket.
    /// ``EngineEvent/action(_:)`` reports the progress.
    ///
    /// Reactions are coalesced: equal ones are sent once, and two that cancel each other out before either is sent
    /// are not sent at all.
    @discardableResult
    func perform(_ action: TicketAction, on ticket: TicketID) -> ActionID

    /// Performs an action on a person through the person's account. See ``perform(_:on:)-(TicketAction,_)``; the change
    /// is not shown on tickets.
    @discardableResult
    func perform(_ action: PersonAction, on person: Person) -> ActionID

    /// Performs an action of an account, such as a new post, which enters the Track with the server's answer.
    @discardableResult
    func perform(_ action: AccountAction, by account: AccountID) -> ActionID

    /// Performs an action of any kind, and changes a setting in the transaction that stores the action. If the action is
    /// refused without being stored, the setting stays as it is.
    @discardableResult
    func perform(_ request: RequestedAction, storing change: SettingChange?) -> ActionID

    /// The unfinished actions, in call order.
    var pendingActions: [PendingAction] { get async }

    /// Sends an uncertain or waiting action again now.
    func retry(_ action: ActionID)

    /// Removes an action that is not being sent. A waiting action is undone; an uncertain one is left in whatever
    /// state the source has it.
    func drop(_ action: ActionID)

    /// Loads the actions that were stored when the program last ended. Those that were being sent then are uncertain,
    /// or are sent again if that is safe. Nothing stored is sent before this call, so only a process that may send
    /// should make it.
    func resumeActions()

    /// Opens the streams of all suppliers that have one, keeps them open and follows changes of the supplier list, until
    /// ``pauseStreams()``. Nothing is streamed before this call.
    func resumeStreams()

    /// Closes all streams. What appears from now on is in a gap until the next fill or stream.
    func pauseStreams()

    /// Waits until every queued fill has ended, late answers included, and no action is being sent. Does not wait for
    /// actions that wait for a time or for the reader.
    func waitUntilIdle() async

    /// Returns the presenter for the supplier's tickets, or a plain one if the supplier is unknown.
    func presenter(for supplier: SupplierID) async -> any Presenter
}

extension Engine {
    /// Nothing: an engine that waits for all answers.
    public var lateOutcome: FillOutcome { FillOutcome() }

    /// Does nothing: an engine without streams.
    public func resumeStreams() {}

    /// Does nothing: an engine without streams.
    public func pauseStreams() {}

    /// Stores nothing: an engine whose store has the Track alone.
    public func keep(_ items: [SourceItem], of supplier: SupplierID) async throws {}

    /// Removes nothing: an engine without a durable store keeps everything.
    public func remove(by retention: Retention, _ progress: @Sendable (Int) async -> Void) async throws -> Int { 0 }

    /// Queues a refresh of all suppliers.
    @discardableResult
    public func refresh(_ occasion: RefreshOccasion) -> FillID {
        refresh(occasion, of: nil)
    }

    /// Queues a refresh requested by the user.
    @discardableResult
    public func refresh() -> FillID {
        refresh(.manual)
    }

    /// Queues a fill of a gap, counting all tickets of the Track.
    @discardableResult
    public func fill(_ gap: GapID, from side: GapBound, amount: FillAmount) -> FillID {
        fill(gap, from: side, amount: amount, in: .all)
    }
}

/// The reason why an engine may not remove tickets now, for example because another process changes the Track.
public struct RetentionObstacle: PresentableError {
    public let message: Message
    public var cause: String? { nil }

    public init(message: Message) {
        self.message = message
    }
}

/// An event of an engine.
public enum EngineEvent: Sendable {
    /// A fill entered this state. `gap` is `nil` for a refresh.
    case fill(FillID, gap: GapID?, FillState)
    /// The progress of a running fill.
    case progress(FillID, FillProgress)
    /// A commit changed the Track.
    case committed(TrackChanges, TrackSnapshot)
    /// An action entered this state. A commit that reloads the ticket reports the change to it.
    case action(PendingAction)
    /// An action created this item, which is in the Track as a ticket of the supplier, or nowhere if that is `nil`.
    /// Comes before the event that the action is done.
    case created(ActionID, SourceItem, in: SupplierID?)
    /// A request failed. `fill` is `nil` if the answer came after its fill had ended.
    case supplierFailed(SupplierID, SupplierError, fill: FillID?)
    /// The stream of a supplier entered this state.
    case stream(SupplierID, StreamState)
    /// The engine itself failed, for example when writing to the store.
    case failure(Message)
}
