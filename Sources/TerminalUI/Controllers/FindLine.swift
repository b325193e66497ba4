import TerminalKit

/// The line in which one types what a list is to hold. What is typed counts at once; Enter keeps it, Esc takes it back.
struct FindLine {
    /// What is typed; nil while nobody does.
    private(set) var input: InputLine?

    /// Begins with what is looked for already.
    mutating func open(_ text: String) {
        input = InputLine(text)
    }

    /// Takes a key and tells `find` what to look for; false where it is no key of an input line's.
    mutating func type(_ key: Key, _ find: (String) -> Void) -> Bool {
        switch key {
        case .named(.enter): input = nil
        case .named(.escape):
            input = nil
            find("")
        default:
            guard input?.take(key) == true else { return false }
            find(input?.text ?? "")
        }
        return true
    }

    /// Takes pasted text; false while nobody types.
    mutating func paste(_ text: String, _ find: (String) -> Void) -> Bool {
        guard input != nil else { return false }
        input?.insert(text)
        find(input?.text ?? "")
        return true
    }
}
