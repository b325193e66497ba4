/// Reads single lines of TOML, as far as headers and keys go. Only ever trusted for places: what a file says, and what it
/// says after an edit, the parser decides.
enum TOMLLine {
    /// The name in `[name]` or `[[name]]`, its parts joined by dots; nil where the line is no header.
    static func header(_ line: Substring) -> String? {
        var rest = Scanner(line)
        guard rest.take("[") else { return nil }
        let isArray = rest.take("[")
        guard let name = rest.takeKey(), rest.take("]"), !isArray || rest.take("]") else { return nil }
        return name
    }

    /// The key that the line sets, its parts joined by dots, and the column (from 1) at which its value begins.
    static func key(_ line: Substring) -> (name: String, valueColumn: Int)? {
        var rest = Scanner(line)
        guard let name = rest.takeKey(), rest.take("=") else { return nil }
        rest.skipBlanks()
        return (name, line.distance(from: line.startIndex, to: rest.text.startIndex) + 1)
    }

    /// The text in quotes that the line sets its key to; nil where it sets it to something else.
    static func text(_ line: Substring) -> String? {
        var rest = Scanner(line)
        guard rest.takeKey() != nil, rest.take("=") else { return nil }
        return rest.takeText()
    }

    /// Takes tokens off the front of a line, blanks before them too.
    private struct Scanner {
        var text: Substring

        init(_ line: Substring) {
            text = line
        }

        mutating func skipBlanks() {
            text = text.drop { $0 == " " || $0 == "\t" }
        }

        mutating func take(_ character: Character) -> Bool {
            skipBlanks()
            guard text.first == character else { return false }
            text.removeFirst()
            return true
        }

        mutating func takeKey() -> String? {
            var parts: [String] = []
            repeat {
                guard let part = takePart() else { return nil }
                parts.append(part)
            } while take(".")
            return parts.joined(separator: ".")
        }

        mutating func takeText() -> String? {
            if take("\"") { return takeQuoted(until: "\"", escaping: true) }
            if take("'") { return takeQuoted(until: "'", escaping: false) }
            return nil
        }

        private mutating func takePart() -> String? {
            if let quoted = takeText() { return quoted }
            let bare = text.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_" || $0 == "-") }
            text = text[bare.endIndex...]
            return bare.isEmpty ? nil : String(bare)
        }

        /// Of escapes only those of the quote and the backslash are undone: others do not occur in keys.
        private mutating func takeQuoted(until quote: Character, escaping: Bool) -> String? {
            var part = ""
            while let character = text.popFirst() {
                if character == quote { return part }
                guard escaping, character == "\\" else {
                    part.append(character)
                    continue
                }
                guard let escaped = text.popFirst() else { return nil }
                part.append(escaped)
            }
            return nil
        }
    }
}
