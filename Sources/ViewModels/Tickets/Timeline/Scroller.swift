import EngineConcepts

/// The loaded rows, the cursor, and the screen line on which the cursor's row begins.
///
/// The heading of a day belongs to the height of the row below it, but a row begins below its heading: so a heading that
/// passes to another row does not move the cursor's row.
///
/// The screen is laid out from the cursor's row upwards and downwards. Rows that are inserted or removed above or below
/// it therefore never move it, and the line needs a correction only after a movement.
nonisolated struct Scroller<Row: ScrolledRow>: Equatable, Sendable {
    /// The rows, from the top of the screen to its bottom.
    private(set) var rows: [Row] = []
    /// The lines of each row, the heading above it and the space below it included.
    private(set) var heights: [Int] = []
    /// True if no row is above the first one.
    private(set) var reachesTop = false
    /// True if no row is below the last one.
    private(set) var reachesBottom = false
    /// The index of the current row, or 0 if there are no rows.
    private(set) var cursor = 0
    /// The screen line on which the cursor's row begins.
    private(set) var line = 0
    /// The lines of the screen for rows.
    private(set) var height = 1
    /// The last move of the cursor's row by a lower screen, or `nil` if its row had room.
    private var displacement: Displacement?

    /// A move of the cursor's row for want of room, which is taken back on a higher screen unless the cursor has moved since.
    private struct Displacement: Equatable, Sendable {
        let cursor: Int
        let from: Int
        let to: Int
    }

    var current: Row? { rows.element(at: cursor) }

    func index(of id: Row.ID) -> Int? { rows.firstIndex { $0.id == id } }

    /// Returns a ticket and those below it, `count` in all; only the ticket itself if it has no row.
    func tickets(from id: TicketID, count: Int) -> [TicketID] {
        let below = rows.lazy.compactMap(\.ticket?.id).drop { $0 != id }.prefix(count)
        return below.isEmpty ? [id] : Array(below)
    }

    /// Returns the unread tickets that the cursor has passed on its way down from a row.
    func unreadTickets(passedFrom start: Int) -> [TicketID] {
        rows[min(start, cursor)..<cursor].compactMap(\.ticket).filter { !$0.marks.isRead }.map(\.id)
    }

    /// The lines above the cursor's row.
    var linesAbove: Int { heights[..<min(cursor, heights.count)].reduce(0, +) + heading(of: cursor) }

    /// The lines from the cursor's row on.
    var linesBelow: Int { heights[min(cursor, heights.count)...].reduce(0, +) - heading(of: cursor) }

    /// Returns the number of lines above a row that belong to its heading.
    private func heading(of index: Int) -> Int { rows.indices.contains(index) ? rows[index].headingLines : 0 }

    /// The lines of the cursor's row without its heading.
    private var cursorHeight: Int { heights[cursor] - heading(of: cursor) }

    /// The screen line on which each row begins with its heading, and at the end the one below the last row.
    private var edges: [Int] {
        heights.reduce(into: [line - linesAbove]) { edges, lines in edges.append(edges[edges.count - 1] + lines) }
    }

    /// The rows that are at least partly visible.
    var visible: Range<Int> {
        guard !rows.isEmpty else { return 0..<0 }
        let edges = edges
        let first = rows.indices.prefix(cursor).first { edges[$0 + 1] > 0 } ?? cursor
        let last = rows.indices.dropFirst(cursor).last { edges[$0] < height }
        return first..<(last ?? cursor - 1) + 1
    }

    /// The first row whose beginning is visible, or the first visible one if none begins on the screen; `nil` without
    /// rows. A row of which only the space below it is visible has not been seen.
    var firstSeen: Int? {
        let (visible, edges) = (visible, edges)
        return visible.first { edges[$0] + heading(of: $0) >= 0 } ?? visible.first
    }

    // MARK: Content

    /// Replaces the rows. The cursor goes to the row `cursor`, which begins on `line`.
    mutating func install(
        _ rows: [Row], heights: [Int], reachesTop: Bool, reachesBottom: Bool, cursor: Int, line: Int
    ) {
        precondition(rows.count == heights.count, "every row needs a height")
        self.rows = rows
        self.heights = heights
        self.reachesTop = reachesTop
        self.reachesBottom = reachesBottom
        self.cursor = min(max(cursor, 0), max(rows.count - 1, 0))
        self.line = line
        keepInView()
    }

    /// Changes the rows without measuring them again. `change` returns as many rows in the same order.
    mutating func update(_ change: ([Row]) -> [Row]) {
        let changed = change(rows)
        precondition(changed.count == rows.count, "rows are neither added nor removed")
        if changed != rows { rows = changed }
    }

    /// Moves the rows up if lines above the first row of the Track are empty, as after gaps above the cursor are filled.
    mutating func closeTop() {
        guard reachesTop, !rows.isEmpty else { return }
        line = min(line, linesAbove)
        keepInView()
    }

    /// Sets the line of the cursor in the next rows.
    mutating func restore(line: Int) { self.line = max(0, line) }

    /// Takes the height of the screen and of the rows.
    mutating func measure(height: Int, heights: [Int]) {
        precondition(heights.count == rows.count, "every row needs a height")
        self.height = max(height, 1)
        self.heights = heights
        if let displacement, (displacement.cursor, displacement.to) == (cursor, line) { line = displacement.from }
        let former = line
        keepInView()
        displacement = line == former ? nil : Displacement(cursor: cursor, from: former, to: line)
    }

    // MARK: Movement

    /// Moves by rows. Returns how many were not loaded although the Track continues.
    mutating func move(rows count: Int) -> Int {
        let target = min(max(cursor + count, 0), max(rows.count - 1, 0))
        let left = cursor + count - target
        go(to: target)
        return isEdge(for: left) ? 0 : left
    }

    /// Moves by as many rows as fill these lines, at least one, and keeps the cursor's line. Returns the lines that were
    /// not loaded although the Track continues.
    mutating func move(lines count: Int) -> Int {
        var left = abs(count)
        var target = cursor
        let step = count < 0 ? -1 : 1
        while left > 0, rows.indices.contains(target + step) {
            let rowHeight = heights[step < 0 ? target - 1 : target]
            if rowHeight > left, target != cursor { break }
            left -= rowHeight
            target += step
        }
        let reachedEnd = !rows.indices.contains(target + step)
        cursor = target
        settle()
        return reachedEnd && left > 0 && !isEdge(for: step) ? left * step : 0
    }

    /// Moves the rows by lines, and the cursor only if it would leave the screen, like a wheel.
    mutating func scroll(lines count: Int) {
        guard !rows.isEmpty else { return }
        line -= count
        clampToEnds()
        while line + cursorHeight > height, cursor > 0, line - heading(of: cursor) > 0 {
            line -= distance(from: cursor - 1, to: cursor)
            cursor -= 1
        }
        while line < 0, cursor + 1 < rows.count, line + cursorHeight < height {
            line += distance(from: cursor, to: cursor + 1)
            cursor += 1
        }
    }

    /// Goes to a row. A row that was not visible is shown in the upper third of the screen.
    mutating func jump(to index: Int) {
        guard rows.indices.contains(index) else { return }
        let isNear = visible.contains(index)
        go(to: index)
        if !isNear {
            line = height / 3
            settle()
        }
    }

    /// Goes to the first row, at the top of the screen.
    mutating func jumpToTop() {
        cursor = 0
        line = heading(of: 0)
    }

    /// Goes to the last row, at the bottom of the screen.
    mutating func jumpToBottom() {
        cursor = max(rows.count - 1, 0)
        line = height - (rows.isEmpty ? 0 : cursorHeight)
        settle()
    }

    private func isEdge(for direction: Int) -> Bool { direction < 0 ? reachesTop : reachesBottom }

    private mutating func go(to target: Int) {
        line += distance(from: cursor, to: target)
        cursor = target
        settle()
    }

    /// Returns the lines from the start of one row to the start of another; negative if that is above.
    private func distance(from start: Int, to end: Int) -> Int {
        let lines = heights[min(start, end)..<max(start, end)].reduce(0, +)
        return (start < end ? lines : -lines) + heading(of: end) - heading(of: start)
    }

    /// Shows some rows around the current one, as after a movement, and no empty lines beyond the ends of the Track.
    mutating func settle() {
        guard !rows.isEmpty else { return }
        let room = height - cursorHeight
        let margin = min(3, height / 8, max(room, 0) / 2)
        line = max(min(line, room - margin), margin)
        clampToEnds()
        keepInView()
    }

    private mutating func clampToEnds() {
        let top = line - linesAbove
        if reachesTop, top > 0 {
            line -= top
        } else if reachesBottom {
            let lack = height - (line + linesBelow)
            if lack > 0, top < 0 { line += reachesTop ? min(lack, -top) : lack }
        }
    }

    private mutating func keepInView() { if !rows.isEmpty { line = max(min(line, height - cursorHeight), 0) } }
}

/// A row that a ``Scroller`` scrolls.
nonisolated protocol ScrolledRow: Identifiable, Equatable, Sendable {
    /// The ticket, or `nil` for another row.
    var ticket: TicketRow? { get }
    /// The number of lines of the heading above the row.
    var headingLines: Int { get }
}

nonisolated extension TimelineRow: ScrolledRow {}
