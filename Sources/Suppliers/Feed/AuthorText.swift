/// Reads authors as RSS has them: `name@example.com (Name)`, `Name <name@example.com>`, or a name.
enum AuthorText {
    static func parse(_ text: String) -> FeedAuthor {
        let text = MarkupStripper.line(text)
        guard text.utf8.contains(where: { $0 == 0x40 || $0 == 0x3c }) else {
            return FeedAuthor(name: nonEmpty(text[...]))
        }
        if let open = text.firstIndex(of: "("), text.last == ")", text[..<open].utf8.contains(0x40) {
            return FeedAuthor(
                name: nonEmpty(text[text.index(after: open)...].dropLast()), email: nonEmpty(text[..<open]))
        }
        if let open = text.firstIndex(of: "<"), text.last == ">" {
            return FeedAuthor(
                name: nonEmpty(text[..<open]), email: nonEmpty(text[text.index(after: open)...].dropLast()))
        }
        let isAddress = text.utf8.contains(0x40) && !text.utf8.contains(0x20)
        return isAddress ? FeedAuthor(email: text) : FeedAuthor(name: nonEmpty(text[...]))
    }

    private static func nonEmpty(_ text: Substring) -> String? {
        let line = TextSanitizer.line(String(text))
        return line.isEmpty ? nil : line
    }
}
