import EngineConcepts
import Localization
import TerminalKit
import ViewModels

/// The drawing of an outline: a thread as a tree, or the posts of a person.
struct OutlineScreen: StyledDrawing {
    let appearance: Appearance
    let layout: OutlineLayout
    let hints: [KeyHint]
    let measures: Measures

    /// The measures of all rows.
    struct Measures {
        /// The indices of the posts.
        let posts: [Int]
        /// True if any post is shown as a reply to another one.
        let hasBranches: Bool

        init(_ rows: [OutlineRow]) {
            posts = rows.indices.filter { rows[$0].ticket != nil }
            hasBranches = rows.contains { $0.branch.depth > 0 }
        }
    }

    func draw(_ state: OutlineState, in area: Rect, of buffer: inout CellBuffer) {
        buffer.fill(area, style: theme[.text])
        let busy =
            state.isBusy
            ? TextLine("\(glyphs.refresh) \(localizer(.gapFilling)) ", theme.style(.gap, over: .bar)) : TextLine()
        bars.top(title: state.title, summary: state.summary, right: busy, in: area.row(0), of: &buffer)
        let rows = Bars.content(of: area)
        if let content = draw(state.body, in: rows, of: &buffer) { drawRows(content, state, in: rows, of: &buffer) }
        guard area.height > 1 else { return }
        if let question = state.question { return bars.question(question, atBottomOf: area, of: &buffer) }
        let bottom = area.row(area.height - 1)
        bars.bottom(hints: hints, right: position(state), in: bottom, of: &buffer)
    }

    /// Returns the position among the posts, or nothing if the current row is none.
    private func position(_ state: OutlineState) -> TextLine {
        let posts = measures.posts
        guard posts.count > 1, let index = state.body.content.flatMap({ posts.firstIndex(of: $0.cursor) }) else {
            return TextLine()
        }
        return TextLine("\(localizer.grouped(index + 1))/\(localizer.grouped(posts.count)) ", theme[.barDim])
    }

    /// Returns the row at a point of the screen's area, or `nil` if there is none.
    func row(at point: Point, of state: OutlineState, in area: Rect) -> OutlineRow? {
        let rows = Bars.content(of: area)
        return state.body.content.flatMap { visibleRows(of: $0, in: state, width: rows.width).row(at: point, in: rows) }
    }

    /// Returns the rows that are visible in an area of this width.
    private func visibleRows(
        of content: RowsContent<OutlineRow>, in state: OutlineState, width: Int
    ) -> VisibleRows<OutlineRow> {
        let format = RowFormat(width: width, density: state.density, timeStyle: state.timeStyle)
        return VisibleRows(rows: content.rows, cursor: content.cursor, line: content.line) {
            layout.laidOut($0, in: format)
        }
    }

    private func drawRows(
        _ content: RowsContent<OutlineRow>, _ state: OutlineState, in area: Rect, of buffer: inout CellBuffer
    ) {
        let columns = OutlineColumns(width: area.width)
        let rows = visibleRows(of: content, in: state, width: area.width)
        for placed in rows.placed(in: area) { draw(placed, columns, of: &buffer) }
    }

    private func draw(_ placed: PlacedRow<OutlineRow>, _ columns: OutlineColumns, of buffer: inout CellBuffer) {
        let (row, area, clip) = (placed.row, placed.area, placed.clip)
        let visible = placed.visibleArea
        if row.isOpened { buffer.overlay(Style(background: theme[.modal].background), on: visible) }
        drawRow(in: visible, of: &buffer, isSelected: placed.isSelected) { buffer in
            for line in 0..<placed.lines.height where clip.rows.contains(area.y + line) {
                drawTree(beside: placed, line: line, columns, of: &buffer)
            }
            if row.isOpened { drawOpenedBar(beside: placed, columns, of: &buffer) }
            if row.ticket?.marks.isRead == false {
                buffer.put(glyphs.unread, at: Point(x: area.x + 1, y: area.y), style: theme[.unread], in: clip)
            }
            buffer.put(placed.lines.lines, from: columns.text(at: row.branch.depth), at: area, in: clip)
        }
    }

    /// Draws the bar beside the opened post. A post with a branch has none at its first line, to which the branch leads.
    private func drawOpenedBar(
        beside placed: PlacedRow<OutlineRow>, _ columns: OutlineColumns, of buffer: inout CellBuffer
    ) {
        let (depth, area) = (placed.row.branch.depth, placed.area)
        let first = columns.level(of: depth) == 0 ? area.y : area.y + 1
        for y in placed.visibleArea.rows where y >= first {
            let point = Point(x: area.x + columns.text(at: depth) - 2, y: y)
            buffer.put(glyphs.openedBar, at: point, style: theme[.accent].withoutBackground, in: placed.clip)
        }
    }

    /// Draws the lines of the tree beside one line of a row: those of the branches that go on below, and at the first line
    /// the row's own.
    private func drawTree(
        beside placed: PlacedRow<OutlineRow>, line: Int, _ columns: OutlineColumns, of buffer: inout CellBuffer
    ) {
        let (branch, area) = (placed.row.branch, placed.area)
        let style = theme[.faint].withoutBackground
        let level = columns.level(of: branch.depth)
        func put(_ glyph: String, _ level: Int) {
            let point = Point(x: area.x + columns.line(of: level), y: area.y + line)
            buffer.put(glyph, at: point, style: style, in: placed.clip)
        }
        if level > 0 {
            for above in 1..<max(1, level) where branch.continues[above - 1] { put(glyphs.vertical, above) }
            // Below the last indented level, all rows are drawn at it.
            let goesOn = branch.continues[(level - 1)...].contains(true) || branch.depth > level && branch.hasReplies
            if line == 0 {
                put(goesOn ? glyphs.branch : glyphs.lastBranch, level)
            } else if goesOn {
                put(glyphs.vertical, level)
            }
        }
        if branch.hasReplies, line >= placed.lines.lines.count, level < columns.levels {
            put(glyphs.vertical, level + 1)
        }
    }
}
