import Coordinators
import TerminalKit
import ViewModels

/// Controls the list of forms in which tickets can be shared.
final class ShareController: ListController<ShareViewModel>, ScreenController, ListScrolling, ActionSending,
    TicketCommandPerforming
{
    let contexts = KeyContext.share.screenContexts
    var transcript: Transcript { Transcript(model.state, localizer: localizer) }

    func draw(in area: Rect, of buffer: inout CellBuffer) -> Point? {
        ShareScreen(lists: ui.lists(contexts)).draw(model.state, in: area, of: &buffer)
        return nil
    }

    /// Performs a command that is typed on this screen.
    func perform(_ command: TicketCommand) { send(.ticket(command)) }

    nonisolated static let commands = CommandGroup(
        .share,
        [
            Row("save", ["enter", "S"], hint: true, sends: .save),
            Row(.copyAs, ["y"], hint: true, sends: .copy),
            Row(.pipe, ["|"], hint: true) { screen, call in
                call.host.openCommandLine(for: .pipe, argument: screen.model.state.current.name + " ")
            },
            Row(numbered: "save-as") { $0.send(.saveNumber($1.digit)) },
        ])
}
