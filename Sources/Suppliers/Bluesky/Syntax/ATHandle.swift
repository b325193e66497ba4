import WebText

/// A handle of the AT Protocol: the domain name that names a person, in lower case.
/// <https://atproto.com/specs/handle>
struct ATHandle: Hashable, Sendable, CustomStringConvertible {
    let text: String

    /// Parses a handle, without its `@`. Returns `nil` for any other text.
    init?(_ text: some StringProtocol) {
        guard text.utf8.count <= 253 else { return nil }
        let labels = Array(text.utf8).split(separator: .dot, omittingEmptySubsequences: false)
        guard labels.count >= 2, let top = labels.last?.first, top.isASCIILetter,
            labels.allSatisfy({ Self.isLabel($0) })
        else { return nil }
        self.text = text.lowercased()
    }

    /// Returns true for up to 63 letters, digits and hyphens, with no hyphen at either end.
    static func isLabel(_ label: some BidirectionalCollection<UInt8>) -> Bool {
        guard (1...63).contains(label.count), label.first != .hyphen, label.last != .hyphen else { return false }
        return label.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit || $0 == .hyphen }
    }

    var description: String { text }
}
