import TerminalKit
import ViewModels

/// A screen with a line, in place of which it can ask for a name.
protocol NameAsking: TextInputController {
    /// The open question for a name, or `nil` if there is none.
    var namePrompt: TextPrompt? { get }
    var nameLine: PromptLine { get set }
    /// Takes the name, or `nil` if none is given after all. The question stays open if another name is needed.
    func take(name: String?)
}

extension NameAsking {
    /// The line that is typed into.
    var activeLine: InputLine { nameLine.input ?? input }

    func stateChanged() {
        followName()
    }

    /// Opens the line for a name, or closes it, as the question is.
    func followName() {
        nameLine.follow(namePrompt, ui.histories)
    }

    func insert(_ text: String) {
        if nameLine.input != nil {
            nameLine.input?.insert(text)
        } else {
            input.insert(text)
            inputChanged(input.text)
        }
    }

    /// Handles a key in the line for the name.
    func typeName(_ key: Key) -> Bool {
        switch key {
        case .named(.enter):
            let name = nameLine.input?.text ?? ""
            ui.remember(name, as: .names)
            take(name: name)
        case .named(.escape): take(name: nil)
        default: return nameLine.input?.handle(key) ?? false
        }
        return true
    }
}
