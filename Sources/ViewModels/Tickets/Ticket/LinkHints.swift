/// The letters that open the visible links of a ticket.
public nonisolated struct LinkHints: Equatable, Sendable {
    /// The letters of each link, by its number.
    public let labels: [UInt16: String]
    /// The letters typed so far.
    public private(set) var typed = ""

    enum Effect: Equatable {
        /// These are the letters of this link.
        case open(UInt16)
        case waiting
        /// No link has these letters.
        case unknown
    }

    private static let letters = Array("asdfghjklqwertyuiopzxcvbnm")

    /// Gives letters to links: one each, or two if there are many. Links beyond 676 have none.
    init(_ links: [UInt16]) {
        let letters = Self.letters
        let combinations =
            links.count <= letters.count
            ? letters.map { String($0) } : letters.flatMap { first in letters.map { String([first, $0]) } }
        labels = Dictionary(zip(links, combinations), uniquingKeysWith: { first, _ in first })
    }

    mutating func type(_ letter: Character) -> Effect {
        typed += letter.lowercased()
        if let link = labels.first(where: { $0.value == typed })?.key { return .open(link) }
        return labels.values.contains { $0.hasPrefix(typed) } ? .waiting : .unknown
    }
}
