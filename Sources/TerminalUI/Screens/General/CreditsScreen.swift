import TerminalKit
import ViewModels

/// The drawing of the credits: each project, its use in Fiber, and its licence.
struct CreditsScreen: ListBasedDrawing {
    let lists: ListDrawing

    /// Returns the area of the list, below its introduction.
    static func lines(of area: Rect) -> Rect {
        var content = ListDrawing.content(of: area)
        _ = content.cutTop(content.height >= 8 ? 2 : 0)
        return content
    }

    func draw(_ state: CreditsState, in area: Rect, of buffer: inout CellBuffer) {
        let content = lists.frame(title: state.title, summary: "", in: area, of: &buffer)
        let lines = Self.lines(of: area)
        if lines.y > content.y {
            let introduction = TextLine(state.introduction, theme[.dim])
                .truncated(to: content.width, ellipsis: glyphs.ellipsis)
            buffer.put(introduction, at: content.origin, over: theme[.text], in: content.row(0))
        }
        let table = Table(
            [
                Table.Column("", minimum: 12), Table.Column("", minimum: 8, expendability: 2),
                // Few licences have long names, so on narrow screens the column is limited in favour of the
                // description.
                Table.Column("", minimum: 10, maximum: lines.width < 100 ? 20 : nil, expendability: 1),
            ],
            preferred: [\CreditRow.name, \.purpose, \.licence]
                .map { part in state.credits.map { TextWidth.width(of: $0[keyPath: part]) }.max() ?? 0 },
            total: lines.width - 1, fills: false)
        let seen = state.credits[min(state.scroll.offset, state.credits.count)...].prefix(lines.height)
        let rows = seen.map { credit in
            let cells = [
                TextLine(credit.name, theme[.title]), TextLine(credit.purpose, theme[.text]),
                TextLine(credit.licence, theme[.dim]),
            ]
            return table.line(cells, ellipsis: glyphs.ellipsis)
        }
        buffer.put(rows, in: lines, over: theme[.text])
        let bar = Rect(x: area.maxX - 1, y: lines.y, width: 1, height: lines.height)
        drawScrollBar(state.scroll, in: bar, of: &buffer)
    }
}
