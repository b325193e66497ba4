import Coordinators
import Localization
import TerminalKit
import ViewModels

/// Controls the list of actions on a post.
final class PostActionsController: ListController<PostActionsViewModel>, PromptAnswering, ListScrolling {
    let contexts = KeyContext.actions.screenContexts
    var prompt: TextPrompt? { model.state.prompt }
    var promptLine = PromptLine()
    var question: String? { model.state.question }
    // The rows may wait for a server.
    let isLeftWhileLoading = true
    var transcript: Transcript { Transcript(model.state, input: line, localizer: localizer) }

    func draw(in area: Rect, of buffer: inout CellBuffer) -> Point? {
        PostActionsScreen(lists: ui.lists(contexts, without: model.state.rows?.isEmpty == true ? [.open] : []))
            .draw(model.state, input: line, in: area, of: &buffer)
    }

    nonisolated static let commands = CommandGroup(
        .actions, [Row(.open, ["enter", "space"], hint: true, sends: .open)])
}
