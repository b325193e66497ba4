package import EngineConcepts

/// A command as it is written in an address: `exec:COMMAND`, or `filter:COMMAND:URL` for one that reads the document at
/// the URL and prints another.
package struct CommandAddress: Hashable, Sendable {
    /// Program and arguments.
    package let words: [String]
    /// The address of what the command reads.
    package let filtered: String?

    package init(_ address: String, home: String?) throws(SupplierError) {
        guard address.lowercased().hasPrefix("filter:") else {
            words = try CommandWords.split(String(address.dropFirst("exec:".count)), home: home)
            filtered = nil
            return
        }
        let rest = address.dropFirst("filter:".count)
        let marks = [":https://", ":http://"].compactMap { rest.utf8.firstRange(of: $0.utf8)?.lowerBound }
        guard let mark = marks.min() else {
            throw SupplierError(
                .unsupported, "“\(address)” names no address to filter: it is written filter:COMMAND:URL.")
        }
        words = try CommandWords.split(String(rest[..<mark]), home: home)
        filtered = String(rest[mark...].dropFirst())
    }

    /// The address of a command, whose arguments may hold runs of spaces, on one line and without what nobody sees; nil for
    /// every other address.
    package static func address(in text: String) -> String? {
        let line = TextSanitizer.lines(
            String(String.UnicodeScalarView(text.unicodeScalars.map { $0.properties.isWhitespace ? " " : $0 })))
        let address = line.drop { $0 == " " }
        return ["exec:", "filter:"].contains { address.lowercased().hasPrefix($0) } ? String(address) : nil
    }

    /// The program's name without its path.
    package var program: String {
        words.first?.split(separator: "/").last.map(String.init) ?? ""
    }
}
