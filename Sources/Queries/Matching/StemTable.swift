/// The words of a ``WordIndex`` that match in any form, by their stem in one language. Not thread-safe, like its stemmer.
final class StemTable {
    let language: LanguageSet
    private let stemmer: Stemmer
    /// The entries of each stem.
    private let stems: ByteLists
    /// True at each first byte that a form can have: most words cannot match and are not stemmed.
    private let canBegin: [Bool]

    /// Stems these words, or returns `nil` if there are no rules for the language.
    init?(_ words: [(entryIndex: Int, word: [UInt8])], language: String) {
        guard let stemmer = Stemmer(language: language) else { return nil }
        var stems = ByteLists()
        var canBegin = [Bool](repeating: Stemmer.takingPrefixes.contains(language), count: 256)
        for (entryIndex, word) in words {
            word.withUnsafeBufferPointer { word in
                stemmer.withStem(of: word) { stems.append(entryIndex, to: $0) }
            }
            canBegin[Int(word[0])] = true
        }
        self.language = LanguageSet(language)
        self.stemmer = stemmer
        self.stems = stems
        self.canBegin = canBegin
    }

    /// Returns the entries that a word is a form of.
    func entries(of word: UnsafeBufferPointer<UInt8>) -> [Int] {
        guard canBegin[Int(word[0])] else { return [] }
        return stemmer.withStem(of: word) { stems.list(of: $0, ByteTable.hash($0)) } ?? []
    }
}
