import Localization
import TerminalKit
import ViewModels

/// The drawing of the list of the links of a ticket: two lines for each.
struct LinksScreen: ListBasedDrawing {
    let lists: ListDrawing

    func draw(_ state: LinksState, in area: Rect, of buffer: inout CellBuffer) {
        let content = lists.frame(
            title: localizer(.linksTitle), summary: state.rows.map { localizer.grouped($0.count) } ?? "", in: area,
            of: &buffer)
        guard let links = lists.present(state.rows, or: .linksEmpty, in: content, of: &buffer) else { return }
        lists.drawRows(links, cursor: state.cursor, in: content, of: &buffer) { _, link in
            var first = TextLine("\(link.number)".leftPadded(to: 3), theme[.accent])
            first.append("  \(link.text)", theme[.title])
            if !link.details.isEmpty { first.append("  \(link.details)", theme[.dim]) }
            return [first, TextLine("     ") + TextLine(link.url, theme[.link])]
        }
    }
}
