import TerminalKit

/// A screen whose keys are typed into a line unless they have a function there, such as the search or the command line.
protocol TextInputController: TextTyping {
    var input: InputLine { get set }
    /// Passes the line's text on after each change.
    func inputChanged(_ text: String)
}

extension TextInputController {
    var contexts: [KeyContext] { [.everywhere] }
    var isTyping: Bool { true }
    var promptHints: [KeyHint] { answerHints }
    func layout(in area: Rect) {}

    /// Ignores the change: the text is only read when it is entered.
    func inputChanged(_ text: String) {}

    /// Handles a key in the line. Returns false if the line does not use it.
    func edit(_ key: Key) -> Bool {
        guard input.handle(key) else { return false }
        inputChanged(input.text)
        return true
    }

    func paste(_ text: String) -> Bool {
        insert(text)
        return true
    }

    /// Inserts a text into the line.
    func insert(_ text: String) {
        input.insert(text)
        inputChanged(input.text)
    }
}
