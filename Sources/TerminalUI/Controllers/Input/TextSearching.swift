import Coordinators
import TerminalKit
import ViewModels

/// A screen with a line for the text that it finds or filters by. Each change applies at once; Enter keeps the text, Esc
/// clears it. Texts that were kept can be recalled.
protocol TextSearching: TextTyping {
    /// The line, or `nil` while closed.
    var searchLine: InputLine? { get set }
    /// The text that applies, or empty for none.
    var searchText: String { get }
    /// Finds or filters by a text.
    func search(_ text: String)
}

extension TextSearching {
    var line: InputLine? {
        get { searchLine }
        set { searchLine = newValue }
    }

    func lineChanged(to text: String) { search(text) }

    /// Opens the line with the text that applies.
    func openLine() { searchLine = InputLine(searchText, history: ui.histories[.textSearches]) }

    /// Lifts a kept text; without one, goes back.
    func endSearch(_ call: CommandCall) { if searchText.isEmpty { call.host.flow?.back() } else { search("") } }

    func type(_ key: Key) -> Bool { typeSearch(key) }

    /// Handles a key in the line. Returns false if the line does not use it.
    func typeSearch(_ key: Key) -> Bool {
        switch key {
        case .named(.enter):
            if let text = searchLine?.text { ui.remember(text, as: .textSearches) }
            searchLine = nil
        case .named(.escape):
            searchLine = nil
            search("")
        default: return edit(key)
        }
        return true
    }
}
