import Coordinators
import TerminalKit
import ViewModels

/// Controls the list of drafts.
final class DraftsController: ListController<DraftsViewModel>, ScreenController, ListScrolling, ActionSending {
    let contexts = KeyContext.drafts.screenContexts
    let isLeftWhileLoading = true
    var transcript: Transcript { Transcript(model.state, localizer: localizer) }

    func draw(in area: Rect, of buffer: inout CellBuffer) -> Point? {
        let isEmpty = model.state.rows?.isEmpty == true
        DraftsScreen(lists: ui.lists(contexts, without: isEmpty ? [.open, "send-again", "remove-draft"] : []))
            .draw(model.state, in: area, of: &buffer)
        return nil
    }

    override var rowsPerPage: Int { height / 2 }

    nonisolated static let commands = CommandGroup(
        .drafts,
        [
            Row(.open, ["enter"], hint: true, sends: .open),
            Row("send-again", ["alt-r"], hint: true, sends: .sendAgain),
            Row("remove-draft", ["D"], hint: true, sends: .remove),
            Row("drop-action", ["alt-x"], sends: .remove),
            Row("undo", ["U"], hint: true, sends: .undo),
        ])
}
