import Coordinators
import TerminalKit
import ViewModels

/// The line for the filter text of a list. Each change applies at once; Enter keeps it, Esc clears it.
struct ListSearchLine {
    /// The line, or `nil` while closed.
    private(set) var input: InputLine?

    /// Opens the line with the current filter text.
    mutating func open(_ text: String, history: InputHistory) {
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

/// A screen with a line for the text that it finds or filters by; texts that were kept can be recalled.
protocol TextSearching: ScreenController {
    var ui: UIContext { get }
    var line: ListSearchLine { get set }
    /// The text that applies, or empty for none.
    var searchText: String { get }
    /// Finds or filters by a text.
    func search(_ text: String)
}

extension TextSearching {
    var isTyping: Bool { line.input != nil }
    var promptHints: [KeyHint] { line.input == nil ? [] : ui.lists(contexts).answerHints }

    /// Opens the line with the text that applies.
    func openLine() {
        line.open(searchText, history: ui.histories[.textSearches])
    }

    /// Lifts a kept text; without one, goes back.
    func endSearch(_ call: CommandCall) {
        if searchText.isEmpty { call.host.flow?.back() } else { search("") }
    }

    func type(_ key: Key) -> Bool { typeIntoLine(key) }

    /// Handles a key in the line. Returns `false` if the line does not use it.
    func typeIntoLine(_ key: Key) -> Bool {
        if key == .named(.enter), let text = line.input?.text { ui.remember(text, as: .textSearches) }
        return line.type(key) { search($0) }
    }

    func paste(_ text: String) -> Bool {
        line.paste(text) { search($0) }
    }
}
