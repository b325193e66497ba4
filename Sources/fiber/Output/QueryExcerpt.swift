import TerminalKit
import WebText

/// The part of a query around an error, and a caret below the place of the error.
struct QueryExcerpt {
    /// The two lines, without a line break at the end.
    let text: String

    /// The most characters on each side of the place.
    private static let reach = 30

    /// - Parameter column: The number of the character, from 1. The character after the last one is the end of the query.
    init(_ query: String, column: Int) {
        let characters = Array(query)
        let place = min(max(0, column - 1), characters.count)
        let start = max(0, place - Self.reach)
        let end = min(characters.count, place + Self.reach)
        let before = (start > 0 ? "…" : "") + Self.shown(characters[start..<place])
        let after = Self.shown(characters[place..<end]) + (end < characters.count ? "…" : "")
        let margin = String(repeating: " ", count: TextWidth.width(of: before))
        text = "  \(before)\(after)\n  \(margin)^"
    }

    /// Returns characters as they are printed in one line, with a space for each that cannot be.
    private static func shown(_ characters: ArraySlice<Character>) -> String {
        characters.map { character in
            let text = TextSanitizer.line(String(character))
            return text.isEmpty ? " " : text
        }
        .joined()
    }
}
