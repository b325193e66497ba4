import EngineConcepts
import Localization
import Queries

/// The rows of the timeline: runs the effects of ``TimelineWindow``, reads and builds rows, and keeps them up to date.
final class TimelineRows {
    /// Called to perform an action that waited for movements.
    var onAction: ((TimelineAction) -> Void)?
    /// Called after every read.
    var onChange: (() -> Void)?

    /// The loaded rows and the cursor.
    private(set) var window: TimelineWindow
    private(set) var layout: RowLayout
    /// The view whose rows are read.
    private(set) var view = TrackView.all
    var order: ReadingOrder { window.order }
    /// The last known state of the Track, or `nil` before the first.
    private(set) var snapshot: TrackSnapshot?
    /// The suppliers of the snapshot. They are needed with every event, of which a refresh has a thousand in a second.
    private(set) var suppliers: [SupplierID: SupplierStatus] = [:]
    /// The read tickets that stay in a view of unread ones.
    let keptTickets: KeptTickets
    /// The names that the user had given when ``suppliers`` was read.
    private var naming = SourceNaming()

    private let track: TrackServices
    private var session: Session { track.session }
    private let fills: TimelineFills
    private let builder: RowBuilder
    private let loader: RowLoader
    private var pictureUse = PictureUse.never
    /// The neighbouring gaps that share rows.
    private var joinedGaps = JoinedGaps()
    /// The numbers of stored tickets that the loaded full gaps withhold.
    private var withheld: [GapID: Int] = [:]
    /// True if marks were written while the shown rows were read, which may lack them.
    private var mayLackMarks = false
    /// Counting ends here: a larger number says nothing more.
    private static let maximumCountedTickets = 9999

    /// - Parameter followsNewest: True if the cursor stays on the newest row while newer ones arrive.
    init(
        track: TrackServices, fills: TimelineFills, builder: RowBuilder, followsNewest: Bool,
        measure: any RowMeasuring
    ) {
        window = TimelineWindow(followsNewest: followsNewest)
        self.track = track
        self.fills = fills
        self.builder = builder
        keptTickets = KeptTickets(reader: track.reader)
        loader = RowLoader(builder: builder, presenters: track.presenters)
        layout = RowLayout(measure: measure)
        fills.onChange = { [weak self] in
            self?.updateGaps()
            self?.onChange?()
        }
    }

    var current: TimelineRow? { window.scroller.current }

    /// True if no row of the view is above the current one.
    var isOnFirstRow: Bool { window.scroller.cursor == 0 && window.scroller.reachesTop }

    /// The sources of the current row: that of a ticket, or those that a gap lacks. Empty if there is no row.
    var currentSources: [SupplierID] {
        switch current {
        case .ticket(let ticket): [ticket.id.supplier]
        case .gap(let row): row.gap.missing.map(\.supplier)
        case nil: []
        }
    }

    var visible: ArraySlice<TimelineRow> { window.scroller.rows[window.scroller.visible] }

    /// The pictures of the visible rows and of the next screen; none if the timeline shows no pictures.
    var visiblePictures: (seen: [PictureKey], ahead: [PictureKey]) {
        guard session.pictureLoader != nil, pictureUse == .timeline else { return ([], []) }
        let next = window.scroller.rows[visible.endIndex...].prefix(visible.count)
        return (layout.pictures(of: visible), layout.pictures(of: next))
    }

    /// The context that rows need besides their content.
    var context: RowBuilder.Context {
        RowBuilder.Context(
            now: session.time.now(), timeStyle: layout.format.timeStyle, suppliers: suppliers,
            revealed: track.revealed.ids,
            labels: RowLabels(topics: track.labels.topics, rules: track.labels.rules, view: view),
            authorNotes: session.notes.authorNotes, shownSuppliers: view.suppliers,
            pictureUse: session.pictureLoader == nil ? .never : pictureUse)
    }

    /// The place of the newest row whose beginning is visible, or `nil` if there are no rows.
    var newestVisible: TrackPlace? {
        guard order == .newestFirst else { return visible.last?.place }
        let scroller = window.scroller
        return scroller.firstSeen.map { scroller.rows[$0].place }
    }

    // MARK: Changes

    /// Passes an event to the window and runs its effects.
    func handle(_ event: TimelineWindow.Event) {
        for effect in window.handle(event) {
            switch effect {
            case .read(let read): session.activity.run { [self] in await load(read) }
            case .perform(let action):
                onAction?(action)
                handle(.performed)
            case .movedPast(let tickets):
                guard session.settings.marksReadOnPassing else { continue }
                track.marks.set(tickets, MarkChange(read: true), canBeUndone: false)
            case .stopped(let isAtBottom): session.announceStop(atBottom: isAtBottom)
            case .notFound: session.messages.show(.noFurther)
            case .withheld: session.messages.show(.itemInGap)
            case .report(let error): session.messages.failure(.readFailed, .text(error))
            }
        }
    }

    /// Sets the view of the first read. Movements before it are kept.
    func start(in view: TrackView, _ order: ReadingOrder) {
        self.view = view
        self.view.gaps = gaps
        handle(.ordered(order))
    }

