import Localization
import TerminalKit
import ViewModels

/// The drawing of the history of messages, newest first.
struct MessagesScreen: ListBasedDrawing {
    let lists: ListDrawing

    func lines(of state: MessagesState, width: Int) -> [TextLine] {
        state.rows.flatMap { row -> [TextLine] in
            let time = TextLine(row.time.leftPadded(to: 12) + "  ", theme[.faint])
            let isFailure = row.kind == .failure
            let sign = TextLine("\(isFailure ? glyphs.warning : glyphs.dot) ", theme[isFailure ? .warning : .ok])
            return TextWrap.lines(
                StyledString(row.text, base: theme[.text].withoutBackground),
                TextWrap.Options(width: width, firstPrefix: time + sign, restPrefix: .spaces(time.width + sign.width)))
        }
    }

    func draw(_ state: MessagesState, in area: Rect, of buffer: inout CellBuffer) {
        let content = lists.frame(
            title: localizer(.messagesTitle), summary: localizer.grouped(state.rows.count), in: area, of: &buffer)
        guard lists.present(state.rows, or: .messagesEmpty, in: content, of: &buffer) != nil else { return }
        let lines = lines(of: state, width: content.width)
        buffer.put(lines, from: state.scroll.offset, in: content, over: theme[.text])
        drawScrollBar(state.scroll, in: ListDrawing.scrollBar(of: area), of: &buffer)
    }
}
