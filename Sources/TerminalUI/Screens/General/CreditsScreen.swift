import EngineConcepts
import Localization
import TerminalKit
import ViewModels

/// The drawing of the credits: each project, its use in Fiber, and its licence.
struct CreditsScreen: ListBasedDrawing {
    let lists: ListDrawing

    /// Returns the area of the list, below its introduction.
    static func content(of area: Rect) -> Rect {
        var content = ListDrawing.content(of: area)
        content.cutTop(content.height >= 8 ? 2 : 0)
        return content
    }

    static func scrollBar(of area: Rect) -> Rect { ListDrawing.scrollBar(beside: content(of: area), in: area) }

    func draw(_ state: CreditsState, in area: Rect, of buffer: inout CellBuffer) {
        let content = lists.frame(title: localizer(.creditsTitle), summary: "", in: area, of: &buffer)
        let lines = Self.content(of: area)
        if lines.y > content.y {
            let introduction = glyphs.cut(TextLine(localizer(.creditsIntroduction), theme[.dim]), to: content.width)
            buffer.put(introduction, at: content.origin, over: theme[.text], in: content.row(0))
        }
        let credits = state.credits.map { [$0.name, localizer(Message($0.purpose)), $0.licence] }
        let table = Table(
            [
                Table.Column("", minimum: 12), Table.Column("", minimum: 8, expendability: 2),
                // Few licences have long names, so on narrow screens the column is limited in favour of the description.
                Table.Column("", minimum: 10, maximum: lines.width < 100 ? 20 : nil, expendability: 1),
            ],
            preferred: (0..<3).map { column in credits.widest { $0[column] } },
            total: lines.width - 1, fills: false)
        let rows = credits.dropFirst(state.scroll.offset).prefix(lines.height)
            .map { parts in
                let cells = zip(parts, [Role.title, .text, .dim]).map { TextLine($0, theme[$1]) }
                return table.line(cells, ellipsis: glyphs.ellipsis)
            }
        buffer.put(rows, in: lines, over: theme[.text])
        drawScrollBar(state.scroll, in: Self.scrollBar(of: area), of: &buffer)
    }
}
