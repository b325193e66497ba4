/// One Track and all that keeps it: what screens and commands talk to. Several engines can live in one process.
///
/// Calls return at once. Fills run one after another in call order, each with an identity and a state; what happens is
/// told by ``events()``.
public protocol Engine: Sendable {
    /// How things stand now.
    var snapshot: TrackSnapshot { get async }

    /// What the engine has done since it was made, and what it does now.
    var statistics: EngineStatistics { get async }

    /// Everything that happens from now on. Each call starts a stream of its own; none is missed or told twice.
    func events() -> AsyncStream<EngineEvent>

    /// Asks for what is new. A refresh that is queued already serves this call too.
    @discardableResult
    func refresh(_ occasion: RefreshOccasion) -> FillID

    /// Asks for a gap to be filled. What is wanted of it is counted in `view`: a fill goes on until there is enough to be
    /// seen there, as far as the limits allow.
    @discardableResult
    func fill(_ gap: GapID, from side: GapSide, amount: FillAmount, in view: TrackView) -> FillID

    /// Forgets why suppliers could not deliver a gap, as far as their sources can be read further than from their newest
    /// items: the next fill of it asks them once more. Returns when that is committed.
    func reopen(_ gap: GapID) async

    /// Cancels a fill, queued or running. The Track stays valid; what is committed stays.
    func cancel(_ fill: FillID)

    /// Makes the Track follow the control unit: suppliers that it has gained open gaps over what is loaded, those that
    /// it has lost take their tickets and their share of the gaps along. Nothing else moves, and both can be undone.
    /// Returns when that is committed; a running fill is not waited for.
    func suppliersChanged() async

    /// Makes every supplier forget what it holds in memory, and the store where each was to be read on. Tickets and
    /// coverage stay: the next fill finds its way from there. That they have failed is forgotten, too, save where a source
    /// asked for patience that still holds.
    func restartSuppliers() async

    /// Does something to a ticket at its source. It shows at once, is kept before it is sent, and is sent in the lane of
    /// the ticket's supplier, where actions on one ticket keep their order. What becomes of it is told by
    /// ``EngineEvent/action(_:)``.
    ///
    /// Reactions are coalesced: of several that are the same one is sent, and of a pair that undoes itself, while
    /// neither was sent, nothing.
    @discardableResult
    func perform(_ action: TicketAction, on ticket: TicketID) -> ActionID

    /// The actions that have not ended, in the order in which they were asked for.
    var pendingActions: [PendingAction] { get async }

    /// Sends an action again now: one that is uncertain, or that waits for its next attempt.
    func retry(_ action: ActionID)

    /// Drops an action that is not being sent: one that waits is taken back, one that is uncertain is left as it is at the
    /// source, whatever that may be.
    func drop(_ action: ActionID)

    /// Takes up the actions that were kept when the program last ended. What was being sent then is uncertain, or is sent
    /// again where that is safe. To be called by whoever may send: nothing kept is sent before.
    func resumeActions()

    /// Waits until every fill queued so far has ended, late answers included, and no action is being sent. Actions that
    /// wait for a time or for the reader are not waited for.
    func settle() async

    /// What presents the tickets of this supplier; a plain presenter where the supplier is not known any more.
    func presenter(for supplier: SupplierID) async -> any Presenter
}

extension Engine {
    /// Asks for what is new, since somebody wants to know.
    @discardableResult
    public func refresh() -> FillID {
        refresh(.wanted)
    }

    /// Asks for a gap to be filled, for a reader who sees all of the Track.
    @discardableResult
    public func fill(_ gap: GapID, from side: GapSide, amount: FillAmount) -> FillID {
        fill(gap, from: side, amount: amount, in: .all)
    }
}

/// From which of its bounds a gap is filled.
public enum GapSide: String, Hashable, Sendable, Codable {
    /// From the newer bound downwards.
    case newer
    /// From the older bound upwards.
    case older
}

/// How much of a gap to fill.
public enum FillAmount: Hashable, Sendable, Codable {
    /// As much as one Pool holds.
    case pool
    /// At least this many tickets, where there are as many.
    case count(Int)
    /// Until this time is reached.
    case until(Timestamp)
    /// All of it.
    case all
}

/// Names a fill; grows with every call.
public struct FillID: Hashable, Comparable, Sendable, Codable {
    /// The number of the call.
    public let number: Int

    /// Makes the identity of the fill with this number.
    public init(_ number: Int) {
        self.number = number
    }

    /// Orders by call.
    public static func < (lhs: FillID, rhs: FillID) -> Bool {
        lhs.number < rhs.number
    }
}

/// What a fill is doing.
public enum FillState: Hashable, Sendable {
    /// Waiting for the fills before it.
    case queued
    /// Asking suppliers.
    case filling
    /// Told to stop, and stopping.
    case cancelling
    /// Ended as asked: this is what it brought.
    case done(FillOutcome)
    /// Ended without a commit.
    case failed(Message)
    /// Ended because somebody cancelled it.
    case cancelled

    /// What it is called, without what it brought.
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

    /// Whether it has ended.
    public var isFinal: Bool {
        switch self {
        case .queued, .filling, .cancelling: false
        case .done, .failed, .cancelled: true
        }
    }
}

