import Coordinators
import TerminalKit
import ViewModels

/// Controls the prompt that links an author, above the screen it was opened from.
final class PersonLinkController: ModelController<PersonLinkViewModel>, SheetController {
    var input = InputLine()
    var holdsDraft: Bool { !input.text.isEmpty }
    var transcript: Transcript { Transcript(model.state, input: input, localizer: localizer) }
    var drawing: PersonLinkScreen { PersonLinkScreen(lists: ui.lists(contexts)) }

    func type(_ key: Key) -> Bool {
        switch key {
        case .named(.tab): send(.suggest(1))
        case Key(.named(.tab), .shift): send(.suggest(-1))
        case .named(.enter):
            send(.submit(input.text))
            return true
        case .named(.escape):
            send(.close)
            return true
        default: return edit(key)
        }
        if let selected = model.state.selected { input = InputLine(model.state.suggestions[selected]) }
        return true
    }

    func lineChanged(to text: String) { send(.type(text)) }
}
