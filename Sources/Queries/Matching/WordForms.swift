/// The words that are found in any of their forms, by their stem in one language. Remembers what it was asked: a few
/// thousand words are most of all text, and stemming costs more than all the rest.
final class WordForms {
    private let stemmer: Stemmer
    private var byStem: [String: Int] = [:]
    /// The entries of each stem; the first are none, for words that are no form of any.
    private var groups: [[WordIndex.Entry]] = [[]]
    private var known = ByteTable()
    /// Which group each known word has.
    private var groupOfWord: [Int] = []

    /// How many words are remembered at most.
    private static let most = 50_000

    /// The forms of these words; nil where there are no rules for the language.
    init?(_ entries: [WordIndex.Entry], language: String) {
        guard let stemmer = Stemmer(language: language) else { return nil }
        self.stemmer = stemmer
        for entry in entries {
            let stem = stemmer.stem(entry.words[0])
            if let group = byStem[stem] {
                groups[group].append(entry)
            } else {
                byStem[stem] = groups.count
                groups.append([entry])
            }
        }
    }

    /// Calls `found` for each word of a field's words that is a form of one of them, with what it is a form of.
    func scan(_ words: Words, found: (WordIndex.Entry, Int) -> Void) {
        words.withBytes { bytes in
            var start = 0
            for index in 0..<words.count {
                let end = Int(words.ends[index])
                let group = group(
                    of: UnsafeBufferPointer(rebasing: bytes[start..<end]), words.hashes[index])
                if group != 0 {
                    for entry in groups[group] { found(entry, index) }
                }
                start = end
            }
        }
    }

    private func group(of word: UnsafeBufferPointer<UInt8>, _ hash: UInt64) -> Int {
        if let number = known.number(of: word, hash) { return groupOfWord[number] }
        if known.count >= WordForms.most {
            known.removeAll()
            groupOfWord.removeAll()
        }
        let group = byStem[stemmer.stem(word)] ?? 0
        _ = known.add(word, hash)
        groupOfWord.append(group)
        return group
    }
}
