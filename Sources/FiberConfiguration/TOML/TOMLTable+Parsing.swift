import TOMLKit

extension TOMLTable {
    /// Parses a document. Throws a `TOMLParseError`, or an ``UnreadableHeader``.
    static func parsed(_ text: String) throws -> TOMLTable {
        if let header = UnreadableHeader(in: text) { throw header }
        return try TOMLTable(string: text)
    }
}

/// The header of a table that has no name where one must be, such as `[[[a]]]` and `[(`. At one, the library ends the program.
struct UnreadableHeader: Error, CustomStringConvertible {
    /// The line, from 1.
    let line: Int

    var description: String { "line \(line): expected the name of a table" }

    /// Finds the first one in a document, or returns `nil`.
    fileprivate init?(in text: String) {
        var value = OpenValue()
        var lines = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
        // The parser passes over a byte order mark, and knows no header at the end of the text.
        if lines.first?.first == "\u{FEFF}" { lines[0].removeFirst() }
        for (number, line) in zip(1..., lines) {
            var rest = line.drop { $0 == " " || $0 == "\t" }
            guard !value.isOpen, rest.first == "[" else {
                _ = value.scan(line)
                continue
            }
            rest.removeFirst()
            if rest.first == "[" { rest.removeFirst() }
            let first = rest.first { $0 != " " && $0 != "\t" }
            if let first, Self.beginsName(first) || first == "]" { continue }
            if first == nil, number == lines.count { continue }
            self.line = number
            return
        }
        return nil
    }

    private static func beginsName(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9", "_", "-", "\"", "'": true
        default: false
        }
    }
}
