import TerminalKit

/// A layer with a line that keys go into, unless they mean something there: a search, the command line.
protocol LineController: ScreenController {
    /// The line.
    var input: InputLine { get set }
    /// Takes what stands in the line now.
    func take(_ text: String)
}

extension LineController {
    var contexts: [KeyContext] { [.everywhere] }
    var isTyping: Bool { true }
    func place(in area: Rect) {}
    func perform(_ command: Command, count: Int?) -> Bool { false }

    /// Takes a key into the line; false where it is no key of an input line's.
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