    /// Shows another view, or the same one in another order.
    func show(_ view: TrackView, _ order: ReadingOrder) {
        let former = self.view
        self.view = view
        // The gaps depend on the topics of the new view.
        self.view.gaps = gaps
        if self.view != former { keptTickets.clear() }
        if order != self.order { handle(.ordered(order)) }
        // The rules named in rows depend on the view.
        loader.invalidateAll()
        handle(.viewChanged)
    }

    /// Adapts to the size of the screen.
    func resize(width: Int, height: Int) {
        layout.format.width = max(width, 1)
        handle(.measured(height: height, heights))
    }

    /// Adapts to the settings.
    func adopt(_ settings: EffectiveSettings) {
        if settings.density != layout.format.density || settings.showsDays != layout.showsDays {
            (layout.format.density, layout.showsDays) = (settings.density, settings.showsDays)
            updateDays()
            handle(.restyled(heights))
        }
        if settings.timeStyle != layout.format.timeStyle {
            layout.format.timeStyle = settings.timeStyle
            updateTimes()
            handle(.measured(height: window.scroller.height, heights))
        }
        if settings.pictureUse != pictureUse {
            pictureUse = settings.pictureUse
            loader.invalidateAll()
            handle(.invalidated())
        }
    }

    /// Applies another state of the Track. Returns true if suppliers joined or left.
    func apply(_ snapshot: TrackSnapshot) -> Bool {
        let known = suppliers.keys
        let naming = track.labels.naming
        if snapshot.suppliers != self.snapshot?.suppliers || naming != self.naming {
            self.naming = naming
            suppliers = snapshot.suppliers.named(by: naming)
        }
        self.snapshot = snapshot
        return suppliers.keys != known
    }

    /// Selects the gaps anew, because suppliers, their conditions or topics changed.
    func updateSelection() {
        guard view.gaps != gaps else { return }
        view.gaps = gaps
        handle(.invalidated())
    }

    /// The gaps of the view: those of suppliers that can contribute to it, are not paused and have not failed for long. A
    /// supplier that is being asked is named only beside others.
    private var gaps: GapSelection {
        let now = session.time.now()
        let silent = suppliers.values.filter { $0.isPaused || $0.isFailingForLong(at: now) }
        return GapSelection(
            contributors: contributors, silent: Set(silent.map(\.id)), awaited: fills.awaitedSuppliers,
            unloaded: Set(suppliers.values.lazy.filter(\.hasLoadedNothing).map(\.id)),
            dismissed: track.gaps.dismissed.ranges)
    }

    /// The suppliers whose missing tickets can belong to the view, or `nil` for all. What is not loaded has no marks.
    private var contributors: Set<SupplierID>? {
        if view.starredOnly || view.laterOnly { return [] }
        return view.topics?
            .contributors(of: track.labels.topics, among: suppliers.keys, in: track.queryContext(of: suppliers.values))
    }

    /// Returns the view for a read. Loading adds nothing to a view of marked tickets, so full gaps that withhold none of
    /// them are hidden.
    private func withoutIdleGaps(_ view: TrackView) async throws -> TrackView {
        guard view.starredOnly || view.laterOnly else { return view }
        var result = view
        result.gaps.unloaded = []
        for gap in await track.engine.snapshot.gaps where gap.kind == .full {
            guard try await track.reader.withheld(in: gap.timeframe, of: view, upTo: 1) == 0 else { continue }
            for missing in gap.missing {
                result.gaps.dismissed[missing.supplier, default: TimeframeSet()].insert(gap.timeframe)
            }
        }
        return result
    }

    /// Measures all rows again, because another layout is used.
    func remeasure() { handle(.restyled(heights)) }

    /// Presents all rows again, because presenters, rules or topics changed.
    func presentAgain() {
        loader.invalidateAll()
        handle(.invalidated())
    }

    /// Presents a ticket again, because its text was revealed or covered.
    func present(_ id: TicketID) {
        loader.invalidate(id)
        handle(.invalidated())
    }

    /// Shows changed marks. The rows are read again if tickets may come back into the view with them; those that lost the
    /// view's mark stay visible.
    ///
    /// - Parameter areRead: True if the tickets were marked as read. None comes back then, and those in sight stay in a view
    ///   of unread tickets.
    func update(_ tickets: Set<TicketID>, areRead: Bool, _ change: (TicketID, Marks) -> Marks) {
        if view.unreadOnly, areRead { keptTickets.keep(tickets, beside: window.scroller.rows) }
        window.scroller.update { rows in
            rows.map { row in
                guard case .ticket(var ticket) = row, tickets.contains(ticket.id) else { return row }
                ticket.marks = change(ticket.id, ticket.marks)
                return .ticket(ticket)
            }
        }
        guard !areRead, view.unreadOnly || view.starredOnly || view.laterOnly,
            !tickets.isSubset(of: window.scroller.rows.compactMap { $0.ticket?.id })
        else { return }
        handle(.invalidated())
    }

    func updateTimes() {
        updateDays()
        updateGaps()
    }

