import EngineConcepts

/// A movement of the cursor. It waits until the rows that it needs are loaded.
nonisolated enum CursorMovement: Equatable, Sendable {
    /// The unit of a relative movement.
    enum Unit: Equatable, Sendable {
        case rows
        /// As many rows as fill these lines.
        case lines
    }

    /// Moves relative to the current row; negative is up.
    case by(Int, Unit)
    case jump(WindowRequest.Anchor)
    /// Jumps to a row.
    case show(TrackPlace)
    /// Jumps to the next row that meets a condition.
    case seek(SeekCondition, ReadDirection)
    /// Performs an action once the movements before it have ended.
    case perform(TimelineAction)

    /// Returns true for a jump to the rows of a read.
    fileprivate func isJump(by read: TimelineWindow.Read) -> Bool {
        switch self {
        case .jump(let anchor): read == .jump(anchor)
        case .show(let place): read == .jump(.place(place))
        case .by, .seek, .perform: false
        }
    }
}

/// The rows around the screen, the cursor, and the movements that wait for rows: a state machine without side effects.
///
/// Only a few screens of rows are loaded. More are read before the cursor reaches an edge, and movements beyond an edge
/// wait for them. The cursor's row keeps its screen line whatever is inserted or removed around it, unless lines would be
/// empty above the newest row. Each event changes that place in its own way.
nonisolated struct TimelineWindow: Sendable {
    /// An event: a request of the user, or a result.
    enum Event: Sendable {
        /// The stored position was restored; `line` is the screen line of its row.
        case restored(TrackPlace, line: Int)
        /// Reading may start.
        case started
        /// The user moves.
        case moved(CursorMovement)
        /// The user scrolls by lines; negative is up.
        case scrolled(Int)
        /// The user selects a visible row.
        case selected(TrackRow.ID)
        /// The user opens the current row.
        case opened
        /// The screen has this height and the rows have these heights.
        case measured(height: Int, [Int])
        /// The rows have these heights because another layout is used.
        case restyled([Int])
        /// The rows will be read in another order.
        case ordered(ReadingOrder)
        /// Another view was chosen.
        case viewChanged
        /// Rules changed, so that the current row may be hidden.
        case rulesChanged
        /// The Track, or what rows depend on, has changed. The cursor goes to `following`, or stays if it is `nil`.
        case invalidated(following: TrackPlace? = nil)
        /// Rows were read.
        case loaded(LoadedRows, for: Read)
        /// The place that was looked for was found, or does not exist.
        case found(TrackPlace?)
        /// A read is useless, because another view was chosen meanwhile.
        case outdated
        /// A read failed.
        case failed(String)
        /// The action of ``Effect/perform(_:)`` was performed.
        case performed
    }

    /// Work for the owner.
    enum Effect: Equatable, Sendable {
        /// Read this, then report ``Event/loaded(_:for:)``, ``Event/found(_:)``, ``Event/outdated`` or
        /// ``Event/failed(_:)``. Only one read runs at a time.
        case read(Read)
        /// Perform an action, then report ``Event/performed``.
        case perform(TimelineAction)
        /// The cursor moved down past these unread tickets.
        case movedPast([TicketID])
        /// The cursor could not move, because it is on the last row or on the first one.
        case stopped(atBottom: Bool)
        /// Show that no row was found.
        case notFound
        /// Show that the ticket that was looked for waits in the gap under the cursor.
        case withheld
        /// Show that rows could not be read.
        case report(String)
    }

    /// The rows of a read, with the window of the Track from which they were made, and their heights.
    struct LoadedRows: Sendable {
        let window: TrackWindow
        let rows: [TimelineRow]
        let heights: [Int]
    }

    enum Read: Equatable, Sendable {
        /// Reads the rows around the current one.
        case around(TrackPlace)
        /// Reads the rows around an anchor, for a jump.
        case jump(WindowRequest.Anchor)
        /// Looks for a place.
        case seek(SeekCondition, ReadDirection, from: TrackPlace)
    }

    /// True if the cursor stays on the newest row while newer ones arrive, as with standard input.
    private let followsNewest: Bool
    /// The rows, the cursor and the scrolling. The content of rows may be changed in place.
    var scroller = Scroller<TimelineRow>()
    /// The reason why no rows could be read, or `nil`.
    private(set) var failure: String?
    /// The place where the next rows put the cursor, or `nil` for where it is.
    private(set) var cursorPlace: TrackPlace?
    /// The waiting movements, oldest first.
    private var movements: [CursorMovement] = []
    /// The cursor's place and line before the view hid its row, or `nil` once the user moved.
    private var origin: (place: TrackPlace, line: Int)?
    /// True if the Track was empty at the start and the user has not moved: then new rows stay in sight.
    private var staysAtTop = false
    /// True from the opening of a row until the user moves: the cursor stays on it.
    private var isOpened = false
    /// The order of the rows that will be read.
    private(set) var order = ReadingOrder.newestFirst
    /// True until rows in another order are read.
    private var isReordered = false
    /// True once reading may start. This and the next two are independent: the first read waits for the start, and a read
    /// that runs can already be out of date.
    private var isStarted = false
    /// True while a read runs.
    private var isReading = false
    /// True if the Track has changed since the last read.
    private var isStale = true
    /// The number of reads in a row, the first one aside, that did not fill the screens around the cursor.
    private var shortReads = 0

    init(followsNewest: Bool = false) { self.followsNewest = followsNewest }

    /// True while the rows are not those of the present view and Track, as before the first read.
    var awaitsRows: Bool { isReading || isStale }

    /// True if the whole view is known to have no tickets, but has gaps.
    var hasOnlyGaps: Bool {
        !awaitsRows && scroller.reachesTop && scroller.reachesBottom && !scroller.rows.isEmpty
            && scroller.rows.allSatisfy { $0.gap != nil }
    }

    /// True while the cursor goes to the newest row with each read.
    var isFollowing: Bool {
        guard followsNewest, !isOpened, cursorPlace == nil, movements.isEmpty, !scroller.rows.isEmpty
        else { return false }
        return order == .newestFirst
            ? scroller.reachesTop && scroller.cursor == 0
            : scroller.reachesBottom && scroller.cursor == scroller.rows.count - 1
    }

    /// True while movements wait for rows.
    var isMoving: Bool { !movements.isEmpty }

    /// True while an action waits for the movements before it.
    var isAboutToAct: Bool { movements.contains { if case .perform = $0 { true } else { false } } }

    /// Starts the read of rows and returns how many to read in each direction from the anchor: one and a half screens beyond
    /// the screen by the mean height of the loaded rows, and twice as many after each read that was too short. The first
    /// frame waits for its own rows only; those beyond are read next.
    mutating func beginReading() -> (above: Int, below: Int) {
        isStale = false
        let isFirst = scroller.rows.isEmpty
        let mean = isFirst ? 3 : max(1, scroller.heights.reduce(0, +) / scroller.rows.count)
        let factor = 1 << min(shortReads, 6)
        let spare = isFirst ? 0 : scroller.height * 3 / 2
        let above = (max(scroller.line, 0) + spare) / mean + 1
        let below = (max(scroller.height - scroller.line, 0) + spare) / mean + 2
        return (above * factor, below * factor)
    }

    /// Takes an event and returns its effects, in their order.
    mutating func handle(_ event: Event) -> [Effect] {
        switch event {
        case .restored(let place, let line):
            cursorPlace = place
            scroller.restore(line: line)
            return []
        case .started: isStarted = true
        case .moved(let movement):
            touch()
            // A held key must not queue work without end.
            guard movements.count < 64 else { return [] }
            movements.append(movement)
        case .scrolled(let lines):
            touch()
            let row = scroller.current
            scroller.scroll(lines: lines)
            if scroller.current != row { leaveCursorPlace() }
        case .selected(let row):
            guard let index = scroller.index(of: row) else { return [] }
            touch()
            scroller.jump(to: index)
            leaveCursorPlace()
        case .opened:
            staysAtTop = false
            isOpened = true
            return []
        case .measured(let height, let heights):
            scroller.measure(height: height, heights: heights)
            origin?.line = scroller.line
        case .restyled(let heights):
            scroller.measure(height: scroller.height, heights: heights)
            scroller.settle()
            origin?.line = scroller.line
        case .ordered(let order):
            isReordered = order != self.order && !scroller.rows.isEmpty
            self.order = order
            return []
        case .viewChanged:
            movements = []
            keepOrigin()
        case .rulesChanged: keepOrigin()
        case .invalidated(let place):
            // On a gap without any ticket, the cursor waits for those of a new topic, which are found in the background.
            cursorPlace = place ?? cursorPlace ?? (hasOnlyGaps ? origin?.place : nil)
            outdate()
        case .loaded(let loaded, let read):
            isReading = false
            return advance(install(loaded, for: read))
        case .found(let place):
            isReading = false
            guard case .seek = movements.first else { break }
            guard let place else {
                movements.removeFirst()
                return advance([.notFound])
            }
            movements[0] = .show(place)
        case .outdated:
            isReading = false
            outdate()
        case .failed(let message):
            isReading = false
            isStale = false
            movements = []
            // Rows that are too few are read again with the next event: at once, that could fail without end.
            guard scroller.rows.isEmpty else { return [.report(message)] }
            failure = message
        case .performed: break
        }
        return advance([])
    }

    /// Notes that the user acts: from now on the cursor stays where it is put.
    private mutating func touch() {
        staysAtTop = false
        isOpened = false
        origin = nil
    }

    /// Keeps the cursor in the next rows where the user has put it in the present ones.
    private mutating func leaveCursorPlace() { if cursorPlace != nil { cursorPlace = scroller.current?.place } }

    /// Keeps the cursor's place for when its row is visible again.
    private mutating func keepOrigin() {
        origin = origin ?? scroller.current.map { (place: $0.place, line: scroller.line) }
        cursorPlace = origin?.place
        outdate()
    }

    /// Has the rows read again. A failed read is repeated.
    private mutating func outdate() {
        failure = nil
        isStale = true
    }

    // MARK: Moving

    /// Performs movements until one needs rows that are not loaded, then asks for what is missing.
    private mutating func advance(_ before: [Effect]) -> [Effect] {
        guard isStarted else { return before }
        var effects = before
        var read: Read?
        while let movement = movements.first {
            read = perform(movement, &effects)
            guard read == nil else { break }
            movements.removeFirst()
            // The next movements wait until the action was performed.
            if case .perform = movement { return effects }
        }
        guard !isReading, failure == nil else { return effects }
        if read == nil, isStale || isShort && canReadMore { read = readAround }
        guard let read else { return effects }
        isReading = true
        return effects + [.read(read)]
    }

    /// Performs the first movement as far as the rows allow. Returns the read that it needs to go on, or `nil` if it has ended.
    private mutating func perform(_ movement: CursorMovement, _ effects: inout [Effect]) -> Read? {
        switch movement {
        case .by(let count, let unit):
            guard hasRows else { return readAround }
            let start = scroller.cursor
            let rest = unit == .rows ? scroller.move(rows: count) : scroller.move(lines: count)
            let passed = scroller.unreadTickets(passedFrom: start)
            if !passed.isEmpty { effects.append(.movedPast(passed)) }
            guard rest == 0 || !canReadMore else {
                movements[0] = .by(rest, unit)
                return readAround
            }
            if scroller.cursor == start, count != 0 { effects.append(.stopped(atBottom: count > 0)) }
        // Rows above or below outdated ones are where the user wants to be.
        case .jump(.top) where scroller.reachesTop && !awaitsRows: scroller.jumpToTop()
        case .jump(.bottom) where scroller.reachesBottom && !awaitsRows: scroller.jumpToBottom()
        case .jump(let anchor): return .jump(anchor)
        case .show(let place):
            guard let index = scroller.index(of: place.row) else { return .jump(.place(place)) }
            scroller.jump(to: index)
        case .seek(let condition, let direction):
            if let place = scroller.current?.place { return .seek(condition, direction, from: place) }
            if awaitsRows { return readAround }
        case .perform(let action):
            guard hasRows else { return readAround }
            effects.append(.perform(action))
        }
        return nil
    }

    /// True if the loaded rows are those in which the user moves. After a change of the view, these are still to be read.
    private var hasRows: Bool { !awaitsRows || cursorPlace == nil && !scroller.rows.isEmpty }

    private var readAround: Read { (cursorPlace ?? scroller.current?.place).map { .around($0) } ?? .jump(.top) }

    /// True unless reads do not bring the rows that they should, so that reading is not repeated for ever.
    private var canReadMore: Bool { shortReads < 8 }

    /// True if less than three quarters of a screen are loaded beyond the screen where the Track continues.
    private var isShort: Bool {
        guard !scroller.rows.isEmpty else { return false }
        let spare = scroller.height * 3 / 4
        let lacksAbove = !scroller.reachesTop && scroller.linesAbove < scroller.line + spare
        let lacksBelow = !scroller.reachesBottom && scroller.linesBelow < scroller.height - scroller.line + spare
        return lacksAbove || lacksBelow
    }

    // MARK: Installing rows

    private mutating func install(_ loaded: LoadedRows, for read: Read) -> [Effect] {
        guard case .around = read, let place = cursorPlace ?? scroller.current?.place else {
            return land(in: loaded, for: read)
        }
        keep(place, in: loaded)
        return []
    }

    /// Installs rows around the cursor, which stays at its place and on its line.
    private mutating func keep(_ place: TrackPlace, in loaded: LoadedRows) {
        let (window, rows) = (loaded.window, loaded.rows)
        let kept = rows.firstIndex { $0.id == place.row }
        var index = kept
        if index == nil, window.covers(place, in: order) {
            index = rows.firstIndex { !order.isAbove($0.place, place) } ?? rows.count - 1
        }
        guard let index else {
            // The user has moved to a place outside the window while it was read.
            outdate()
            return
        }
        // The next view returns to the place, as after a topic was renamed by another program.
        if rows.isEmpty { origin = origin ?? (place: place, line: scroller.line) }
        // More rows than are read around the cursor may have arrived.
        if isFollowing { movements = [.jump(order == .newestFirst ? .top : .bottom)] }
        let isAtTop = staysAtTop && window.reachesTop
        let isFirst = scroller.rows.isEmpty
        // A short view moves the cursor's line; the row that it hid returns to its own.
        let formerLine = kept != nil && place == cursorPlace && place == origin?.place ? origin?.line : nil
        set(loaded, cursor: isAtTop ? 0 : index, line: formerLine ?? scroller.line)
        if isAtTop { scroller.jumpToTop() }
        // In another order, or without the cursor's row, an end of the Track may be where rows were before: no empty area
        // is left beyond it.
        if isReordered || kept == nil { scroller.settle() } else { scroller.closeTop() }
        isReordered = false
        if !isFirst { countShortReads() }
    }

    /// Shows the rows that were read for a jump, or the first rows. If a gap withholds the ticket to show, the cursor goes to
    /// that gap.
    private mutating func land(in loaded: LoadedRows, for read: Read) -> [Effect] {
        let rows = loaded.rows
        // A movement that was requested while the first rows were read waits for rows of its own.
        let movement = movements.first.flatMap { $0.isJump(by: read) ? $0 : nil }
        if movement != nil { movements.removeFirst() }
        let isFirst = scroller.rows.isEmpty && movement == nil
        if isFirst { staysAtTop = rows.allSatisfy { $0.gap != nil } }
        var cursor = loaded.window.anchorIndex
        var effects: [Effect] = []
        if case .show(let place) = movement {
            if let index = rows.firstIndex(where: { $0.id == place.row }) {
                cursor = index
            } else if let index = rows.firstIndex(where: { $0.gap?.withholds(place) ?? false }) {
                cursor = index
                effects = [.withheld]
            }
        }
        set(
            loaded, cursor: cursor,
            line: isFirst || movement == .jump(.top) ? rows.first?.headingLines ?? 0 : scroller.height / 3)
        switch movement {
        case .jump(.top): scroller.jumpToTop()
        case .jump(.bottom): scroller.jumpToBottom()
        default: if !isFirst { scroller.settle() }
        }
        isReordered = false
        if !isFirst { countShortReads() }
        return effects
    }

    private mutating func set(_ loaded: LoadedRows, cursor: Int, line: Int) {
        cursorPlace = nil
        scroller.install(
            loaded.rows, heights: loaded.heights, reachesTop: loaded.window.reachesTop,
            reachesBottom: loaded.window.reachesBottom, cursor: cursor, line: line)
    }

    /// Counts a read that was too short, or begins again after one that was not.
    private mutating func countShortReads() { shortReads = isShort ? shortReads + 1 : 0 }
}
