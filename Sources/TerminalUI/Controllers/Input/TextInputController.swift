import TerminalKit

/// A screen whose keys are typed into a line unless they have a function there, such as the search or the command line.
protocol TextInputController: TextTyping {
    /// The line, which is always open.
    var input: InputLine { get set }
}

extension TextInputController {
    var contexts: [KeyContext] { [.everywhere] }
    func layout(in area: Rect) {}

    var line: InputLine? {
        get { input }
        set { if let newValue { input = newValue } }
    }
}
