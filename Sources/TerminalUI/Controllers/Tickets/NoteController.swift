import Coordinators
import TerminalKit
import ViewModels

/// Controls the prompt for a note, above the screen it was opened from.
final class NoteController: ModelController<NoteViewModel>, SheetController {
    var input = InputLine()

    /// True once the present note is in the line.
    private var isFilled = false
    var holdsDraft: Bool { input.text != model.state.text }
    var transcript: Transcript { Transcript(model.state, input: input, localizer: localizer) }
    var drawing: NoteScreen { NoteScreen(lists: ui.lists(contexts)) }

    func type(_ key: Key) -> Bool {
        switch key {
        case .named(.enter): send(.submit(input.text))
        case .named(.escape): send(.close)
        default: return edit(key)
        }
        return true
    }

    func stateChanged() {
        guard !model.isCatchingUp, !isFilled else { return }
        isFilled = true
        input = InputLine(model.state.text)
    }
}
