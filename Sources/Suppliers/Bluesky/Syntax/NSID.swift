import WebText

/// A namespaced identifier, such as `app.bsky.feed.post`. <https://atproto.com/specs/nsid>
enum NSID {
    /// Returns true if `text` is such an identifier: at least three labels, of which the last has only letters and digits.
    static func isValid(_ text: some StringProtocol) -> Bool {
        guard text.utf8.count <= 317 else { return false }
        let labels = Array(text.utf8).split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard labels.count >= 3, let name = labels.last, let first = labels.first?.first, first.isASCIILetter,
            let initial = name.first, initial.isASCIILetter, name.count <= 63,
            name.allSatisfy({ $0.isASCIILetter || $0.isASCIIDigit })
        else { return false }
        return labels.dropLast().allSatisfy { ATHandle.isLabel($0) }
    }
}
