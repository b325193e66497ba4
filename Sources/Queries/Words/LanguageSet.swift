/// A set of languages with stemmers.
struct LanguageSet: OptionSet, Hashable {
    let rawValue: UInt32

    static let all = LanguageSet(rawValue: 1 << UInt32(Stemmer.languages.count) - 1)

    var members: [String] {
        Stemmer.languages.filter { contains(LanguageSet($0)) }
    }
}

extension LanguageSet {
    /// Creates a set of one language, or an empty one without a stemmer for it.
    init(_ language: String) {
        self.init(rawValue: Stemmer.languages.firstIndex(of: language).map { 1 << UInt32($0) } ?? 0)
    }

    /// Creates a set from a BCP 47 tag, or an empty one without a stemmer for it.
    init(tag: String?) {
        self = tag.flatMap(Stemmer.language).map { LanguageSet($0) } ?? []
    }
}
