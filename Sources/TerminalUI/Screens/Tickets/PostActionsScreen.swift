import TerminalKit
import ViewModels

/// The drawing of the actions on a post and its author, with its poll.
struct PostActionsScreen: ListBasedDrawing {
    let lists: ListDrawing

    /// Draws the list. Returns the place of the text cursor, or `nil` if no comment is written.
    func draw(_ state: PostActionsState, input: InputLine?, in area: Rect, of buffer: inout CellBuffer) -> Point? {
        var content = lists.frame(title: state.title, summary: "", in: area, of: &buffer)
        if !state.excerpt.isEmpty {
            let lines = TextWrap.lines(
                state.excerpt, theme[.dim], width: max(1, content.width - 1), maximumLines: 2,
                ellipsis: glyphs.ellipsis)
            for line in lines where content.height > 3 { buffer.put(line, at: content.cutTop(1).origin, in: area) }
            if content.height > 3 { content.cutTop(1) }
        }
        guard let rows = lists.present(state.rows, or: .actsNone, .actsNoneHint, in: content, of: &buffer) else {
            return nil
        }
        lists.drawRows(rows, cursor: state.cursor, in: content, of: &buffer) { [line(of: $1, width: content.width)] }
        if let question = state.question { bars.question(question, atBottomOf: area, of: &buffer) }
        return lists.drawInput(input, answering: state.prompt, in: area, of: &buffer)
    }

    private func line(of row: PostActionsState.Row, width: Int) -> TextLine {
        switch row {
        case .action(_, let text): return TextLine(" \(text)", theme[.text].withoutBackground)
        case .option(let option):
            var line = TextLine(" \(option.isChosen ? glyphs.filterOn : glyphs.filterOff) ", theme[.accent])
            line.append(option.title, theme[option.isChosen ? .title : .text].withoutBackground)
            guard let share = option.share else { return line }
            let bar = min(30, max(5, width / 3))
            // The share and the spaces around it take eight columns.
            let titleWidth = max(1, width - bar - 8)
            line = glyphs.cut(line, to: titleWidth)
            line.pad(to: titleWidth)
            line.append("\(share) %".leftPadded(to: 5), theme[.dim])
            line.append(" ")
            line.append(.gauge(share, of: 100, columns: bar, theme: theme, glyphs: glyphs))
            return line
        }
    }
}
