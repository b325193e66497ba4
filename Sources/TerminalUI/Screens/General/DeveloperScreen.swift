import TerminalKit
import ViewModels

/// The drawing of the developer section: the names of its pages and the table of the current page.
struct DeveloperScreen: ListBasedDrawing {
    let lists: ListDrawing

    /// The height between the bars from which columns have titles. On lower screens only the names of the pages have room.
    private static let minimumHeightWithTitles = 8

    /// Returns the area of the table's rows, below the names of the pages and the column titles.
    static func content(of area: Rect) -> Rect {
        var content = ListDrawing.content(of: area)
        content.cutTop(content.height >= minimumHeightWithTitles ? 3 : 1)
        return content
    }

    static func scrollBar(of area: Rect) -> Rect { ListDrawing.scrollBar(beside: content(of: area), in: area) }

    /// Returns the entries of the log, each wrapped over as many lines as it needs: the message below its time and name.
    func wrappedLines(of rows: [DeveloperState.Row], width: Int) -> [TextLine] {
        let indent = TextLine("  ")
        return rows.flatMap { row in
            let style = theme[role(of: row.tone)]
            let heading = row.cells.dropLast().filter { !$0.isEmpty }.joined(separator: "  ")
            return TextWrap.lines(
                StyledString(heading, base: style), TextWrap.Options(width: max(1, width), restPrefix: indent))
                + TextWrap.lines(row.cells.last ?? "", style, width: max(3, width), prefix: indent)
        }
    }

    /// Draws the current page. Returns the position of the input cursor, if there is one.
    ///
    /// - Parameter wrappedLines: The wrapped lines if whole entries are shown, or `nil` for a table.
    func draw(
        _ state: DeveloperState, wrappedLines: [TextLine]?, input: InputLine?, in area: Rect,
        of buffer: inout CellBuffer
    ) -> Point? {
        let summary = [state.summary, state.filter].filter { !$0.isEmpty }.joined(separator: " \(glyphs.dot) ")
        let content = lists.frame(title: localizer(.developerTitle), summary: summary, in: area, of: &buffer)
        let lines = Self.content(of: area)
        let tabs = Tabs(
            DeveloperState.Page.allCases.map { localizer($0.name) }, selected: state.page.rawValue,
            columns: content.width, areClickable: true, theme: theme, glyphs: glyphs)
        buffer.put(tabs.line, at: content.origin, over: theme[.text], in: content.row(0))
        if state.rows.isEmpty {
            bars.middle(state.emptyText, [], role: .dim, in: lines, of: &buffer)
        } else if let wrappedLines {
            buffer.put(wrappedLines, from: state.scroll.offset, in: lines, over: theme[.text])
        } else {
            let titles = content.height >= Self.minimumHeightWithTitles ? content.row(2) : nil
            drawTable(state, titles: titles, in: lines, of: &buffer)
        }
        drawScrollBar(state.scroll, in: Self.scrollBar(of: area), of: &buffer)
        return lists.drawInput(input, in: area, of: &buffer)
    }

    /// Draws the visible rows, and the titles of their columns if there is an area for them.
    private func drawTable(_ state: DeveloperState, titles: Rect?, in lines: Rect, of buffer: inout CellBuffer) {
        let seen = state.rows[min(state.scroll.offset, state.rows.count)...].prefix(lines.height)
        let preferred = state.columns.indices.map { index in seen.widest { $0.cells[index] } }
        let table = Table(
            zip(state.columns, preferred)
                .map { column, width in
                    // The beginning of a number says nothing: its column is whole or left out.
                    let whole = max(width, TextWidth.width(of: column.title))
                    return Table.Column(
                        column.title, minimum: column.isNumber ? whole : column.minimum, isRight: column.isNumber,
                        expendability: column.expendability)
                },
            preferred: preferred,
            total: lines.width - 1, fills: state.columns.last?.isNumber != true)
        if let titles {
            buffer.put(
                table.header(theme[.faint], ellipsis: glyphs.ellipsis), at: titles.origin, over: theme[.text],
                in: titles)
        }
        let rows = seen.map { row in
            table.line(row.cells.map { TextLine($0, theme[role(of: row.tone)]) }, ellipsis: glyphs.ellipsis)
        }
        buffer.put(rows, in: lines, over: theme[.text])
    }

    private func role(of tone: DeveloperState.Row.Tone) -> Role {
        switch tone {
        case .plain: .text
        case .faint: .faint
        case .heading: .heading
        case .warning: .warning
        case .error: .error
        }
    }
}
