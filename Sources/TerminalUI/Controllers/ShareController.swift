import Coordinators
import TerminalKit
import ViewModels

/// Controls the list of forms in which tickets can be shared.
final class ShareController: ListController<ShareViewModel>, ScreenController, ListScrolling, ActionSending,
    TicketPerforming
{
    let contexts: [KeyContext] = [.share, .list, .everywhere]

    var cursor: Int { model.state.cursor }
    var transcript: Transcript { Transcript(model.state) }

    func draw(in area: Rect, of buffer: inout CellBuffer) -> Point? {
        let (lists, state, theme) = (ui.lists(contexts), model.state, ui.appearance.theme)
        let content = lists.frame(title: state.title, remark: "", in: area, of: &buffer)
        let column = state.rows.map { TextWidth.width(of: $0.form.fileExtension) }.max() ?? 0
        let lines = state.rows.enumerated()
            .map { index, row -> ListLine in
                var line = TextLine(" \(index + 1)  ", theme[.accent])
                line.append(row.form.fileExtension, theme[.title].withoutBackground)
                line.pad(to: 4 + column + 3)
                line.append(row.text, theme[.text].withoutBackground)
                return ListLine(line, row: index, isCurrent: index == state.cursor)
            }
        var area = content
        lists.drawCursorLines(
            lines, cursor: state.cursor, in: area.cutTop(min(lines.count, content.height)), of: &buffer)
        _ = area.cutTop(1)
        drawPreview(in: area, of: &buffer)
        return nil
    }

    private func drawPreview(in area: Rect, of buffer: inout CellBuffer) {
        switch model.state.preview {
        case .cards(let contents):
            TicketCard(appearance: ui.appearance).draw(contents, in: area, of: &buffer)
        case .text(let text):
            let text = StyledString(text, base: ui.appearance.theme[.code].withoutBackground)
            let place = area.inset(horizontal: 1)
            buffer.put(TextWrap.lines(text, TextWrap.Options(width: max(1, place.width))), in: place)
        case nil: break
        }
    }

    func scroll(_ movement: PageScroll.Movement) {
        model.send(.move(movement.steps(page: height)))
    }

    /// Performs a command that is typed on this screen.
    func perform(_ command: TicketCommand) {
        send(.ticket(command))
    }

    private typealias Row = CommandRow<ShareController>

    nonisolated static let commands = CommandGroup(
        .share,
        [
            Row("save", ["enter", "S"], hint: true, sends: .save),
            Row(.copyAs, ["y"], hint: true, sends: .copy),
            Row(.pipe, ["|"], hint: true) { screen, call in
                call.host.openCommandLine(for: .pipe, screen.model.state.current.name + " ")
            },
            Row(numbered: "save-as") { $0.send(.saveNumber($1.digit)) },
        ])
}
