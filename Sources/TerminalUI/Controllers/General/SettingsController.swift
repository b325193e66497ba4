import Coordinators
import TerminalKit
import ViewModels

/// Controls the settings; a slash filters them.
final class SettingsController: ListController<SettingsViewModel>, PromptAnswering, TextSearching, ListScrolling,
    TabTurning
{
    let contexts = KeyContext.settings.screenContexts
    var prompt: TextPrompt? { model.state.prompt }
    var promptLine = PromptLine()
    var searchLine: InputLine?
    var transcript: Transcript { Transcript(model.state, input: line, localizer: localizer) }

    func draw(in area: Rect, of buffer: inout CellBuffer) -> Point? {
        let impossible: Set<Command> = model.state.rows.isEmpty ? ["edit-setting", "reset-setting"] : []
        return SettingsScreen(lists: ui.lists(contexts, without: impossible))
            .draw(model.state, input: line, in: area, of: &buffer)
    }

    var searchText: String { model.state.search }
    func search(_ text: String) { send(.search(text)) }

    nonisolated static let commands = CommandGroup(
        .settings,
        [
            Row("edit-setting", ["enter"], hint: true, sends: .edit),
            Row("next-option", ["right", "l"], sends: .change(1)),
            Row("previous-option", ["left", "h"], sends: .change(-1)),
            Row("reset-setting", ["x", "backspace"], hint: true, sends: .reset).formerly("take-back"),
            Row("search", ["/"], hint: true) { screen, _ in screen.openLine() },
            Row("end-search", ["escape"]) { $0.endSearch($1) },
            Row(bindingOnly: "edit-config", ["e"]),
            Row(bindingOnly: "developer", ["d"], hint: true),
            Row(bindingOnly: "credits", ["c"], hint: true),
        ])

    override var rowsPerPage: Int { height / 2 }

    /// Chooses a value of the current setting.
    func turn(to tab: Int) {
        if model.state.rows.indices.contains(cursor) { send(.change(tab - model.state.rows[cursor].selected)) }
    }
}
