import Foundation
import Localization

/// Two columns of help: a word and what it means. Its lines fit the terminal, because ArgumentParser would wrap longer
/// ones without their indentation.
struct HelpColumns {
    /// The lines.
    let text: String

    private static let indent = "  "
    /// The width of the first column.
    private static let firstWidth = 25
    /// The least width of the second column; below it, the second column starts on a line of its own.
    private static let minimumWidth = 24

    /// - Parameter rows: The words of the first column, and the text of the second if there is one.
    init(_ rows: [(words: [String], help: String?)]) {
        let width = Self.terminalWidth
        text = rows.flatMap { Self.lines(of: $0.words, $0.help, width - 1) }.joined(separator: "\n")
    }

    /// Creates columns with the places of the first one, such as `NAME` in `hn:user:NAME`, in a language.
    init(_ rows: [(words: [String], help: String?)], placesIn localizer: Localizer) {
        // Made once: a regular expression costs more than all columns.
        let place = Self.place
        self.init(
            rows.map { row in
                let words = row.words.map { $0.replacing(place) { localizer.help(String($0.output)) } }
                return (words, row.help)
            })
    }

    /// A place in a word: text in capitals.
    static var place: Regex<Substring> { /[A-Z]+(?: [A-Z]+)*/ }

    private static func lines(of words: [String], _ help: String?, _ width: Int) -> [String] {
        let names = filled(words, between: "  ", from: indent, then: indent, width)
        guard let help else { return names }
        let parts = help.split(separator: " ").map(String.init)
        let isNarrow = width < firstWidth + minimumWidth
        let margin = String(repeating: " ", count: isNarrow ? indent.count * 2 : firstWidth)
        let name = names.last ?? indent
        if isNarrow || names.count > 1 || name.count + 2 > firstWidth {
            return names + filled(parts, between: " ", from: margin, then: margin, width)
        }
        let gap = String(repeating: " ", count: max(2, firstWidth - name.count))
        return filled(parts, between: " ", from: name + gap, then: margin, width)
    }

    /// Returns lines filled with words, the first after `start` and others after `margin`.
    static func filled(
        _ words: [String], between space: String, from start: String, then margin: String, _ width: Int
    ) -> [String] {
        var lines: [String] = []
        var line = start
        var isEmpty = true
        for word in words {
            if !isEmpty, line.count + space.count + word.count > width {
                lines.append(line)
                (line, isEmpty) = (margin, true)
            }
            line += (isEmpty ? "" : space) + word
            isEmpty = false
        }
        return lines + [line]
    }

    /// The width to which ArgumentParser wraps help: that of the terminal, or 80.
    static var terminalWidth: Int {
        let columns = ProcessInfo.processInfo.environment["COLUMNS"].flatMap { Int($0) }
        return columns.flatMap { $0 > 0 ? $0 : nil } ?? Console.width(of: STDOUT_FILENO)
    }
}
