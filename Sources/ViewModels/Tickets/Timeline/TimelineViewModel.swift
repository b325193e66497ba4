public import EngineConcepts
import Localization
public import Queries

/// The timeline: passes what the user does and what happens to its parts, and publishes their state.
///
/// The parts are ``TimelineRows`` (the rows, the cursor and movements, with the state machine ``TimelineWindow``),
/// ``ShownView`` (the view and its order), ``TimelineCounter``, ``ArrivalTracker``, ``TimelineFills``, ``SourceFailures``,
/// ``TimelineMarker``, ``TimelineSearch``, ``TicketCommandRunner``, ``TimelineStore`` (what is stored) and
/// ``VisiblePictures``.
public final class TimelineViewModel: ViewModel {
    public private(set) var state: TimelineState
    public let callbacks = ViewModelCallbacks<TimelineOutput>()
    /// Called instead of ``onChange`` if only the progress of a fill has changed, which happens up to a thousand times
    /// a second.
    public var onProgress: (() -> Void)?
    /// Called with every new view.
    public var onViewChange: ((TrackView) -> Void)?
    /// Called after everything was published, changed or not. Tests wait for it.
    var onPublish: (() -> Void)?

    let track: TrackServices
    var session: Session { track.session }
    private let diagnostics: (any Diagnostics)?

    let shown: ShownView
    let rows: TimelineRows
    private let counter: TimelineCounter
    private let arrivals: ArrivalTracker
    let fills: TimelineFills
    let marker: TimelineMarker
    let search: TimelineSearch
    let commands: TicketCommandRunner
    private let store: TimelineStore
    let visiblePictures: VisiblePictures
    private let builder: RowBuilder
    private let failures: SourceFailures

    private var isStarted = false
    /// True once the stored state is restored.
    private var isRestored = false
    private var tasks: [Task<Void, Never>] = []
    private let banner: Message?
    private let fixedReason: Message?

    /// Creates the view-model; ``start(with:)`` reads the first rows.
    ///
    /// - Parameters:
    ///   - fixedReason: The reason why no sources can be added, or `nil` if they can.
    ///   - followsNewest: True if the cursor stays on the newest item while newer ones arrive.
    public init(
        track: TrackServices, diagnostics: (any Diagnostics)?, notifier: TicketNotifier, banner: Message?,
        fixedReason: Message? = nil, followsNewest: Bool = false, measure: any RowMeasuring
    ) {
        self.banner = banner
        self.fixedReason = fixedReason
        self.track = track
        self.diagnostics = diagnostics
        builder = RowBuilder(texts: track.session.texts)
        fills = TimelineFills(engine: track.engine, session: track.session, builder: builder)
        rows = TimelineRows(
            track: track, fills: fills, builder: builder, followsNewest: followsNewest, measure: measure)
        counter = TimelineCounter(reader: track.reader, labels: track.labels, activity: track.session.activity)
        arrivals = ArrivalTracker(track: track, notifier: notifier)
        marker = TimelineMarker(track: track)
        search = TimelineSearch(rows: rows, track: track)
        commands = TicketCommandRunner(track: track)
        store = TimelineStore(preferences: track.session.preferences, labels: track.labels)
        shown = ShownView(session: track.session, labels: track.labels, store: store)
        failures = SourceFailures(session: track.session, builder: builder, fills: fills, store: store)
        visiblePictures = VisiblePictures(session: track.session)
        state = TimelineStateBuilder.initialState(banner: banner.map { track.session.localizer($0) }, track.session)
    }

    public func start() { start(with: nil) }

    /// Restores the stored state, reads the first rows, and follows the engine from then on.
    ///
    /// - Parameter action: An action to perform on the restored state before anything is read, or `nil`.
    public func start(with action: TimelineAction?) {
        guard !isStarted else { return }
        isStarted = true
        let publish = { [weak self] () -> Void in self?.publish() }
        track.marks.changes.observe(for: self) { [weak self] in self?.marksChanged($0) }
        track.gaps.changes.observe(for: self) { [weak self] _ in self?.rows.updateSelection() }
        track.labels.changes.observe(for: self) { [weak self] in self?.labelsChanged($0) }
        session.settings.changes.observe(for: self) { [weak self] _ in self?.settingsChanged() }
        session.uploads.changes.observe(for: self) { [weak self] _ in self?.publish() }
        session.messages.faultyFileChanges.observe(for: self) { [weak self] _ in self?.publish() }
        session.notes.changes.observe(for: self) { [weak self] _ in self?.rows.presentAgain() }
        track.revealed.changes.observe(for: self) { [weak self] in
            self?.rows.present($0)
            self?.publish()
        }
        track.presenters.changes.observe(for: self) { [weak self] _ in self?.rows.presentAgain() }
        commands.onShow = { [weak self] in self?.onOutput?(.show($0, $1)) }
        rows.onAction = { [weak self] in self?.perform($0) }
        search.onEnd = { [weak self] in self?.resumeInput() }
        rows.onChange = publish
        counter.onChange = publish
        arrivals.onChange = publish
        visiblePictures.onChange = publish
        tasks = [
            track.follow { [weak self] in self?.receive($0) },
            session.everyMinute { [weak self] in
                self?.rows.updateTimes()
                self?.publish()
            },
        ]
        session.activity.run { [self] in
            await session.notes.start()
            await track.labels.start()
            await restore()
            if let action { send(action) }
            rows.handle(.started)
        }
    }

