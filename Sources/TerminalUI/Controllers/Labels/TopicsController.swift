import Coordinators
import TerminalKit
import ViewModels

/// Controls the choice of topics, over the timeline: the key of a topic chooses it, other letters look for a name.
final class TopicsController: ModelController<TopicsViewModel>, PromptAnswering, SheetController, ListScrolling {
    lazy var input = InputLine(history: ui.histories[.queries])
    var prompt: TextPrompt? { model.state.prompt }
    var promptLine = PromptLine()
    private var widths = CachedValue<[TopicsState.Row], TopicsScreen.Widths>()
    var transcript: Transcript { Transcript(model.state, input: activeLine, localizer: localizer) }
    var promptHints: [KeyHint] { drawing.hints(of: model.state) }

    var drawing: TopicsScreen {
        let widths = self.widths.value(for: model.state.rows) { TopicsScreen.Widths($0) }
        return TopicsScreen(lists: ui.lists(contexts), widths: widths)
    }

    func type(_ key: Key) -> Bool {
        if prompt != nil { return typeAnswer(key) }
        switch key {
        case .named(.enter):
            ui.remember(input.text, as: .queries)
            send(.choose)
        case .named(.escape): send(.close)
        case .named(.down), .control("n"): send(.move(1))
        case .named(.up), .control("p"): send(.move(-1))
        case .named(.tab): send(.toggle)
        case .control("x"): send(.remove)
        case .control("t"): send(.pin)
        case .control("r"): send(.askForName)
        default:
            guard input.text.isEmpty, case .character(let letter) = key.code, key.modifiers.isEmpty,
                model.state.rows.contains(where: { $0.key == letter })
            else { return edit(key) }
            send(.pick(letter))
        }
        return true
    }

    let rowsPerPage = 1

    func lineChanged(to text: String) { if prompt == nil { send(.type(text)) } }

    func stateChanged() {
        promptLine.follow(prompt, ui.histories)
        // A new name ends the search for the former one.
        if model.state.text.isEmpty, !input.text.isEmpty { input.replace(with: "") }
    }
}
