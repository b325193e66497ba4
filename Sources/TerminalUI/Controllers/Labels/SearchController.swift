import Coordinators
import TerminalKit
import ViewModels

/// Controls the search.
final class SearchController: ListController<SearchViewModel>, PromptAnswering, TextInputController, ListScrolling {
    lazy var input = InputLine(model.state.text, history: ui.histories[.queries])
    var prompt: TextPrompt? { model.state.prompt }
    var promptLine = PromptLine()
    var transcript: Transcript { Transcript(model.state, input: activeLine, localizer: localizer) }

    /// All keys, whatever the query is, because linear mode reads them out only once.
    var promptHints: [KeyHint] {
        let lists = ui.lists(contexts)
        return prompt == nil
            ? SearchScreen(lists: lists).queryHints(hasResults: true, hasQuery: true) : lists.answerHints
    }

    // Beside the results are the explanation and the keys of the query.
    override var rowsPerPage: Int { max(1, height - 3) }

    func promptHeight(in area: Rect) -> Int { SearchScreen.promptHeight(in: area) }

    func draw(in area: Rect, of buffer: inout CellBuffer) -> Point? {
        SearchScreen(lists: ui.lists(contexts)).draw(model.state, input: activeLine, in: area, of: &buffer)
    }

    func type(_ key: Key) -> Bool {
        if prompt != nil { return typeAnswer(key) }
        if [.named(.enter), .control("o"), .control("s")].contains(key) { ui.remember(input.text, as: .queries) }
        switch key {
        case .named(.enter): send(.visit)
        case .named(.escape): send(.close)
        case .named(.down), .control("n"): send(.move(1))
        case .named(.up), .control("p"): send(.move(-1))
        case .named(.pageDown): send(.move(rowsPerPage))
        case .named(.pageUp): send(.move(-rowsPerPage))
        case .control("o"): send(.open)
        case .control("g"): send(.toggleScope)
        case .control("r"): send(.toggleOrder)
        case .control("s"): send(.askForName)
        default: return edit(key)
        }
        return true
    }

    func lineChanged(to text: String) { if prompt == nil { send(.type(text)) } }
}
