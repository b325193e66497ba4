import TerminalKit
import ViewModels

/// The drawing of the list of accounts, or the sign-in that waits.
struct AccountsScreen: ListBasedDrawing {
    let lists: ListDrawing

    func draw(_ state: AccountsState, input: InputLine?, in area: Rect, of buffer: inout CellBuffer) -> Point? {
        let content = lists.frame(
            title: localizer(.accountsTitle),
            summary: state.progress.map { "\(glyphs.refresh) \($0)" } ?? state.summary, in: area, of: &buffer)
        if let signIn = state.signIn {
            draw(signIn, in: content, of: &buffer)
        } else if let rows = lists.present(state.rows, or: .accountsEmpty, .accountsEmptyHint, in: content, of: &buffer)
        {
            draw(rows, cursor: state.cursor, in: content, of: &buffer)
        }
        if let question = state.question {
            bars.question(question, atBottomOf: area, of: &buffer)
            return nil
        }
        return lists.drawInput(input, answering: state.prompt, in: area, of: &buffer)
    }

    private func draw(_ rows: [AccountsState.Row], cursor: Int, in area: Rect, of buffer: inout CellBuffer) {
        let handle = min(area.width / 2, rows.widest { $0.handle })
        let status = min(area.width / 3, rows.widest { $0.state })
        lists.drawRows(rows, cursor: cursor, in: area, of: &buffer) { _, row in
            var line = TextLine(" ")
            line.append(glyphs.cut(row.handle, to: handle), theme[.title].withoutBackground)
            line.pad(to: handle + 4)
            if row.needsSignIn { line.append("\(glyphs.warning) ", theme[.warning]) }
            line.append(glyphs.cut(row.state, to: status), theme[row.needsSignIn ? .warning : .ok])
            line.pad(to: handle + status + 9)
            let details = [row.kind, row.sources, row.budget].compactMap(\.self)
            line.append(details.joined(separator: " \(glyphs.dot) "), theme[.dim])
            return [line]
        }
    }

    /// Draws the whole address, so that it can be read or selected; it may take several lines.
    private func draw(_ signIn: AccountsState.SignIn, in area: Rect, of buffer: inout CellBuffer) {
        let width = max(1, area.width - 1)
        let lines =
            TextWrap.lines(signIn.title, theme[.title], width: width) + [TextLine()]
            + TextWrap.lines(signIn.address, theme[.link], width: width) + [TextLine()]
            + TextWrap.lines(signIn.hint, theme[.dim], width: width)
        var textArea = area
        textArea.cutLeft(1)
        buffer.put(lines, in: textArea)
    }
}
