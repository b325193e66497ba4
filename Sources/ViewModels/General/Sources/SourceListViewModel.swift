public import EngineConcepts
import Queries

/// The state of the source list: topics as a tree, with their sources below.
public nonisolated struct SourceListState: ListState, Equatable, Sendable {
    /// The numbers of unread and of withheld tickets, in words, or the reason why the list could not be read.
    public var summary = ""
    /// The number of unread tickets, in words.
    public var brief = ""
    /// The words to filter by; empty for the whole tree.
    public var search = ""
    /// The visible rows, or `nil` while they load.
    public var rows: [SourceListRow]?
    /// The index of the row under the cursor.
    public var cursor = 0
    /// True if the list stays beside the timeline.
    public var isPinned = false

    /// The row under the cursor, or `nil` if there is none.
    public var current: SourceListRow? { rows?.element(at: cursor) }
}

/// A row of the source list.
public nonisolated struct SourceListRow: Equatable, Sendable, Identifiable {
    /// The identity of a row.
    public enum ID: Hashable, Sendable {
        /// All tickets.
        case all
        case topic(LabelID)
        /// A source below a topic, or below none.
        case source(SupplierID, in: LabelID?)

        /// The source, or `nil` if the row is not one.
        public var source: SupplierID? { if case .source(let id, _) = self { id } else { nil } }

        /// The topic, or `nil` if the row is not one.
        public var topic: LabelID? { if case .topic(let id) = self { id } else { nil } }
    }

    public var id: ID
    public var name: String
    /// The name below the rows around it: of a topic in another one, the last part.
    public var label: String
    /// The number of topics in which it is.
    public var depth: Int
    /// The number of unread tickets, or `nil` while it is unknown.
    public var unread: Int?
    /// True if the row is closed, false if the rows below it are visible, `nil` if it has none.
    public var isCollapsed: Bool?
    /// True if the timeline shows exactly this.
    public var isShown: Bool
    /// The kind of the source, or `nil` if the row is not one.
    public var kind: SupplierKind?
    /// The health of the source, or `nil` if the row is not one.
    public var health: SourceRow.Health?

    /// - Parameter label: The name below the rows around it, or `nil` for `name`.
    init(
        id: ID, name: String, label: String? = nil, depth: Int = 0, unread: Int?, isCollapsed: Bool? = nil,
        isShown: Bool, kind: SupplierKind? = nil, health: SourceRow.Health? = nil
    ) {
        self.id = id
        self.name = name
        self.label = label ?? name
        self.depth = depth
        self.unread = unread
        self.isCollapsed = isCollapsed
        self.isShown = isShown
        self.kind = kind
        self.health = health
    }
}

/// The source list: topics as a tree with their sources and unread counts. One instance serves the screen and the
/// sidebar of the timeline.
///
/// Counts come from the store's counters, so that a commit costs a few reads whatever the number of tickets. The list of
/// sources is read again only if the engine reports other suppliers or the library has changed. A list that is neither
/// open nor pinned reads nothing.
public final class SourceListViewModel: ViewModel {
    /// An action on the source list.
    public nonisolated enum Action: ListAction, Equatable {
        case move(Int)
        /// Put the cursor on a row.
        case select(SourceListRow.ID)
        /// Show only the current row in the timeline.
        case open
        /// Close or open the current topic, or that of the current source.
        case toggleTopic
        /// Refresh the current source, or those of the current topic.
        case refresh
        /// Mark all tickets of the current row as read. Can be undone.
        case markRead
        /// Show the next source with unread tickets in the timeline: the next one below the cursor, or after the source that
        /// the timeline shows.
        case showNextUnread(fromCursor: Bool)
        /// Keep the list beside the timeline, or remove it.
        case togglePinned
        /// Show only topics and sources that contain every word of a text in their names.
        case search(String)
        case undo
    }

    /// An output of the source list.
    public nonisolated enum Output: Equatable, Sendable {
        /// Show only these in the timeline; everything if both are empty. `closes` is true if the screen is no longer needed.
        case show(SupplierID?, topic: LabelID?, closes: Bool)
    }

    public private(set) var state = SourceListState() { didSet { stateChanged(from: oldValue) } }
    public let callbacks = ViewModelCallbacks<Output>(isLoading: true)

    private let reader: SourceListReader
    private let track: TrackServices
    private var session: Session { track.session }
    private var view = TrackView.all
    private var isOpen = false
    /// The sources of the user's list.
    private var descriptions: [SourceDescription] = []
    /// True if ``descriptions`` are to be read again.
    private var isListStale = true
    /// The states of the suppliers. The engine keeps a removed source until its running fill ends.
    private var statuses: [SupplierStatus] = []
    private var counts: SourceListTree.Counts?
    private var collapsed: Set<LabelID> = []
    private let refreshes: SourceRefreshes
    /// The sources with unread tickets are looked for one after another.
    private let showing: TaskQueue
    private var events: Task<Void, Never>?
    private lazy var reading = CoalescedTask(activity: session.activity) { [weak self] in
        await self?.session.messages.showingErrors(.readFailed) { try await self?.read() }
    }

