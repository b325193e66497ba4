import WebText

/// The status line and header fields of a response (RFC 9112 §4 and §5).
struct ResponseHead: Sendable {
    /// The reason why a head is refused.
    enum Failure: Error {
        /// A line without a carriage return, a field without a name, or no status.
        case syntax
        /// Two content lengths, or one that is not a number.
        case length
    }

    let status: Int
    /// The HTTP version, such as `HTTP/2.0`.
    let version: String
    /// The fields in order, as the server wrote them.
    let fields: [(name: String, value: String)]

    /// Parses the lines of a head, each with its line end.
    init(_ bytes: [UInt8]) throws(Failure) {
        var lines = bytes.split(separator: .lineFeed, omittingEmptySubsequences: false)
        // The part after the last line end.
        guard lines.popLast()?.isEmpty == true, lines.allSatisfy({ $0.last == .carriageReturn }),
            let first = lines.first, let status = Self.status(of: Array(first))
        else { throw .syntax }
        self.status = status
        let name = String(decoding: first.prefix { $0 != .space }, as: UTF8.self)
        version = name.contains(".") ? name : "\(name).0"
        var fields: [(name: String, value: String)] = []
        for line in lines.dropFirst() {
            // A folded line continues the field before it (RFC 9112 §5.2).
            if line.first == .space || line.first == .tab, let last = fields.indices.last {
                fields[last].value += " " + TextSanitizer.line(String(decoding: line, as: UTF8.self))
                continue
            }
            guard let colon = line.firstIndex(of: .colon), colon > line.startIndex else { throw .syntax }
            fields.append(
                (
                    String(decoding: line[..<colon], as: UTF8.self),
                    TextSanitizer.line(String(decoding: line[(colon + 1)...], as: UTF8.self))
                ))
        }
        self.fields = fields
        let lengths = self["content-length"]
        guard lengths.count < 2, lengths.allSatisfy({ Int($0).map { $0 >= 0 } ?? false }) else { throw .length }
    }

    static func status(of bytes: [UInt8]) -> Int? {
        let words = bytes.prefix { $0 != .carriageReturn && $0 != .lineFeed }.split(separator: .space, maxSplits: 2)
        guard words.count >= 2, words[0].starts(with: "HTTP/".utf8), words[1].count == 3 else { return nil }
        return Int(String(decoding: words[1], as: UTF8.self))
    }

    /// Returns the values of the fields with this name, whatever its case.
    subscript(name: String) -> [String] {
        fields.lazy.filter { $0.name.isFieldName(name) }.map(\.value)
    }

    /// The content encodings in lower case, in the order in which they were applied. `identity` is left out.
    var codings: [String] {
        self["content-encoding"].flatMap { $0.lowercased().split(separator: ",") }
            .map { TextSanitizer.line(String($0)) }.filter { !["identity", "none", "utf-8", ""].contains($0) }
    }

    /// The fields by their names in lower case; several values of one name are joined by commas.
    var byName: [String: String] {
        var found: [String: String] = [:]
        for (name, value) in fields {
            let name = name.lowercased()
            found[name] = found[name].map { "\($0), \(value)" } ?? value
        }
        return found
    }
}