    /// True from the creation until the first rows are read or cannot be.
    public var isOpening: Bool {
        !isRestored || rows.window.failure == nil && rows.window.scroller.rows.isEmpty && rows.window.awaitsRows
    }

    /// True while the rows are not those of the present view and Track.
    public var awaitsRows: Bool { rows.window.awaitsRows }

    /// Ends all tasks. The state stays.
    public func stop() {
        for task in tasks { task.cancel() }
        tasks = []
        track.labels.stop()
        session.notes.stop()
        visiblePictures.close()
    }

    // MARK: Actions

    /// True before the stored view is restored, which would replace another one, while an action waits for its row, and while
    /// a result is looked for. What the user does next may be meant for the screen that the action opens, or for the result.
    public var isCatchingUp: Bool { !isRestored || rows.window.isAboutToAct || search.isUnderWay }

    /// Performs an action. One that concerns the current row waits until the first rows are read and earlier movements have
    /// ended.
    public func send(_ action: TimelineAction) {
        if action.concernsCurrentRow, rows.window.isMoving || isOpening {
            rows.handle(.moved(.perform(action)))
        } else {
            perform(action)
        }
        publish()
    }

    /// Closes the question about marking, as when another screen opens.
    public func closeQuestion() { if marker.closeQuestion() != nil { publish() } }

    public var currentOrder: ReadingOrder { rows.order }

    // MARK: The current row

    var current: TimelineRow? { rows.current }

    /// Returns a ticket and those below it that are loaded, `count` in all; only the ticket itself if it has no row.
    public func tickets(from id: TicketID, count: Int) -> [TicketID] {
        rows.window.scroller.tickets(from: id, count: count)
    }

    // MARK: The view

    public var currentView: TrackView { shown.view }

    /// The query whose results are visited one after another, or `nil` if there is none.
    public var searchQuery: Query? { search.query }

    /// True if the view shows less than the content filter lets through.
    public var isRestricted: Bool { shown.filter.isRestricted }

    /// True while loading that the user started can be cancelled.
    public var canCancelLoading: Bool { fills.tracker.canCancelUserFill }

    /// Changes the view and shows it, if it is another one then.
    func show(_ change: (inout TimelineFilter) -> Void) { if shown.change(change) { viewChanged() } }

    /// Shows the view in its order and counts it.
    func viewChanged() {
        arrivals.view = currentView
        onViewChange?(currentView)
        rows.show(currentView, shown.order)
        recount()
    }

    private func labelsChanged(_ change: SessionLabels.Change) {
        if change == .labels {
            rows.handle(.rulesChanged)
            rows.presentAgain()
            rows.updateSelection()
            // Before the stored filter is restored, another one must not be stored in its place.
            if isRestored, shown.adaptToLabels(shownIn: rows.order) { viewChanged() }
        }
        trackChanged()
        publish()
    }

    /// Reads and counts everything again.
    private func trackChanged() {
        rows.handle(.invalidated())
        recount()
    }

    /// Counts the tickets of the view and the new ones among them again.
    private func recount() {
        counter.recount(in: currentView)
        arrivals.recount()
    }

    // MARK: What happens outside

    private func receive(_ event: EngineEvent) {
        switch event {
        case .fill(let id, let gap, let state):
            fills.update(id, of: gap, to: state, in: rows.context, view: rows.view)
            rows.updateGaps()
        case .progress(let id, let progress):
            guard fills.update(id, progress) else { return publishRefresh() }
            rows.updateGaps()
            return publish(isProgress: true)
        case .committed(let changes, let snapshot): committed(changes, snapshot)
        case .action(let action): track.actions.update(action)
        case .created: break
        case .supplierFailed(let supplier, let error, let fill):
            failures.record(error, of: supplier, in: fill, rows.context)
        // A source whose server has no stream is polled instead.
        case .stream(let supplier, .waiting(until: nil, let error?)) where error.code != .unsupported:
            let text = session.localizer.text(error.message, about: rows.context.name(of: supplier))
            session.messages.failure(.streamEnded, .text(text))
        case .stream: break
        case .failure(let failure): session.messages.failure(failure.message)
        }
        publish()
    }

    private func committed(_ changes: TrackChanges, _ snapshot: TrackSnapshot) {
        let formerSuppliers = rows.suppliers
        if rows.apply(snapshot) {
            track.presenters.clear()
            leaveViewOfRemovedSources(among: formerSuppliers)
        }
        fills.update(with: snapshot)
        failures.update(with: snapshot, in: rows.context)
        rows.updateSelection()
        arrivals.add(changes)
        var following: TrackPlace?
        if let row = current?.gap, rows.window.cursorPlace == nil {
            following = fills.successor(of: row, after: changes, snapshot, in: currentView)
        }
        rows.handle(.invalidated(following: following))
        recount()
    }

