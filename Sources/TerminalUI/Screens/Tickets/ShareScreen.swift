import Localization
import TerminalKit
import ViewModels

/// The drawing of the list of forms in which tickets can be shared, and a preview of the current one.
struct ShareScreen: ListBasedDrawing {
    let lists: ListDrawing

    func draw(_ state: ShareState, in area: Rect, of buffer: inout CellBuffer) {
        var rest = lists.frame(title: state.title, summary: "", in: area, of: &buffer)
        let list = rest.cutTop(state.rows.count)
        let column = state.rows.widest { $0.fileExtension }
        lists.drawRows(state.rows, cursor: state.cursor, in: list, of: &buffer) { index, form in
            var line = TextLine(" \(index + 1)  ", theme[.accent])
            line.append(form.fileExtension, theme[.title].withoutBackground)
            line.pad(to: 4 + column + 3)
            line.append(localizer(form.description), theme[.text].withoutBackground)
            return [line]
        }
        rest.cutTop(1)
        switch state.preview {
        case .cards(let contents): TicketCard(appearance: appearance).draw(contents, in: rest, of: &buffer)
        case .text(let text):
            let textArea = rest.inset(horizontal: 1)
            let lines = TextWrap.lines(
                text, theme[.code].withoutBackground, width: max(1, textArea.width), maximumLines: textArea.height + 1)
            buffer.put(lines, in: textArea)
        case nil: break
        }
    }
}
