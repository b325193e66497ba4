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

/// The bound from which a gap is filled.
public enum GapBound: String, Hashable, Sendable, Codable {
    /// From the newer bound downwards.
    case newer
    /// From the older bound upwards.
    case older
}

/// How much of a gap to fill.
public enum FillAmount: Hashable, Sendable, Codable {
    /// As much as one Pool holds.
    case pool
    /// At least this many tickets, if there are as many.
    case count(Int)
    /// Down or up to this time.
    case until(Timestamp)
    /// The whole gap.
    case all
}

/// The state of a fill.
public enum FillState: Hashable, Sendable {
    /// Waiting for earlier fills.
    case queued
    /// Requesting pages.
    case filling
    /// Cancelled, but still stopping.
    case cancelling
    /// Ended normally.
    case done(FillOutcome)
    /// Ended without a commit.
    case failed(Message)
    /// Ended by cancellation.
    case cancelled

    /// The state's name, without the outcome.
    public var name: String {
        switch self {
        case .queued: "queued"
        case .filling: "filling"
        case .cancelling: "cancelling"
        case .done: "done"
        case .failed: "failed"
        case .cancelled: "cancelled"
        }
    }

    /// True if the fill has ended.
    public var isFinal: Bool {
        switch self {
        case .queued, .filling, .cancelling: false
        case .done, .failed, .cancelled: true
        }
    }
}

/// The result of a fill.
public struct FillOutcome: Hashable, Sendable {
    /// The number of new tickets.
    public var inserted: Int
    /// The new tickets that arrived late, in a range that the Track already showed.
    public var late: Int
    /// The number of tickets that were stored before and became visible.
    public var revealed: Int
    /// The number of tickets with changed content, not counting changed counts.
    public var updated: Int
    /// The number of tickets deleted at their source.
    public var deleted: Int
    /// The number of items that sources filtered out.
    public var filtered: Int
    /// The suppliers that did not answer normally, with the cause.
    public var problems: [SupplierID: GapCause]

    public init(
        inserted: Int = 0, late: Int = 0, revealed: Int = 0, updated: Int = 0, deleted: Int = 0, filtered: Int = 0,
        problems: [SupplierID: GapCause] = [:]
    ) {
        self.inserted = inserted
        self.late = late
        self.revealed = revealed
        self.updated = updated
        self.deleted = deleted
        self.filtered = filtered
        self.problems = problems
    }