    /// Shows the headings of days, and the times of tickets.
    private func updateDays() {
        let (context, reachesTop) = (context, window.scroller.reachesTop)
        window.scroller.update { [layout, builder] rows in
            builder.rows(rows, withHeadingsFrom: layout.minimumForHeading, reachesTop: reachesTop, in: context)
        }
    }

    /// Shows the fills of gaps.
    func updateGaps() {
        let context = context
        window.scroller.update { rows in
            rows.map { row in
                guard let gap = row.gap else { return row }
                return .gap(self.row(of: gap.gap, joining: gap.parts, withheld, in: context))
            }
        }
    }

    /// Shows the progress of a refresh in the gap of an empty Track. Returns false if there is no such gap, or if a fill of it
    /// shows its own progress.
    func showRefresh(_ refresh: FillProgress) -> Bool {
        guard case .gap(var row)? = window.scroller.rows.first, row.gap.isOfEmptyTrack,
            case .filling(let text, _) = row.activity, fills.fill(of: row.parts) == nil
        else { return false }
        row.activity = .filling(text, refresh)
        window.scroller.update { rows in
            var changed = rows
            changed[0] = .gap(row)
            return changed
        }
        return true
    }

    private func row(
        of gap: Gap, joining parts: [Gap], _ withheld: [GapID: Int], in context: RowBuilder.Context
    ) -> GapRow {
        builder.row(
            for: gap, joining: parts, withheld: withheld[gap.id] ?? 0, fill: fills.fill(of: parts),
            refresh: fills.tracker.refresh, in: context)
    }

    private var heights: [Int] { layout.heights(of: window.scroller.rows) }

    // MARK: Reading

    private func load(_ read: TimelineWindow.Read) async {
        let (view, order) = (view, order)
        let moment = track.marks.moment
        var event: TimelineWindow.Event
        do {
            switch read {
            case .around(let place): event = .loaded(try await loadRows(at: .place(place), in: view, order), for: read)
            case .jump(let anchor): event = .loaded(try await loadRows(at: anchor, in: view, order), for: read)
            case .seek(let condition, let direction, let place):
                let start = joinedGaps.place(place, leaving: direction)
                event = .found(
                    try await track.reader.findReadable(
                        condition, from: start, towards: direction, in: try await withoutIdleGaps(view),
                        revealed: track.revealed.ids))
            }
            if view != self.view || order != self.order { event = .outdated }
        } catch {
            event = .failed(session.localizer(error))
        }
        if case .loaded = event { mayLackMarks = track.marks.mayHaveChanged(since: moment) }
        handle(event)
        readWrittenMarks()
        onChange?()
    }

    /// Reads the rows again if marks were written while they were read. Called when marks are written, too.
    func readWrittenMarks() {
        guard mayLackMarks, !track.marks.isWriting else { return }
        mayLackMarks = false
        handle(.invalidated())
    }

    private func loadRows(
        at anchor: WindowRequest.Anchor, in view: TrackView, _ order: ReadingOrder
    ) async throws -> TimelineWindow.LoadedRows {
        let (above, below) = window.beginReading()
        let request = WindowRequest(anchor: anchor, above: above, below: below, view: try await withoutIdleGaps(view))
        let window = try await track.reader.window(request.ordered(order))
        let complete = try await keptTickets.added(to: window.anchored(at: anchor), of: view)
        let (shown, joined) = JoinedGaps.joining(complete)
        let found = shown.ordered(order)
        var withheld: [GapID: Int] = [:]
        for case .gap(let gap) in found.rows where gap.kind == .full {
            withheld[gap.id] = try await track.reader
                .withheld(in: gap.timeframe, of: view, upTo: Self.maximumCountedTickets)
        }
        let context = context
        let tickets = await loader.rows(of: found.rows.compactMap(\.entry), in: context)
        let rows = found.rows.compactMap { row -> TimelineRow? in
            switch row {
            case .ticket(let entry): tickets[entry.ticket.id].map { .ticket($0) }
            case .gap(let gap): .gap(self.row(of: gap, joining: joined.parts(of: gap), withheld, in: context))
            }
        }
        let headed = builder.rows(
            rows, withHeadingsFrom: layout.minimumForHeading, reachesTop: found.reachesTop, in: context)
        // An outdated read leaves what is known of the shown gaps.
        if view == self.view, order == self.order { (self.withheld, joinedGaps) = (withheld, joined) }
        return TimelineWindow.LoadedRows(window: found, rows: headed, heights: layout.heights(of: headed))
    }
}

nonisolated extension TrackWindow {
    /// Returns the window with its anchor on the full gap that contains the time of `anchor`, if there is one. The user
    /// wants the gap rather than the row below it, which may be days older.
    fileprivate func anchored(at anchor: WindowRequest.Anchor) -> TrackWindow {
        guard case .time(let time) = anchor,
            let index = rows.firstIndex(where: { row in
                guard case .gap(let gap) = row else { return false }
                return gap.kind == .full && gap.timeframe.contains(time)
            })
        else { return self }
        var window = self
        window.anchorIndex = index
        return window
    }
}
