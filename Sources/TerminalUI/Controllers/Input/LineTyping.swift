import TerminalKit

/// A screen with a line that can be typed into.
protocol LineTyping: ScreenController {
    var ui: UIState { get }
}

extension LineTyping {
    /// The keys that end the line.
    var answerHints: [KeyHint] { ui.lists(contexts).answerHints }
}
