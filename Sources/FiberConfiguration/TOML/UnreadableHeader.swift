/// The header of a table that has no name where one must be, such as `[[[a]]]` and `[(`. TOMLKit crashes at one.
struct UnreadableHeader: Error, CustomStringConvertible {
    /// The line, from 1.
    let line: Int

    var description: String { "line \(line): expected the name of a table" }

    /// Finds the first one in a document, or returns `nil`.
    init?(in text: String) {
        let lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        /// Returns true if a line is an unreadable header, false if it is a readable one, or `nil` if it is no header.
        func isUnreadableHeader(_ index: Int) -> Bool? {
            var rest = lines[index]
            // The parser passes over a byte order mark, and knows no header at the end of the text.
            if index == 0, rest.starts(with: "\u{FEFF}".utf8) { rest.removeFirst(3) }
            rest = rest.drop(while: Self.isBlank)
            guard rest.popFirst() == UInt8(ascii: "[") else { return nil }
            if rest.first == UInt8(ascii: "[") { rest.removeFirst() }
            guard let first = rest.first(where: { !Self.isBlank($0) }) else { return index < lines.count - 1 }
            return !Self.beginsName(first) && first != UInt8(ascii: "]")
        }
        // Hardly any document has such a line, even within a value of several lines, where it is no header.
        guard lines.indices.contains(where: { isUnreadableHeader($0) == true }) else { return nil }
        var value = TOMLValueScanner()
        for index in lines.indices {
            guard !value.isOpen, let isUnreadable = isUnreadableHeader(index) else {
                _ = value.scan(Substring(lines[index]).unicodeScalars)
                continue
            }
            if isUnreadable {
                line = index + 1
                return
            }
        }
        return nil
    }

    private static func isBlank(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
    }

    private static func beginsName(_ byte: UInt8) -> Bool {
        switch Unicode.Scalar(byte) {
        case "a"..."z", "A"..."Z", "0"..."9", "_", "-", "\"", "'": true
        default: false
        }
    }
}
