import Coordinators
import TerminalKit
import ViewModels

/// Controls the links of a ticket.
final class LinksController: ListController<LinksViewModel>, ScreenController, ListScrolling, ActionSending {
    let contexts = KeyContext.links.screenContexts
    var transcript: Transcript { Transcript(model.state, localizer: localizer) }

    func draw(in area: Rect, of buffer: inout CellBuffer) -> Point? {
        let impossible: Set<Command> = model.state.rows?.isEmpty == true ? [.open, "copy-link"] : []
        LinksScreen(lists: ui.lists(contexts, without: impossible)).draw(model.state, in: area, of: &buffer)
        return nil
    }

    nonisolated static let commands = CommandGroup(
        .links,
        [
            Row(.open, ["enter", "o"], hint: true, sends: .open),
            Row("copy-link", ["y"], hint: true, sends: .copy),
            Row(numbered: "open-link") { $0.send(.openNumber($1.digit)) },
        ])

    override var rowsPerPage: Int { height / 2 }
}
