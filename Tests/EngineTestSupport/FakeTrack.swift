public import EngineConcepts
import Synchronization

/// A Track in memory under the control of a test: an engine without suppliers and a store without a file.
///
/// It fetches nothing. A test changes its content with ``commit(_:gaps:visibleRanges:)`` and reports states of fills with
/// ``emit(_:)``.
public final class FakeTrack: Engine, TrackReader, MarkStore, SettingStore {
    /// A call to the engine.
    public enum Call: Hashable, Sendable {
        case refresh(FillID)
        case refreshOnly(FillID, Set<SupplierID>)
        case fill(FillID, GapID, GapSide, FillAmount)
        case retryFill(FillID, GapID, GapSide, FillAmount)
        case cancel(FillID)
        case perform(ActionID, TicketAction, TicketID)
        case request(ActionID, RequestedAction)
        case retry(ActionID)
        case drop(ActionID)
    }

    private struct State {
        var statistics = EngineStatistics()
        var tickets: [Ticket] = []
        var gaps: [Gap] = []
        var marks: [TicketID: Marks] = [:]
        var classifications: [TicketID: Classification] = [:]
        var effects: [LabelID: LabelEffect] = [:]
        /// The tickets of one story, lead first.
        var story: [TicketID] = []
        var settings: [String: String] = [:]
        var storedChanges: [SettingChange] = []
        var refusedAccounts: Set<AccountID> = []
        var version = TrackVersion.empty
        var visibleRanges = TimeframeSet()
        var suppliers: [SupplierStatus] = []
        var listeners: [Int: AsyncStream<EngineEvent>.Continuation] = [:]
        var calls: [Call] = []
        var windows: [WindowRequest] = []
        var supplierCountReads = 0
        var count = 0
        var failure: (any Error)?
        var pending: [PendingAction] = []
        var whilePresenting: (@Sendable () async -> Void)?
        var whileStoringSettings: (@Sendable () async -> Void)?

        func entry(_ ticket: Ticket) -> TrackEntry {
            TrackEntry(
                TicketFacts(ticket, marks: marks[ticket.id] ?? Marks()),
                as: classifications[ticket.id] ?? Classification(),
                effects: effects, storyMember: storyMember(of: ticket.id))
        }

        private func storyMember(of ticket: TicketID) -> StoryMember? {
            guard story.contains(ticket), let lead = story.first else { return nil }
            let isFolded = ticket != lead && !story.contains { marks[$0]?.isStoryUnfolded == true }
            return StoryMember(
                others: story.filter { $0 != ticket }, lead: isFolded ? lead : nil, isDuplicate: ticket != lead)
        }
    }

    private let state = Mutex(State())

    /// Creates an empty Track.
    public init() {}

    // MARK: Control by tests

    /// The calls so far, without reads.
    public var calls: [Call] { state.withLock { $0.calls } }

    /// The fill that the last call has begun, or `nil` if that call began none.
    public var lastFill: FillID? {
        switch calls.last {
        case .refresh(let fill)?, .refreshOnly(let fill, _)?, .fill(let fill, _, _, _)?, .retryFill(let fill, _, _, _)?:
            fill
        default: nil
        }
    }

    /// The windows read so far.
    public var windows: [WindowRequest] { state.withLock { $0.windows } }

    /// The number of times that the suppliers' counts were read.
    public var supplierCountReads: Int { state.withLock { $0.supplierCountReads } }

    /// The changes of settings that came with actions, in order.
    public var storedChanges: [SettingChange] { state.withLock { $0.storedChanges } }

    /// The current settings.
    public var settings: [String: String] {
        get { state.withLock { $0.settings } }
        set { state.withLock { $0.settings = newValue } }
    }

    /// Returns the current marks.
    public func marks(of ticket: TicketID) -> Marks {
        state.withLock { $0.marks[ticket] ?? Marks() }
    }

    /// Sets the labels of a ticket, and the effects of labels other than hiding.
    public func setClassification(
        _ classification: Classification, of ticket: TicketID, effects: [LabelID: LabelEffect] = [:]
    ) {
        state.withLock { state in
            state.classifications[ticket] = classification
            state.effects.merge(effects) { $1 }
        }
    }

    /// Makes these tickets one story. All but the first are folded under it, unless the user unfolds them.
    public func makeStory(_ tickets: [TicketID]) {
        state.withLock { $0.story = tickets }
    }

