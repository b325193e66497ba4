import EngineConcepts
import Localization

/// Movement that may have to wait for rows.
nonisolated enum Movement: Equatable {
    /// By rows.
    case rows(Int)
    /// By as many rows as fill these lines.
    case lines(Int)
    /// To a place that a window can be anchored at.
    case jump(WindowRequest.Anchor)
    /// To a row, wherever it is.
    case show(TrackRow.ID, TrackPlace)
    /// To the next row that meets a condition.
    case seek(SeekCondition, FetchSide)
    /// None: what is to be done where the movement before it ends.
    case act(TimelineAction)

    /// Whether it goes from the row under the cursor.
    var isAmongRows: Bool {
        switch self {
        case .rows, .lines, .act: true
        case .jump, .show, .seek: false
        }
    }

    /// Whether it is done with the window that it asked for.
    var endsWithWindow: Bool {
        switch self {
        case .jump, .show: true
        case .rows, .lines, .seek, .act: false
        }
    }
}

/// How reading windows stands.
nonisolated struct WindowLoad {
    /// Whether a window is being read.
    var isRunning = false
    /// Whether the store has something newer than the window.
    var isStale = true
    /// How often the rows that were asked for did not fill the screens beside the cursor.
    var shortfalls = 0
    /// Whether asking for more rows makes sense: a reader that answers less each time is not asked for ever.
    var canGoOn: Bool { shortfalls < 8 }
    /// The entries and presentations that the window's rows were built from, to build only what changed.
    private(set) var built: [TicketID: Built] = [:]
    /// How often what rows say beside their tickets has changed.
    private(set) var looks = 0
    /// Tickets to build again although they did not change.
    var rebuilds: Set<TicketID> = []

    /// Rows say something else from now on: topics, rules or the filter changed.
    mutating func forgetRows() {
        built = [:]
        looks += 1
    }

    /// Keeps rows that were begun when there had been so many looks; not those that are out of date meanwhile.
    mutating func keep(_ rows: [TicketID: Built], as looks: Int) {
        if looks == self.looks { built = rows }
    }

    struct Built: Sendable {
        var entry: TrackEntry
        var row: TicketRow
        var name: String
    }
}

/// Reading windows around the cursor.
extension TimelineViewModel {
    func move(_ movement: Movement) {
        followsTop = false
        home = nil
        // A held key must not pile up work without end.
        guard movements.count < 64 else { return }
        movements.append(movement)
        drive()
    }

    func scroll(_ lines: Int) {
        followsTop = false
        home = nil
        scroller.scroll(lines: lines)
        drive()
    }

    func seek(_ target: TimelineAction.Target, towards side: FetchSide) {
        let condition: SeekCondition
        switch target {
        case .unread: condition = .unread
        case .starred: condition = .starred
        case .late: condition = .late
        case .gap: condition = .gap
        case .source:
            let current = scroller.current?.ticket?.id.supplier ?? scroller.current?.gap?.gap.missing.first?.supplier
            guard let current else { return }
            condition = .otherSupplier(current)
        }
        move(.seek(condition, side))
    }

    func select(_ row: TrackRow.ID) {
        guard let index = scroller.rows.firstIndex(where: { $0.id == row }) else { return }
        followsTop = false
        home = nil
        scroller.jump(to: index)
        drive()
    }

    /// Does all movement that the rows allow, then reads what is missing, one window at a time.
    func drive() {
        guard isRestored else { return }
        let anchor = moveAsFarAsPossible()
        guard !reading.isRunning, failure == nil else { return }
        guard let anchor = anchor ?? (reading.isStale || isShort && reading.canGoOn ? currentAnchor : nil) else {
            return
        }
        reading.isRunning = true
        services.activity.run { [weak self] in await self?.read(anchor) }
    }

    /// Performs movements in order until one needs rows that are not there; answers what has to be read for it.
    private func moveAsFarAsPossible() -> ReadStep? {
        while let movement = movements.first {
            // Where the view has changed, the reader moves among what it shows now.
            if follow != nil, awaitsRows, movement.isAmongRows { return currentAnchor }
            switch movement {
            case .rows(let count):
                if scroller.rows.isEmpty, awaitsRows { return currentAnchor }
                let start = scroller.cursor
                let left = scroller.move(rows: count)
                markPassed(from: start)
                if left != 0, reading.canGoOn {
                    movements[0] = .rows(left)
                    return currentAnchor
                }
            case .lines(let count):
                if scroller.rows.isEmpty, awaitsRows { return currentAnchor }
                let start = scroller.cursor
                let left = scroller.move(lines: count)
                markPassed(from: start)
                if left != 0, reading.canGoOn {
                    movements[0] = .lines(left)
                    return currentAnchor
                }
            // Not by rows that are out of date: what has come above them is where the reader wants to be.
            case .jump(.top) where scroller.reachesTop && !awaitsRows: scroller.jumpToTop()
            case .jump(.bottom) where scroller.reachesBottom && !awaitsRows: scroller.jumpToBottom()
            case .jump(let anchor): return .jump(anchor)
            case .show(let row, let place):
                guard let index = scroller.rows.firstIndex(where: { $0.id == row }) else {
                    return .jump(.place(place))
                }
                scroller.jump(to: index)
            case .seek(let condition, let side): return .seek(condition, side)
            case .act(let action):
                movements.removeFirst()
                perform(action)
                continue
            }
            movements.removeFirst()
        }
        return nil
    }

    var awaitsRows: Bool { reading.isRunning || reading.isStale }