    /// Creates the list; ``beginUpdates()`` restores it.
    public init(sources: any SourceManaging, track: TrackServices) {
        reader = SourceListReader(sources, session: track.session)
        self.track = track
        refreshes = SourceRefreshes(engine: track.engine, session: track.session)
        showing = TaskQueue(activity: track.session.activity) { [session = track.session] in
            session.messages.failure(.readFailed, $0)
        }
    }

    /// Restores the stored state and observes the Track from then on.
    public func beginUpdates() {
        events = track.follow { [weak self] in self?.receive($0) }
        track.marks.changes.observe(for: self) { [weak self] change in
            switch change {
            case .written, .unknown: self?.update()
            case .changed, .underWay: break
            }
        }
        track.labels.changes.observe(for: self) { [weak self] change in
            if change == .labels { self?.topicsChanged() }
            self?.update()
        }
        session.messages.faultyFileChanges.observe(for: self) { [weak self] _ in
            self?.isListStale = true
            self?.update()
        }
        session.run { [self] in
            let isPinned = try await session.preferences.flag(.sidebar)
            let stored = try await session.preferences.value(.collapsedTopics) ?? ""
            collapsed = Set(stored.split(separator: "\n").map { LabelID(String($0)) })
            state.isPinned = isPinned
            update()
        }
    }

    /// Stops observing the Track.
    public func endUpdates() {
        events?.cancel()
        events = nil
    }

    /// Starts the use as a screen, with the cursor on what the timeline shows.
    public func start() {
        isOpen = true
        isListStale = true
        if state.rows == nil { beginLoading() }
        if let shown = state.rows?.firstIndex(where: \.isShown) { state.cursor = shown }
        update()
    }

    public func stop() {
        isOpen = false
        search("")
    }

    /// Takes the view of the timeline, whose rows are marked.
    public func follow(_ view: TrackView) {
        guard view != self.view else { return }
        let countsDiffer = view.filter != self.view.filter || view.foldsStories != self.view.foldsStories
        self.view = view
        if countsDiffer {
            update()
        } else if state.rows != nil {
            publish()
        }
    }

    public func send(_ action: Action) {
        switch action {
        case .move(let count): state.cursor.move(by: count, within: state.rows?.count ?? 0)
        case .select(let id): if let index = state.rows?.firstIndex(where: { $0.id == id }) { state.cursor = index }
        case .open: if let row = state.current { show(row.id, closes: true) }
        case .toggleTopic: toggleTopic()
        case .refresh: refresh()
        case .markRead: if let row = state.current { markRead(row.id) }
        case .showNextUnread(let fromCursor): showNextUnread(fromCursor: fromCursor)
        case .togglePinned:
            state.isPinned.toggle()
            session.preferences.set(.sidebar, to: String(state.isPinned))
            update()
        case .search(let text): search(text)
        case .undo: track.undoLast()
        }
    }

    // MARK: Actions

    /// Filters the rows. The cursor goes to the first one; once the filter is lifted, it stays on its row.
    private func search(_ text: String) {
        guard text != state.search, state.rows != nil else { return }
        state.search = text
        publish()
        if !text.isEmpty { state.cursor = 0 }
    }

    private func show(_ row: SourceListRow.ID, closes: Bool) {
        onOutput?(.show(row.source, topic: row.topic, closes: closes))
    }

    private func toggleTopic() {
        guard let row = state.current else { return }
        let topic: LabelID
        switch row.id {
        case .topic(let id) where row.isCollapsed != nil: topic = id
        case .source(_, in: let id?): topic = id
        default: return
        }
        if collapsed.remove(topic) == nil { collapsed.insert(topic) }
        storeCollapsed()
        publish()
        send(.select(.topic(topic)))
    }

    private func storeCollapsed() {
        session.preferences.set(.collapsedTopics, to: collapsed.map(\.rawValue).sorted().joined(separator: "\n"))
    }

    /// Keeps renamed topics closed.
    private func topicsChanged() {
        isListStale = true
        let renamed = track.labels.renamedTopics
        guard !collapsed.isDisjoint(with: renamed.keys) else { return }
        collapsed = Set(collapsed.map { renamed[$0] ?? $0 })
        storeCollapsed()
    }

    private func refresh() {
        guard let row = state.current else { return }
        switch row.id {
        case .all: refreshes.start()
        case .topic(let id):
            guard let members = track.labels.topic(id)?.suppliers, !members.isEmpty else {
                return session.messages.show(.sourceListNoSources, .text(row.name))
            }
            refreshes.start(of: members)
        case .source(let id, _):
            guard statuses.contains(where: { $0.id == id }) else {
                return session.messages.show(.sourceListPaused, .text(row.name))
            }
            refreshes.start(of: [id])
        }
    }