    /// Sets the status of the suppliers.
    public func setSuppliers(_ suppliers: [SupplierStatus]) {
        state.withLock { $0.suppliers = suppliers }
    }

    /// Sets the pending actions, which are shown on the tickets.
    public func setPending(_ actions: [PendingAction]) {
        state.withLock { $0.pending = actions }
    }

    /// Refuses the actions of an account without storing them.
    public func refuse(actionsOf account: AccountID) {
        state.withLock { _ = $0.refusedAccounts.insert(account) }
    }

    /// Runs `work` before each setting is stored.
    public func whileStoringSettings(_ work: @escaping @Sendable () async -> Void) {
        state.withLock { $0.whileStoringSettings = work }
    }

    /// Makes all reads and writes fail, or succeed again with `nil`.
    public func fail(with error: (any Error)?) {
        state.withLock { $0.failure = error }
    }

    /// Replaces the tickets and gaps and reports the difference.
    public func commit(_ tickets: [Ticket], gaps: [Gap] = [], visibleRanges: TimeframeSet? = nil) {
        let event = state.withLock { state -> EngineEvent in
            let before = Self.rows(state)
            state.tickets = tickets.sorted { $0.key < $1.key }
            state.gaps = gaps
            if let visibleRanges { state.visibleRanges = visibleRanges }
            state.version = state.version.next
            let changes = Self.changes(from: before, to: Self.rows(state), version: state.version)
            return .committed(changes, Self.snapshot(state))
        }
        emit(event)
    }

    public func setStatistics(_ statistics: EngineStatistics) {
        state.withLock { $0.statistics = statistics }
    }

    /// Sends an event to all listeners.
    public func emit(_ event: EngineEvent) {
        for listener in state.withLock({ Array($0.listeners.values) }) { listener.yield(event) }
    }

    // MARK: Engine

    public var snapshot: TrackSnapshot {
        get async { state.withLock { Self.snapshot($0) } }
    }

    public var statistics: EngineStatistics {
        get async { state.withLock(\.statistics) }
    }

    public func events() -> AsyncStream<EngineEvent> {
        let (stream, continuation) = AsyncStream<EngineEvent>.makeStream()
        let id = state.withLock { state in
            state.count += 1
            state.listeners[state.count] = continuation
            return state.count
        }
        continuation.onTermination = { [weak self] _ in
            self?.state.withLock { $0.listeners[id] = nil }
        }
        return stream
    }

    public func refresh(
        _ occasion: RefreshOccasion, of suppliers: Set<SupplierID>?, includingPaused: Bool
    ) -> FillID {
        call { fill in suppliers.map { .refreshOnly(fill, $0) } ?? .refresh(fill) }
    }

    public func fill(_ gap: GapID, from side: GapSide, amount: FillAmount, in view: TrackView) -> FillID {
        call { .fill($0, gap, side, amount) }
    }

    public func retry(_ gap: GapID, from side: GapSide, amount: FillAmount, in view: TrackView) -> FillID {
        call { .retryFill($0, gap, side, amount) }
    }

    public func canRetry(_ gap: GapID) async -> Bool { true }

    public func cancel(_ fill: FillID) {
        state.withLock { $0.calls.append(.cancel(fill)) }
    }

    public func withdraw(_ fill: FillID) { cancel(fill) }

    public func perform(_ request: RequestedAction, storing change: SettingChange?) -> ActionID {
        if let change {
            state.withLock { state in
                if case .account(let account) = request.performer, state.refusedAccounts.contains(account) { return }
                state.storedChanges.append(change)
                state.settings[change.name] = change.value
            }
        }
        return state.withLock { state in
            state.count += 1
            let id = ActionID(String(state.count))
            switch request {
            case .ticket(let action, let ticket): state.calls.append(.perform(id, action, ticket))
            case .person, .account: state.calls.append(.request(id, request))
            }
            return id
        }
    }

    public var pendingActions: [PendingAction] {
        get async { state.withLock { $0.pending } }
    }

    public func retry(_ action: ActionID) {
        state.withLock { $0.calls.append(.retry(action)) }
    }

    public func drop(_ action: ActionID) {
        state.withLock { $0.calls.append(.drop(action)) }
    }

