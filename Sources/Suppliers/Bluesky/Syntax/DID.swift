import WebText

/// A decentralised identifier, which names an account for good. <https://atproto.com/specs/did>
struct DID: Hashable, Sendable, CustomStringConvertible {
    let text: String

    init?(_ text: some StringProtocol) {
        guard text.utf8.count <= 2048 else { return nil }
        let parts = Array(text.utf8).split(separator: .colon, maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0].elementsEqual("did".utf8), !parts[1].isEmpty, !parts[2].isEmpty,
            parts[1].allSatisfy({ (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) }),
            parts[2].allSatisfy({ $0.isASCIILetter || $0.isASCIIDigit || Self.signs.contains($0) }),
            let last = parts[2].last, last != .colon, last != .percentSign
        else { return nil }
        self.text = String(text)
    }

    private static let signs = Array("._:%-".utf8)

    /// The method: `plc`, `web` or another one.
    var method: Substring { text.dropFirst(4).prefix { $0 != ":" } }

    /// The part after the method.
    var suffix: Substring { text.dropFirst(4 + method.count + 1) }

    var description: String { text }
}
