import TerminalKit

/// The line for the filter text of a list. Each change applies at once; Enter keeps it, Esc clears it.
struct ListSearchLine {
    /// The line, or `nil` while closed.
    private(set) var input: InputLine?

    /// Opens the line with the current filter text.
    mutating func open(_ text: String, history: InputHistory = InputHistory()) {
        input = InputLine(text, history: history)
    }

    /// Handles a key and passes the new filter text to `find`. Returns `false` if the line does not use the key.
    mutating func type(_ key: Key, _ find: (String) -> Void) -> Bool {
        switch key {
        case .named(.enter): input = nil
        case .named(.escape):
            input = nil
            find("")
        default:
            guard input?.handle(key) == true else { return false }
            find(input?.text ?? "")
        }
        return true
    }

    /// Handles pasted text. Returns `false` while the line is closed.
    mutating func paste(_ text: String, _ find: (String) -> Void) -> Bool {
        guard input != nil else { return false }
        input?.insert(text)
        find(input?.text ?? "")
        return true
    }
}
