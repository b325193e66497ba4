package import EngineConcepts

/// An address that runs a command: `exec:COMMAND`, or `filter:COMMAND:URL` for a command that transforms the document
/// at the URL.
package struct CommandAddress: Hashable, Sendable {
    /// The program and its arguments.
    package let words: [String]
    /// The URL of the document that the command transforms, or `nil` if it gets no input.
    package let documentURL: String?

    /// Splits an address that begins with `exec:` or `filter:`. `home` replaces `~` in arguments.
    package init(_ address: String, home: String?) throws(SupplierError) {
        guard address.lowercased().hasPrefix("filter:") else {
            words = try CommandLineSplitter.split(String(address.dropFirst("exec:".count)), home: home)
            documentURL = nil
            return
        }
        let rest = address.dropFirst("filter:".count)
        let marks = [":https://", ":http://"].compactMap { rest.utf8.firstRange(of: $0.utf8)?.lowerBound }
        guard let mark = marks.min() else {
            throw SupplierError(.unsupported, Message("filterHasNoAddress", ["address": .text(address)]))
        }
        words = try CommandLineSplitter.split(String(rest[..<mark]), home: home)
        documentURL = String(rest[mark...].dropFirst())
    }

    /// Returns the command address in `text`, on one line and without invisible characters, or `nil` for any other
    /// address. Runs of spaces in arguments stay.
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