    /// Marks all tickets of a row as read. Keys wait until the list shows the new counts.
    private func markRead(_ row: SourceListRow.ID) {
        track.marks.markRead(downFrom: nil, in: countedView(of: row))
        holdInput(for: reading) { [track] in await track.marks.flush() }
    }

    /// Counts first: the list may be closed, or out of date. Each time goes on from where the one before has led.
    private func showNextUnread(fromCursor: Bool) {
        showing.add { [self] in
            try await read()
            let cursor = state.current?.id
            let shown = view.suppliers.flatMap { $0.count == 1 ? $0.first : nil }
            // A source of several topics is left from the row in which it was reached.
            let isAtCursor = fromCursor || cursor?.source == shown
            let start = (isAtCursor ? cursor : nil) ?? shown.map { .source($0, in: nil) } ?? .all
            guard let next = tree.nextUnread(after: start) else {
                let others: MessageKey =
                    start.source.map { self.counts?.sources[$0] ?? 0 > 0 } == true
                    ? .sourceListNoOtherUnread : .sourceListNoUnread
                return session.messages.show(others)
            }
            show(next, closes: false)
            let isVisible = state.rows?.contains { $0.id == next } ?? false
            if !isVisible, case .source(_, in: let topic?) = next {
                send(.select(.topic(tree.visibleTopic(hidingRowsIn: topic))))
            } else {
                send(.select(next))
            }
        }
    }

    /// Returns the view in which a row is counted and marked.
    private func countedView(of row: SourceListRow.ID) -> TrackView {
        TrackView(
            suppliers: row.source.map { [$0] }, topics: row.topic.map { TopicSelection([$0]) }, filter: view.filter,
            foldsStories: view.foldsStories)
    }

    // MARK: Reading

    private func receive(_ event: EngineEvent) {
        switch event {
        case .committed(_, let snapshot):
            if snapshot.suppliers.map(\.id) != statuses.map(\.id) { isListStale = true }
            statuses = snapshot.suppliers
            update()
        case .fill(let id, _, let fill):
            guard fill.isFinal else { return }
            refreshes.reportEnd(of: id, fill, namedStatuses)
        default: break
        }
    }

    /// Reads again what may have changed, if the list is visible.
    private func update() { if isOpen || state.isPinned { reading.run() } }

    private func read() async throws {
        defer { endLoading() }
        if isListStale { await readList() }
        let view = countedView(of: .all)
        let all = try await track.reader.counts(in: view)
        let topics = track.labels.topics.isEmpty ? [:] : try await track.reader.labelCounts(in: view)
        let unfolded = view.foldsStories ? try await track.reader.counts(in: view.withoutFolding) : all
        let sources = try await track.reader.supplierCounts(in: view)
        let listed = Set(descriptions.map(\.id))
        counts = SourceListTree.Counts(
            all: all.unread, unfolded: unfolded.unread, topics: topics.mapValues(\.unread),
            sources: sources.mapValues(\.unread).filter { listed.contains($0.key) })
        publish()
    }

    private func readList() async {
        // The list can change again while it is read.
        isListStale = false
        statuses = await track.engine.snapshot.suppliers
        descriptions = await reader.sources()
        if reader.failure != nil { isListStale = true }
    }

    private var tree: SourceListTree {
        SourceListTree(
            topics: track.labels.topics, sources: sources, counts: counts, collapsed: collapsed, view: view,
            localizer: session.localizer)
    }

    private var sources: [SourceListTree.Source] {
        let known = namedStatuses
        let builder = SourceRowBuilder(texts: session.texts, now: session.time.now())
        return descriptions.map { source in
            let status = known[source.id]
            return SourceListTree.Source(
                id: source.id, name: builder.name(of: source, status: status), kind: status?.kind ?? "unknown",
                health: builder.health(of: status, source).health)
        }
    }

    /// The states of the sources under their names in the list.
    private var namedStatuses: [SupplierID: SupplierStatus] { statuses.named(by: SourceNaming(descriptions)) }

    private func publish() {
        let selected = state.current?.id
        let tree = tree
        var next = state
        let rows =
            if tree.sources.isEmpty, tree.topics.isEmpty {
                [SourceListRow]()
            } else {
                state.search.isEmpty ? tree.rows : tree.rows(keptBy: WordFilter(state.search))
            }
        next.rows = rows
        next.cursor =
            rows.firstIndex { $0.id == selected } ?? rows.firstIndex { $0.isShown }
            ?? rows.cursor(on: nil, or: state.cursor)
        (next.summary, next.brief) = (reader.failure ?? tree.summary, tree.brief)
        state = next
    }
}
