import Coordinators
import TerminalKit
import ViewModels

/// Controls the editor of a rule, above the screen it was opened from.
final class RuleEditorController: ModelController<RuleEditorViewModel>, PromptAnswering, SheetController,
    ListScrolling
{
    lazy var input = InputLine(model.state.text, history: ui.histories[.queries])
    var prompt: TextPrompt? { model.state.prompt }
    var promptLine = PromptLine()
    var transcript: Transcript { Transcript(model.state, input: activeLine, localizer: localizer) }

    /// Copies the text that was chosen, or the rule's previous text, into the line.
    private func followText() {
        if model.state.text != input.text { input = InputLine(model.state.text, history: ui.histories[.queries]) }
    }

    var drawing: RuleEditorScreen { RuleEditorScreen(lists: ui.lists(contexts)) }
    var promptHints: [KeyHint] { drawing.hints(of: model.state) }

    func type(_ key: Key) -> Bool {
        if prompt != nil { return typeAnswer(key) }
        if key == .named(.escape) {
            send(.close)
            return true
        }
        if model.state.suggestions != nil {
            switch key {
            case .named(.enter): send(.choose)
            case .named(.down), .control("n"): send(.move(1))
            case .named(.up), .control("p"): send(.move(-1))
            default: return edit(key)
            }
            return true
        }
        switch key {
        case .named(.enter):
            ui.remember(input.text, as: .queries)
            send(.save)
        case .named(.tab): send(.nextEffect)
        case .control("s"): send(.nextScope)
        case .control("t"): send(.nextTerm)
        case .control("r"): send(.askForName)
        default: return edit(key)
        }
        return true
    }

    let rowsPerPage = 1

    func scroll(_ movement: PageScroll.Movement) {
        if model.state.suggestions != nil { send(.move(movement.steps(page: rowsPerPage))) }
    }

    func lineChanged(to text: String) {
        guard prompt == nil else { return }
        send(.type(text))
        // A rule that is not a query keeps its text.
        followText()
    }

    func stateChanged() {
        followText()
        promptLine.follow(prompt, ui.histories)
    }
}
