import TerminalKit

/// A layer whose keys are typed into a line unless they have a function there, such as the search or the command
/// line.
protocol LineController: ScreenController {
    /// The line.
    var input: InputLine { get set }
    /// Called with the line's text after each change.
    func take(_ text: String)
}

extension LineController {
    var contexts: [KeyContext] { [.everywhere] }
    var isTyping: Bool { true }
    func place(in area: Rect) {}

    /// Handles a key in the line. Returns `false` if the line does not use it.
    func edit(_ key: Key) -> Bool {
        guard input.take(key) else { return false }
        take(input.text)
        return true
    }

    func paste(_ text: String) -> Bool {
        input.insert(text)
        take(input.text)
        return true
    }
}