    /// Adds the counts and problems of another commit.
    public mutating func add(_ other: FillOutcome) {
        inserted += other.inserted
        late += other.late
        revealed += other.revealed
        updated += other.updated
        deleted += other.deleted
        filtered += other.filtered
        problems.merge(other.problems) { $1 }
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

/// The progress of a fill.
public struct FillProgress: Hashable, Sendable {
    /// The number of suppliers that have answered or failed.
    public var answered: Int
    /// The number of suppliers asked.
    public var asked: Int
    /// The supplier that answered or failed last.
    public var latest: SupplierID?
    /// The result of that supplier's request.
    public var outcome: Outcome?

    /// The result of a supplier's request.
    public enum Outcome: Hashable, Sendable {
        /// It answered with this many items not seen before.
        case answered(fresh: Int)
        case failed(SupplierError)
        /// The fill no longer waits for it. It may still answer.
        case slow
        /// It was not asked because of a backoff.
        case skipped
    }

    public init(answered: Int, asked: Int, latest: SupplierID? = nil, outcome: Outcome? = nil) {
        self.answered = answered
        self.asked = asked
        self.latest = latest
        self.outcome = outcome
    }
}

/// The state of an engine at one version.
public struct TrackSnapshot: Hashable, Sendable {
    public var version: TrackVersion
    /// The gaps, newest first.
    public var gaps: [Gap]
    /// The ranges that the Track shows.
    public var visibleRanges: TimeframeSet
    /// The active suppliers, sorted by name.
    public var suppliers: [SupplierStatus]

    public init(version: TrackVersion, gaps: [Gap], visibleRanges: TimeframeSet, suppliers: [SupplierStatus]) {
        self.version = version
        self.gaps = gaps
        self.visibleRanges = visibleRanges
        self.suppliers = suppliers
    }

    /// The suppliers that have loaded nothing.
    public var unloaded: Set<SupplierID> { Set(suppliers.lazy.filter(\.hasLoadedNothing).map(\.id)) }

    /// The gaps as screens and commands show them: one for all suppliers that have loaded nothing, and those of the others.
    public var shownGaps: [Gap] { GapSelection(unloaded: unloaded).joiningUnloaded(gaps) }
}

/// The status of a supplier.
public struct SupplierStatus: Hashable, Sendable, Identifiable {
    public var id: SupplierID
    /// The name on the screen.
    public var name: String
    public var kind: SupplierKind
    /// The result of the last request.
    public var condition: SupplierState.Condition
    /// The time of the last successful request, or `nil` before the first.
    public var lastSuccess: Timestamp?
    /// The number of consecutive failures.
    public var failures = 0
    /// The time of the first of them, or `nil` if there is none or the time is unknown.
    public var failingSince: Timestamp?
    /// True if the user has paused the source, so that it is not asked.
    public var isPaused = false
    /// The ranges that it covers.
    public var covered: TimeframeSet
    /// The time below which the source has no items, or `nil` if unknown.
    public var floor: SupplierState.Floor?
    /// The source's own name, or `nil` if it never gave one.
    public var sourceName: String?
    /// The address to which the source has moved permanently, or `nil` if it has not moved.
    public var sourceAddress: String?
    /// A warning about the last answer, which was otherwise successful.
    public var remark: Message?
    /// The time until which the last answer is fresh, or `nil` if the source does not say.
    public var freshUntil: Timestamp?
    /// The number of requests that the source allows before its limit, or `nil` if it does not say.
    public var requestsLeft: Int?
    /// The backoff periods. Several can hold at once.
    public var backoffs: [Backoff]
    /// The actions that its tickets support.
    public var actions: Set<TicketAction.Kind>

    public init(
        id: SupplierID, name: String, kind: SupplierKind, condition: SupplierState.Condition,
        lastSuccess: Timestamp?, covered: TimeframeSet, floor: SupplierState.Floor?,
        sourceName: String? = nil, sourceAddress: String? = nil, remark: Message? = nil, freshUntil: Timestamp? = nil,
        requestsLeft: Int? = nil, backoffs: [Backoff] = [], actions: Set<TicketAction.Kind> = []
    ) {
        self.id = id
        self.name = name
        self.kind = kind
        self.condition = condition
        self.lastSuccess = lastSuccess
        self.covered = covered
        self.floor = floor
        self.sourceName = sourceName
        self.sourceAddress = sourceAddress
        self.remark = remark
        self.freshUntil = freshUntil
        self.requestsLeft = requestsLeft
        self.backoffs = backoffs
        self.actions = actions
    }

    /// True if the source has never answered, so that everything of it is missing.
    public var hasLoadedNothing: Bool {
        condition != .healthy && lastSuccess == nil && covered.isEmpty && floor == nil
    }

    /// True if the source is gone for good, or has failed several times in a row and not answered for a day. A source
    /// that never answered needs only six hours of failures.
    public func isFailingForLong(at now: Timestamp) -> Bool {
        guard case .failed(let error, _) = condition, error.code != .rateLimited else { return false }
        if error.code == .gone { return true }
        let limit =
            lastSuccess.map { $0.advanced(by: .seconds(86_400)) } ?? failingSince?.advanced(by: .seconds(21_600))
        return failures >= 3 && limit.map { $0 < now } ?? false
    }

    /// True if the source is gone for good.
    public var isGone: Bool {
        if case .failed(let error, _) = condition { error.code == .gone } else { false }
    }

    /// True if the last request reached no host, as without a connection.
    public var isUnreachable: Bool {
        guard case .failed(let error, _) = condition, error.code == .unreachable || error.code == .timedOut else {
            return false
        }
        return [.hostNotFound, .connectionFailed, .connectTooSlow, .connectTimedOut].contains(error.reason)
    }

    /// Returns the backoff that makes a refresh at `now` skip the supplier, or `nil` if there is none. Of several,
    /// returns the one that ends last.
    public func backoff(at now: Timestamp) -> Backoff? {
        backoffs.filter { $0.isActive(at: now) }.max { $0.until < $1.until }
    }
}

extension Collection<SupplierStatus> {
    /// True if no supplier can be reached, as without a connection. A single one may be at fault itself. Suppliers that
    /// are paused or were never asked do not count.
    public var isOffline: Bool {
        let asked = lazy.filter { $0.condition != .neverAsked && !$0.isPaused }
        // The first one that can be reached decides; the screen asks with every frame.
        return asked.allSatisfy(\.isUnreachable) && asked.count > 1
    }
}