    /// What a read is for.
    enum ReadStep: Equatable {
        /// The rows around the cursor.
        case around(TrackPlace)
        /// The first window of all.
        case jump(WindowRequest.Anchor)
        /// Where something is, first.
        case seek(SeekCondition, FetchSide)
    }

    private var currentAnchor: ReadStep {
        if let follow { return .around(follow.place) }
        if let current = scroller.current { return .around(current.place) }
        return .jump(.top)
    }

    /// Whether less than three quarters of a screen are left beyond the screen on a side where the Track goes on.
    private var isShort: Bool {
        guard !scroller.rows.isEmpty else { return false }
        let spare = scroller.height * 3 / 4
        let lacksAbove = !scroller.reachesTop && scroller.linesAbove < scroller.line + spare
        let lacksBelow = !scroller.reachesBottom && scroller.linesBelow < scroller.height - scroller.line + spare
        return lacksAbove || lacksBelow
    }

    /// How many rows to ask for on each side of the cursor: one screen and a half beyond the screen, by the mean height
    /// of the rows at hand, and twice that after each time that it was too few.
    private func extent() -> (above: Int, below: Int) {
        let lines = scroller.heights.reduce(0, +)
        let mean = scroller.rows.isEmpty ? 3 : max(1, lines / scroller.rows.count)
        let factor = 1 << min(reading.shortfalls, 6)
        let spare = scroller.height * 3 / 2
        let above = (max(scroller.line, 0) + spare) / mean + 1
        let below = (max(scroller.height - scroller.line, 0) + spare) / mean + 2
        return (above * factor, below * factor)
    }

    private func read(_ step: ReadStep) async {
        do {
            switch step {
            case .seek(let condition, let side): try await find(condition, side)
            case .around(let place): try await readWindow(at: .place(place), isJump: false)
            case .jump(let anchor): try await readWindow(at: anchor, isJump: true)
            }
        } catch {
            movements = []
            reading.isStale = false
            let words = services.wording(error)
            if scroller.rows.isEmpty {
                failure = words
            } else {
                services.messages.problem(.readFailed, .words(words))
            }
        }
        reading.isRunning = false
        drive()
        publish()
    }

    private func find(_ condition: SeekCondition, _ side: FetchSide) async throws {
        let view = view
        let origin = scroller.current?.place
        guard let origin else {
            if !movements.isEmpty { movements.removeFirst() }
            return
        }
        let place = try await services.reader.find(condition, from: origin, towards: side, in: view)
        // The view may have changed meanwhile, and with it the queue.
        guard view == self.view, case .seek = movements.first else { return }
        guard let place else {
            movements.removeFirst()
            services.messages.note(.noFurther)
            return
        }
        switch place {
        case .ticket(let key): movements[0] = .show(.ticket(key.id), place)
        case .gap(let gap): movements[0] = .show(.gap(gap), place)
        }
    }

    private func readWindow(at anchor: WindowRequest.Anchor, isJump: Bool) async throws {
        let (above, below) = extent()
        let view = view
        reading.isStale = false
        let window = try await services.reader.window(
            WindowRequest(anchor: anchor, above: above, below: below, view: view))
        let rows = await build(window.rows)
        guard view == self.view else {
            reading.isStale = true
            return
        }
        if isJump {
            land(window, rows: rows)
        } else {
            keepPlace(window, rows: rows, isAround: anchor)
        }
    }

    /// Installs a window that the reader jumped to.
    private func land(_ window: TrackWindow, rows: [TimelineRow]) {
        let movement = movements.first?.endsWithWindow == true ? movements.removeFirst() : nil
        let isFirst = scroller.rows.isEmpty && movement == nil
        var cursor = window.anchorIndex
        if case .show(let row, _) = movement, let index = rows.firstIndex(where: { $0.id == row }) { cursor = index }
        let line = isFirst || movement == .jump(.top) ? 0 : scroller.height / 3
        if isFirst { followsTop = rows.allSatisfy { $0.gap != nil } }
        scroller.install(
            rows, heights: measured(rows), reachesTop: window.reachesTop, reachesBottom: window.reachesBottom,
            cursor: cursor, line: line)
        switch movement {
        case .jump(.top): scroller.jumpToTop()
        case .jump(.bottom): scroller.jumpToBottom()
        default: if !isFirst { _ = scroller.move(rows: 0) }
        }
        follow = nil
        noteShortfall()
    }

    /// Installs a window around the cursor, which stays on its row and its line.
    private func keepPlace(_ window: TrackWindow, rows: [TimelineRow], isAround anchor: WindowRequest.Anchor) {
        let target = follow ?? scroller.current.map { ($0.id, $0.place) }
        guard let (row, place) = target else { return land(window, rows: rows) }
        let index: Int
        if let found = rows.firstIndex(where: { $0.id == row }) {
            index = found
        } else {
            // The reader may have left the window while it was read: then it is of no use.
            guard covers(window, place) else {
                reading.isStale = true
                return
            }
            index = rows.firstIndex { $0.place >= place } ?? rows.count - 1
        }
        follow = nil
        let top = followsTop && window.reachesTop
        scroller.install(
            rows, heights: measured(rows), reachesTop: window.reachesTop, reachesBottom: window.reachesBottom,
            cursor: top ? 0 : index, line: top ? 0 : scroller.line)
        noteShortfall()
    }

    private func covers(_ window: TrackWindow, _ place: TrackPlace) -> Bool {
        guard let first = window.rows.first, let last = window.rows.last else { return true }
        return (window.reachesTop || first.place <= place) && (window.reachesBottom || place <= last.place)
    }

    private func noteShortfall() {
        reading.shortfalls = isShort ? reading.shortfalls + 1 : 0
    }
}
