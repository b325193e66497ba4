import WebText

/// The address of a repository, a collection or a record: `at://REPOSITORY/COLLECTION/KEY`.
/// <https://atproto.com/specs/at-uri-scheme>
struct ATURI: Hashable, Sendable, CustomStringConvertible {
    /// The account that the repository belongs to.
    let repository: ATIdentifier
    /// The kind of record, or `nil` for the repository itself.
    let collection: String?
    /// The key of the record, or `nil` for the whole collection.
    let key: String?
}

extension ATURI {
    /// Parses an address in the form that records use. Returns `nil` for any other text.
    init?(_ text: some StringProtocol) {
        guard text.utf8.count <= 8192, text.hasPrefix("at://") else { return nil }
        let parts = text.dropFirst(5).split(separator: "/", omittingEmptySubsequences: false)
        guard (1...3).contains(parts.count), let repository = ATIdentifier(parts[0]) else { return nil }
        self.repository = repository
        collection = parts.count > 1 ? String(parts[1]) : nil
        key = parts.count > 2 ? String(parts[2]) : nil
        if let collection, !NSID.isValid(collection) { return nil }
        if let key, !RecordKey.isValid(key) { return nil }
    }

    var description: String {
        ["at:/", repository.text, collection, key].compactMap(\.self).joined(separator: "/")
    }
}

/// A namespaced identifier, such as `app.bsky.feed.post`. <https://atproto.com/specs/nsid>
enum NSID {
    /// Returns true if `text` is such an identifier: at least three labels, of which the last has only letters and digits.
    static func isValid(_ text: some StringProtocol) -> Bool {
        guard text.utf8.count <= 317 else { return false }
        let labels = Array(text.utf8).split(separator: .dot, omittingEmptySubsequences: false)
        guard labels.count >= 3, let name = labels.last, let first = labels.first?.first, first.isASCIILetter,
            let initial = name.first, initial.isASCIILetter, name.count <= 63,
            name.allSatisfy({ $0.isASCIILetter || $0.isASCIIDigit })
        else { return false }
        return labels.dropLast().allSatisfy { ATHandle.isLabel($0) }
    }
}

/// The key of a record in its collection. <https://atproto.com/specs/record-key>
enum RecordKey {
    /// Returns true if `text` can be a key.
    static func isValid(_ text: some StringProtocol) -> Bool {
        (1...512).contains(text.utf8.count) && text != "." && text != ".."
            && text.utf8.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit || signs.contains($0) }
    }

    private static let signs = Array("_~.:-".utf8)
}