    public func resumeActions() {}

    public var lateOutcome: FillOutcome { FillOutcome() }

    public func waitUntilIdle() async {}

    public func suppliersChanged() async {}

    public func restartSuppliers(_ suppliers: Set<SupplierID>?) async {}

    public func resumeStreams() {}

    public func pauseStreams() {}

    public func storeBesideTrack(_ items: [SourceItem], of supplier: SupplierID) async throws {}

    /// Removes nothing.
    public func remove(by retention: Retention, _ progress: @Sendable (Int) async -> Void) async throws -> Int { 0 }

    /// Runs `step` once while a presenter is awaited.
    public func whilePresenting(_ step: @escaping @Sendable () async -> Void) {
        state.withLock { $0.whilePresenting = step }
    }

    public func presenter(for supplier: SupplierID) async -> any Presenter {
        let step = state.withLock { state in
            defer { state.whilePresenting = nil }
            return state.whilePresenting
        }
        await step?()
        return PlainTestPresenter()
    }

    private func call(_ make: (FillID) -> Call) -> FillID {
        state.withLock { state in
            state.count += 1
            let id = FillID(state.count)
            state.calls.append(make(id))
            return id
        }
    }

    // MARK: TrackReader

    public func window(_ request: WindowRequest) async throws -> TrackWindow {
        try state.withLock { state in
            if let failure = state.failure { throw failure }
            state.windows.append(request)
            let rows = Self.rows(state, in: request.view)
            let anchor =
                switch request.anchor {
                case .top: 0
                case .bottom: max(0, rows.count - 1)
                case .place(let place): rows.firstIndex { $0.place >= place } ?? rows.count
                case .time(let time): rows.firstIndex { $0.place.time <= time } ?? rows.count
                }
            let first = max(0, anchor - request.above)
            let end = min(rows.count, anchor + request.below)
            let window = TrackWindow(
                rows: Array(rows[first..<max(first, end)]), anchorIndex: anchor - first, reachesTop: first == 0,
                reachesBottom: end == rows.count, version: state.version)
            return ActionOverlay(state.pending).applied(to: window)
        }
    }

    public func entry(_ id: TicketID) async throws -> TrackEntry? {
        try state.withLock { state in
            if let failure = state.failure { throw failure }
            return state.tickets.first { $0.id == id }.map(state.entry).map(ActionOverlay(state.pending).applied)
        }
    }

    public func counts(in view: TrackView) async throws -> TrackCounts {
        try state.withLock { state in
            if let failure = state.failure { throw failure }
            return Self.counts(state, in: view)
        }
    }

    public func labelCounts(in view: TrackView) async throws -> [LabelID: TrackCounts] {
        try state.withLock { state in
            if let failure = state.failure { throw failure }
            let labels = Set(state.classifications.values.flatMap(\.labels))
            let counts = labels.map { label in
                var view = view
                view.topics = TopicSelection([label])
                return (label, Self.counts(state, in: view))
            }
            return Dictionary(uniqueKeysWithValues: counts).filter { $0.value != TrackCounts() }
        }
    }

    public func supplierCounts(in view: TrackView) async throws -> [SupplierID: TrackCounts] {
        try state.withLock { state in
            if let failure = state.failure { throw failure }
            state.supplierCountReads += 1
            let suppliers = Set(state.tickets.map(\.supplier))
                .filter { view.suppliers?.contains($0) ?? true }
            let counts = suppliers.map { supplier in
                var view = view
                view.suppliers = [supplier]
                return (supplier, Self.counts(state, in: view))
            }
            return Dictionary(uniqueKeysWithValues: counts).filter { $0.value != TrackCounts() }
        }
    }

    /// Returns 0: there is no store.
    public func withheld(in timeframe: Timeframe, of view: TrackView, upTo limit: Int) async throws -> Int { 0 }

    public func find(
        _ condition: SeekCondition, from place: TrackPlace, towards side: ReadDirection, in view: TrackView
    ) async throws -> TrackPlace? {
        state.withLock { state in
            let rows = Self.rows(state, in: view).filter { side == .older ? $0.place > place : $0.place < place }
            let found = rows.filter { row in
                switch (condition, row) {
                case (.gap, .gap): true
                case (.unread, .ticket(let entry)): !entry.marks.isRead
                case (.starred, .ticket(let entry)): entry.marks.isStarred
                case (.late, .ticket(let entry)): entry.isLate
                case (.otherSupplier(let supplier), .ticket(let entry)): entry.ticket.supplier != supplier
                default: false
                }
            }
            return (side == .older ? found.first : found.last)?.place
        }
    }

