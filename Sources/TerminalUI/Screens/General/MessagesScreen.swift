import Localization
import TerminalKit
import ViewModels

/// The drawing of the history of messages, newest first.
struct MessagesScreen: ListBasedDrawing {
    let lists: ListDrawing

    /// Returns the lines of all messages.
    func lines(of rows: [MessagesState.Row], width: Int) -> [TextLine] {
        rows.flatMap { row -> [TextLine] in
            let time = TextLine(row.time.leftPadded(to: 12) + "  ", theme[.faint])
            let isFailure = row.kind == .failure
            let sign = TextLine("\(isFailure ? glyphs.warning : glyphs.dot) ", theme[isFailure ? .warning : .ok])
            return TextWrap.lines(
                StyledString(row.text, base: theme[.text].withoutBackground),
                TextWrap.Options(width: width, firstPrefix: time + sign, restPrefix: .spaces(time.width + sign.width)))
        }
    }

    /// - Parameter lines: All lines of the messages, for the width of the list.
    func draw(_ state: MessagesState, lines: [TextLine], in area: Rect, of buffer: inout CellBuffer) {
        let content = lists.frame(
            title: localizer(.messagesTitle), summary: localizer.grouped(state.rows.count), in: area, of: &buffer)
        guard lists.present(state.rows, or: .messagesEmpty, in: content, of: &buffer) != nil else { return }
        buffer.put(lines, from: state.scroll.offset, in: content, over: theme[.text])
        drawScrollBar(state.scroll, in: ListDrawing.scrollBar(of: area), of: &buffer)
    }
}
