import TOMLKit

extension TOMLTable {
    /// Parses a document. Throws a `TOMLParseError`, an ``UnreadableHeader`` or a ``ZeroByte``.
    static func parsed(_ text: String) throws -> TOMLTable {
        if text.utf8.contains(0) { throw ZeroByte() }
        if let header = UnreadableHeader(in: text) { throw header }
        return try TOMLTable(string: text)
    }
}

extension TOMLValueConvertible {
    /// The texts of an array of texts, or `nil` for any other value.
    var texts: [String]? {
        array.flatMap { array in
            let texts = array.compactMap(\.string)
            return texts.count == array.count ? texts : nil
        }
    }
}

/// A zero byte in a document. The library takes it for the end.
struct ZeroByte: Error, CustomStringConvertible {
    let description = "a zero byte"
}