/// What a fill brought.
public struct FillOutcome: Hashable, Sendable {
    /// New tickets.
    public var inserted: Int
    /// Those of them that came late, into what the Track showed already.
    public var late: Int
    /// Tickets that were stored before, and that the Track shows from now on.
    public var revealed: Int
    /// Tickets whose content changed; new counts are not counted.
    public var updated: Int
    /// Tickets deleted at their source.
    public var deleted: Int
    /// Items that sources left out by rules of their own.
    public var filtered: Int
    /// The suppliers that did not answer as they should, and why.
    public var troubles: [SupplierID: GapCause]

    /// Makes an outcome.
    public init(
        inserted: Int = 0, late: Int = 0, revealed: Int = 0, updated: Int = 0, deleted: Int = 0, filtered: Int = 0,
        troubles: [SupplierID: GapCause] = [:]
    ) {
        self.inserted = inserted
        self.late = late
        self.revealed = revealed
        self.updated = updated
        self.deleted = deleted
        self.filtered = filtered
        self.troubles = troubles
    }
}

/// What an engine tells.
public enum EngineEvent: Sendable {
    /// A fill came into this state. `gap` names what it fills; nil for a refresh.
    case fill(FillID, gap: GapID?, FillState)
    /// How far a running fill is.
    case progress(FillID, FillProgress)
    /// A commit changed the Track.
    case committed(TrackChanges, TrackSnapshot)
    /// An action came into this state. What it changes on its ticket is told as a commit that reloads it.
    case action(PendingAction)
    /// A supplier did not do as it should. `fill` names the one that asked; nil where the answer was late.
    case trouble(SupplierID, SupplierError, fill: FillID?)
    /// The engine itself could not go on with something, such as writing to the store.
    case failure(Message)
}

/// How far a fill is.
public struct FillProgress: Hashable, Sendable {
    /// Suppliers that have answered or failed.
    public var answered: Int
    /// Suppliers that are asked.
    public var asked: Int
    /// The supplier that last answered or failed.
    public var latest: SupplierID?
    /// What became of its request.
    public var outcome: Outcome?

    /// What became of a supplier's request.
    public enum Outcome: Hashable, Sendable {
        /// It answered with so many items that were never seen before.
        case answered(fresh: Int)
        /// It failed.
        case failed(SupplierError)
        /// It keeps the others waiting no longer, and may answer yet.
        case slow
        /// It was not asked, since it had asked for patience or failed too often.
        case held
    }

    /// Makes a report of progress.
    public init(answered: Int, asked: Int, latest: SupplierID? = nil, outcome: Outcome? = nil) {
        self.answered = answered
        self.asked = asked
        self.latest = latest
        self.outcome = outcome
    }
}

/// How an engine stands at one version.
public struct TrackSnapshot: Hashable, Sendable {
    /// The version.
    public var version: TrackVersion
    /// The gaps, newest first.
    public var gaps: [Gap]
    /// What the Track shows.
    public var extent: TimeframeSet
    /// The active suppliers, by name.
    public var suppliers: [SupplierStatus]

    /// Makes a snapshot.
    public init(version: TrackVersion, gaps: [Gap], extent: TimeframeSet, suppliers: [SupplierStatus]) {
        self.version = version
        self.gaps = gaps
        self.extent = extent
        self.suppliers = suppliers
    }
}

/// How a supplier is.
public struct SupplierStatus: Hashable, Sendable, Identifiable {
    /// Who it is.
    public var id: SupplierID
    /// Its name on the screen.
    public var name: String
    /// What kind of source it is.
    public var kind: SupplierKind
    /// How it was when last asked.
    public var condition: SupplierState.Condition
    /// When it last answered without an error.
    public var lastSuccess: Timestamp?
    /// What it covers.
    public var covered: TimeframeSet
    /// Below this, it has nothing.
    public var floor: SupplierState.Floor?
    /// What the source calls itself, as far as it ever said so.
    public var sourceName: String?
    /// Where the source has moved for good, as far as it ever said so.
    public var sourceAddress: String?
    /// The warning of its last answer, or `nil` if there was none.
    public var remark: Message?
    /// When it is worth asking again, as far as the supplier says.
    public var freshUntil: Timestamp?
    /// What it is left in peace for, each for its time.
    public var peace: [Backoff]
    /// What can be done to its tickets.
    public var actions: Set<TicketAction.Kind>

    /// Makes a status.
    public init(
        id: SupplierID, name: String, kind: SupplierKind, condition: SupplierState.Condition,
        lastSuccess: Timestamp?, covered: TimeframeSet, floor: SupplierState.Floor?,
        sourceName: String? = nil, sourceAddress: String? = nil, remark: Message? = nil, freshUntil: Timestamp? = nil,
        peace: [Backoff] = [], actions: Set<TicketAction.Kind> = []
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
        self.peace = peace
        self.actions = actions
    }

    /// Why, and until when, a refresh at `now` leaves it in peace: the longest; nil where nothing keeps it from asking.
    public func peace(at now: Timestamp) -> Backoff? {
        peace.filter { $0.holds(at: now) }.max { $0.until < $1.until }
    }
}
