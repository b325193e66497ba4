/// A line-wise reader of TOML headers and keys. Only trusted for positions: the parser decides what a file says.
enum TOMLLine {
    /// Returns the name in `[name]` or `[[name]]`, with dots, or `nil` if the line is no header.
    static func header(_ line: Substring) -> String? {
        var rest = Scanner(line)
        guard rest.take("[") else { return nil }
        let isArray = rest.take("[")
        guard let name = rest.takeKey(), rest.take("]"), !isArray || rest.take("]") else { return nil }
        return name
    }

    /// Returns the key of the line, with dots, and the columns of the key and of its value, from 1.
    static func key(_ line: Substring) -> (name: String, column: Int, valueColumn: Int)? {
        func column(of rest: Scanner) -> Int { line.distance(from: line.startIndex, to: rest.text.startIndex) + 1 }
        var rest = Scanner(line)
        rest.skipBlanks()
        let start = rest
        guard let name = rest.takeKey(), rest.take("=") else { return nil }
        rest.skipBlanks()
        return (name, column(of: start), column(of: rest))
    }

    /// Returns the quoted text that the line sets its key to, or `nil`.
    static func text(_ line: Substring) -> String? {
        var rest = Scanner(line)
        guard rest.takeKey() != nil, rest.take("=") else { return nil }
        return rest.takeText()
    }

    /// Returns the number of lines of the entry that begins with the first one, the comments in all lines but its last, and
    /// the comment in that one with the blanks before it. An array and a text in three quotes can have several lines. An
    /// entry without an end has one line.
    static func entry(_ lines: ArraySlice<Substring>) -> (count: Int, comments: [Substring], lastComment: Substring) {
        var comments: [Substring] = []
        var value = TOMLValueScanner()
        for (count, line) in zip(1..., lines) {
            let comment = value.scan(line.unicodeScalars)
            if !value.isOpen {
                let content = line.unicodeScalars[..<comment.startIndex].reversed().drop { $0 == " " || $0 == "\t" }
                return (count, comments, comment.isEmpty ? "" : line[content.startIndex.base...])
            }
            if !comment.isEmpty { comments.append(Substring(comment)) }
        }
        return (1, [], "")
    }

    /// Puts an assignment in the place of the entry that begins at this index, or removes the entry if the assignment is `nil`.
    /// The comments in the entry stay.
    static func replaceEntry(at first: Int, in lines: inout [Substring], with assignment: String?) {
        let (count, comments, comment) = entry(lines[first...])
        let rest = assignment.map { Substring("\($0)\(comment)") } ?? comment.drop(while: \.isWhitespace)
        lines.replaceSubrange(first..<first + count, with: comments + (rest.isEmpty ? [] : [rest]))
    }

    /// Takes tokens and blanks off the front of a line.
    private struct Scanner {
        var text: Substring

        init(_ line: Substring) { text = line }

        /// Skips blanks, and the byte order mark before the first line.
        mutating func skipBlanks() {
            text = text.drop { $0 == " " || $0 == "\t" || $0 == "\u{feff}" }
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

        // Only unescapes quotes and backslashes: other escapes do not occur in keys.
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
