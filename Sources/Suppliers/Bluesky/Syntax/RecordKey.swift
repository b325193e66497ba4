import WebText

/// The key of a record in its collection. <https://atproto.com/specs/record-key>
enum RecordKey {
    /// Returns true if `text` can be a key.
    static func isValid(_ text: some StringProtocol) -> Bool {
        (1...512).contains(text.utf8.count) && text != "." && text != ".."
            && text.utf8.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit || signs.contains($0) }
    }

    private static let signs = Array("_~.:-".utf8)
}
