/// A set of the texts of a ticket whose words are looked up: those that a pattern searches, or the one that is scanned.
struct ScannedTexts: OptionSet, Sendable {
    let rawValue: UInt8

    static let title = ScannedTexts(rawValue: 1)
    static let text = ScannedTexts(rawValue: 2)
    static let author = ScannedTexts(rawValue: 4)
    static let tag = ScannedTexts(rawValue: 8)
    static let url = ScannedTexts(rawValue: 16)

    /// The texts in sentences, whose words may be inflected.
    static let inflected: ScannedTexts = [.title, .text]
}

extension ScannedTexts {
    /// Creates the set of the texts that a scope includes; empty for names that are not in the ticket.
    init(_ scope: SearchScope) {
        switch scope {
        case .anywhere: self = [.title, .text, .author, .tag]
        case .title: self = .title
        case .text: self = .text
        case .author: self = .author
        case .tag: self = .tag
        case .url: self = .url
        case .source, .topic, .note, .label, .person: self = []
        }
    }
}
