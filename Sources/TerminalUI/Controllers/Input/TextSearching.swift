import Coordinators
import TerminalKit
import ViewModels

/// A screen with a line for the text that it finds or filters by. Each change applies at once; Enter keeps the text, Esc
/// clears it. Texts that were kept can be recalled.
protocol TextSearching: TextTyping {
    /// The line, or `nil` while closed.
    var line: InputLine? { get set }
    /// The text that applies, or empty for none.
    var searchText: String { get }
    /// Finds or filters by a text.
    func search(_ text: String)
}

extension TextSearching {
    var isTyping: Bool { line != nil }
    var promptHints: [KeyHint] { line == nil ? [] : answerHints }

    /// Opens the line with the text that applies.
    func openLine() { line = InputLine(searchText, history: ui.histories[.textSearches]) }

    /// Lifts a kept text; without one, goes back.
    func endSearch(_ call: CommandCall) { if searchText.isEmpty { call.host.flow?.back() } else { search("") } }

    func type(_ key: Key) -> Bool { typeIntoLine(key) }

    /// Handles a key in the line. Returns false if the line does not use it.
    func typeIntoLine(_ key: Key) -> Bool {
        switch key {
        case .named(.enter):
            if let text = line?.text { ui.remember(text, as: .textSearches) }
            line = nil
        case .named(.escape):
            line = nil
            search("")
        default:
            guard line?.handle(key) == true else { return false }
            search(line?.text ?? "")
        }
        return true
    }

    func paste(_ text: String) -> Bool {
        guard line != nil else { return false }
        insertIntoLine(text)
        return true
    }

    /// Inserts a text into the line, and finds or filters by it.
    func insertIntoLine(_ text: String) {
        line?.insert(text)
        search(line?.text ?? "")
    }
}
