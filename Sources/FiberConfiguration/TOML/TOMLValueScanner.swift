/// Finds the line of TOML in which a value ends: an array and a text in three quotes can have several lines.
///
/// Reads Unicode scalars, as parsers do: a combining mark joins a quotation mark to another `Character`.
struct TOMLValueScanner {
    private var depth = 0
    private var quote: [Unicode.Scalar]?

    private static let quotes = ["\"\"\"", "'''", "\"", "'"].map { Array($0.unicodeScalars) }

    /// True if the value continues in the next line.
    var isOpen: Bool { depth > 0 || quote != nil }

    /// Reads the next line, and returns its comment with the number sign, or nothing.
    mutating func scan(_ line: Substring.UnicodeScalarView) -> Substring.UnicodeScalarView {
        // Only texts in three quotes continue in the next line.
        defer { if quote?.count == 1 { quote = nil } }
        var rest = line
        while let scalar = rest.first {
            if let open = quote {
                guard rest.starts(with: open) else {
                    rest = rest.dropFirst(scalar == "\\" && open.first == "\"" ? 2 : 1)
                    continue
                }
                quote = nil
                // Three quotation marks end a text, which may itself end with two more.
                let marks = rest.prefix(open.count == 1 ? 1 : 5).prefix { $0 == scalar }
                rest = rest.dropFirst(marks.count)
                continue
            }
            switch scalar {
            case "#": return rest
            case "[", "{": depth += 1
            case "]", "}": depth = max(0, depth - 1)
            case "\"", "'": quote = Self.quotes.first { rest.starts(with: $0) }
            default: break
            }
            rest = rest.dropFirst(quote?.count ?? 1)
        }
        return rest
    }
}