    /// Shows all sources if those of the view were removed, here or by another program. Nothing knows their names any more.
    private func leaveViewOfRemovedSources(among former: [SupplierID: SupplierStatus]) {
        guard let shown = currentView.suppliers,
            shown.allSatisfy({ former[$0] != nil && rows.suppliers[$0] == nil })
        else { return }
        show { $0.view.suppliers = nil }
    }

    private func marksChanged(_ change: SessionMarks.Change) {
        switch change {
        case .changed(let tickets, let areRead, let change):
            rows.update(Set(tickets), areRead: areRead, change)
        case .written:
            rows.readWrittenMarks()
            recount()
        case .underWay: break
        case .unknown:
            arrivals.addOthers()
            trackChanged()
        }
        publish()
    }

    // MARK: Settings

    private func settingsChanged() {
        rows.adopt(session.settings)
        // Before the stored filter is restored, another one must not be stored in its place.
        if isRestored {
            if session.settings.foldsStories != currentView.foldsStories {
                show { $0.view.foldsStories = session.settings.foldsStories }
                track.matchStories(if: currentView.foldsStories)
            }
            if shown.order != rows.order { viewChanged() }
        }
        publish()
    }

    private func restore() async {
        let snapshot = await track.engine.snapshot
        if rows.snapshot.map({ $0.version < snapshot.version }) ?? true { _ = rows.apply(snapshot) }
        var seen: SeenPlace?
        var longFailing = LongFailingSources()
        do {
            try await session.settings.restore()
            rows.adopt(session.settings)
            try await track.gaps.restore()
            let stored = try await store.stored(foldsStories: session.settings.foldsStories)
            longFailing = stored.longFailing
            shown.restore(stored)
            track.matchStories(if: currentView.foldsStories)
            if let position = try stored.position() {
                rows.handle(.restored(position.place, line: position.line))
                seen = position.seen
            }
        } catch {
            // Without its stored state the timeline opens at the top; nothing else depends on it.
            session.messages.log(.readFailed, error)
        }
        session.preferences.endReadingAhead()
        isRestored = true
        failures.restore(longFailing)
        arrivals.view = currentView
        onViewChange?(currentView)
        rows.start(in: currentView, shown.order)
        counter.recount(in: currentView)
        arrivals.restore(seen)
    }

    // MARK: Publishing

    /// The sources with the names that rows show, by name.
    public var sourceNames: [(id: SupplierID, name: String)] {
        rows.suppliers.values.map { ($0.id, $0.name) }.sorted { ($0.name, $0.id.rawValue) < ($1.name, $1.id.rawValue) }
    }

    /// Publishes the progress of a refresh, which only the bar and the gap of an empty timeline show. With a thousand sources
    /// there are a thousand in a second, and keys must not wait until everything else was found unchanged as often.
    private func publishRefresh() {
        // The first progress changes more than the bar: the text of an empty timeline.
        guard state.header.refresh != nil, let progress = fills.tracker.refresh else {
            return publish(isProgress: true)
        }
        var next = state
        next.header.refresh = progress
        if rows.showRefresh(progress) { next.body = TimelineStateBuilder.content(of: rows.window.scroller) }
        replaceState(by: next, isProgress: true)
        onPublish?()
    }

    /// Publishes everything.
    ///
    /// - Parameter isProgress: True if only the progress of a fill can have changed.
    private func publish(isProgress: Bool = false) {
        arrivals.removeSeen(downFrom: rows.newestVisible, isFilling: fills.tracker.isFilling)
        let (seen, ahead) = rows.visiblePictures
        visiblePictures.want(seen: seen, ahead: ahead)
        store.store(rows.window.scroller, seen: arrivals.seen)
        let parts = TimelineStateBuilder(
            session: session, rows: builder, context: rows.context, filter: shown.filter, labels: track.labels,
            counter: counter, refresh: fills.tracker.refresh, order: rows.order, fixedReason: fixedReason)
        let next = TimelineState(
            header: parts.header(
                newAbove: rows.window.isFollowing ? 0 : arrivals.count, marked: track.marks.markedCount),
            body: parts.body(of: rows.window),
            footer: parts.footer(rows.snapshot, residentBytes: diagnostics?.residentBytes()),
            awaitsView: rows.window.cursorPlace != nil && rows.window.awaitsRows,
            banner: banner.map { session.localizer($0) },
            question: marker.questionText(counter.counts), density: rows.layout.format.density,
            timeStyle: rows.layout.format.timeStyle,
            searchQuery: search.query?.description, pictures: visiblePictures.statuses)
        replaceState(by: next, isProgress: isProgress)
        shown.announceIfEmpty(rows.window, parts)
        onPublish?()
    }

    private func replaceState(by next: TimelineState, isProgress: Bool) {
        guard next != state else { return }
        state = next
        if isProgress, let onProgress { onProgress() } else { onChange?() }
    }
}
