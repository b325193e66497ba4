import TerminalKit
import ViewModels

/// The history of messages, newest first.
extension ListDrawing {
    func lines(of state: MessagesState, width: Int) -> [TextLine] {
        state.rows.flatMap { row -> [TextLine] in
            var prefix = TextLine(row.time.leftPadded(to: 12) + "  ", theme[.faint])
            prefix.append(
                row.kind == .failure ? "\(glyphs.warning) " : "\(glyphs.dot) ",
                theme[row.kind == .failure ? .warning : .ok])
            var rest = TextLine()
            rest.pad(to: prefix.width)
            return TextWrap.lines(
                StyledString(row.text, base: theme[.text].withoutBackground),
                TextWrap.Options(width: width, firstPrefix: prefix, restPrefix: rest))
        }
    }

    func draw(_ state: MessagesState, in area: Rect, of buffer: inout CellBuffer) {
        let content = frame(
            title: localizer(.messagesTitle), summary: String(state.rows.count), in: area, of: &buffer)
        guard present(state.rows, or: .messagesEmpty, in: content, of: &buffer) != nil else { return }
        let lines = lines(of: state, width: content.width)
        buffer.put(lines, from: state.scroll.offset, in: content, over: theme[.text])
        drawScrollBar(state.scroll, in: Self.scrollBar(of: area), of: &buffer)
    }
}
