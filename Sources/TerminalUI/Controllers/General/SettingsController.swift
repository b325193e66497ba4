import Coordinators
import TerminalKit
import ViewModels

/// Controls the settings.
final class SettingsController: ListController<SettingsViewModel>, PromptAnswering, ListScrolling, TabTurning {
    let contexts: [KeyContext] = [.settings, .list, .everywhere]

    var prompt: TextPrompt? { model.state.prompt }
    var promptLine = PromptLine()

    var transcript: Transcript { Transcript(model.state, input: promptLine.input, localizer: ui.appearance.localizer) }

    func draw(in area: Rect, of buffer: inout CellBuffer) -> Point? {
        SettingsScreen(lists: ui.lists(contexts))
            .draw(model.state, input: promptLine.input, in: area, of: &buffer)
    }

    private typealias Row = CommandRow<SettingsController>

    nonisolated static let commands = CommandGroup(
        .settings,
        [
            Row("edit-setting", ["enter"], hint: true, sends: .edit),
            Row("next-option", ["right", "l"], sends: .change(1)),
            Row("previous-option", ["left", "h"], sends: .change(-1)),
            Row("reset-setting", ["x", "backspace"], hint: true, sends: .reset).formerly("take-back"),
            Row(bindingOnly: "edit-config", ["e"]),
            Row(bindingOnly: "developer", ["d"], hint: true),
            Row(bindingOnly: "credits", ["c"], hint: true),
        ])

    override var rowsPerPage: Int { height / 2 }

    func scroll(_ movement: PageScroll.Movement) {
        guard !isTyping else { return }
        send(.move(movement.steps(page: rowsPerPage)))
    }

    /// Chooses a value of the current setting.
    func turn(to tab: Int) {
        guard model.state.rows.indices.contains(cursor) else { return }
        send(.change(tab - model.state.rows[cursor].selected))
    }
}