    // MARK: MarkStore

    public func mark(
        _ tickets: [TicketID], _ change: MarkChange, _ tell: @Sendable (Int) async -> Void
    ) async throws -> [TicketID: Marks] {
        await tell(tickets.count)
        return try apply(change, to: tickets)
    }

    private func apply(_ change: MarkChange, to tickets: [TicketID]) throws -> [TicketID: Marks] {
        try state.withLock { state in
            if let failure = state.failure { throw failure }
            var before: [TicketID: Marks] = [:]
            for ticket in tickets {
                let marks = state.marks[ticket] ?? Marks()
                before[ticket] = marks
                state.marks[ticket] = change.applied(to: marks)
            }
            return before
        }
    }

    public func markRead(
        downFrom place: TrackPlace?, in view: TrackView, _ tell: @Sendable (Int) async -> Void
    ) async throws -> [TicketID] {
        let marked = try read(downFrom: place, in: view)
        await tell(marked.count)
        return marked
    }

    private func read(downFrom place: TrackPlace?, in view: TrackView) throws -> [TicketID] {
        try state.withLock { state in
            if let failure = state.failure { throw failure }
            var changed: [TicketID] = []
            for case .ticket(let entry) in Self.rows(state, in: view) {
                let id = entry.ticket.id
                guard !entry.marks.isRead, place.map({ .ticket(entry.ticket.key) >= $0 }) ?? true else { continue }
                changed.append(id)
                state.marks[id, default: Marks()].isRead = true
            }
            return changed
        }
    }

    public func restore(_ marks: [TicketID: Marks], _ tell: @Sendable (Int) async -> Void) async throws {
        state.withLock { $0.marks.merge(marks) { _, new in new } }
    }

    // MARK: SettingStore

    public func settings(_ names: [String]) async throws -> [String: String] {
        state.withLock { $0.settings.filter { names.contains($0.key) } }
    }

    public func settings(beginningWith prefix: String) async throws -> [String: String] {
        state.withLock { $0.settings.filter { $0.key.hasPrefix(prefix) } }
    }

    public func setSetting(_ name: String, to value: String?) async throws {
        await state.withLock(\.whileStoringSettings)?()
        state.withLock { $0.settings[name] = value }
    }

    // MARK: Helpers

    private static func counts(_ state: State, in view: TrackView) -> TrackCounts {
        let shown = state.tickets.map(state.entry)
        let seen = shown.filter(view.includes)
        let unfiltered = view.filtered(.off)
        return TrackCounts(
            total: seen.count, unread: seen.count { !$0.marks.isRead },
            hidden: shown.count { $0.hiddenBy != nil && unfiltered.includes($0) })
    }

    private static func rows(_ state: State, in view: TrackView = .all) -> [TrackRow] {
        let tickets = state.tickets.compactMap { ticket -> TrackRow? in
            let entry = state.entry(ticket)
            return view.includes(entry) ? .ticket(entry) : nil
        }
        let gaps = view.gaps(of: state.gaps)
        // The tickets are in order.
        guard !gaps.isEmpty else { return tickets }
        return (tickets + gaps.map(TrackRow.gap)).sorted { $0.place < $1.place }
    }

    private static func snapshot(_ state: State) -> TrackSnapshot {
        TrackSnapshot(
            version: state.version, gaps: state.gaps, visibleRanges: state.visibleRanges, suppliers: state.suppliers
        )
    }

    private static func changes(from old: [TrackRow], to new: [TrackRow], version: TrackVersion) -> TrackChanges {
        let before = old.keyed(by: \.id)
        let after = Set(new.map(\.id))
        var changes = TrackChanges(version: version)
        changes.removed = old.map(\.id).filter { !after.contains($0) }
        var above: TrackRow.ID?
        for row in new {
            if let known = before[row.id] {
                if known != row { changes.reloaded.append(row.id) }
            } else {
                changes.inserted.append(TrackChanges.Insertion(row.place, below: above))
            }
            above = row.id
        }
        return changes
    }
}
