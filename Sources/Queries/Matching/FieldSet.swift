/// Fields of a ticket whose words are looked up in one pass.
struct FieldSet: OptionSet, Sendable {
    let rawValue: UInt8

    static let title = FieldSet(rawValue: 1)
    static let text = FieldSet(rawValue: 2)
    static let author = FieldSet(rawValue: 4)
    static let tag = FieldSet(rawValue: 8)
    static let url = FieldSet(rawValue: 16)

    /// The fields that may have words of a known language.
    static let inflected: FieldSet = [.title, .text]
}

extension FieldSet {
    /// Creates the set of fields that a field of the language means.
    init(_ field: TextField) {
        switch field {
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
