/// Finds the patterns of a ``WordIndex`` and the forms of their words, and caches which patterns a word begins: a few thousand
/// words make up most text, and stemming costs more than everything else. Not thread-safe, like its stemmers.
struct WordMatcher {
    /// A pattern that was found.
    struct Finding {
        /// The condition that it meets.
        let condition: Int
        /// The languages in which the word is a form of the pattern's word; empty if it is in any.
        let languages: LanguageSet
        /// The positions of its words.
        let words: Range<Int>
    }

    /// A pattern that a word begins, or is a form of.
    private struct Start {
        /// The index of its entry.
        let entryIndex: Int
        let condition: Int
        let texts: ScannedTexts
        /// The number of its words.
        let count: Int
        /// The hash of its second word, or 0 if it has none or only a prefix.
        let next: UInt64
        /// The languages in which the word is a form of it; empty if it begins with the word.
        let languages: LanguageSet

        init(_ entryIndex: Int, entry: WordIndex.Entry, formIn languages: LanguageSet = []) {
            self.entryIndex = entryIndex
            self.languages = languages
            condition = entry.condition
            texts = entry.texts
            count = languages.isEmpty ? entry.words.count : 1
            let isWord = count > 1 && !(count == 2 && entry.isPrefix)
            next = isWord ? ByteTable.hash(entry.words[1]) : 0
        }

        /// Returns true unless the next word rules the pattern out.
        func canBegin(at position: Int, of words: Words) -> Bool {
            next == 0 || position + 1 < words.count && words.hashes[position + 1] == next
        }
    }

    private let index: WordIndex
    private let stemTables: [StemTable]
    private var knownWords = ByteTable()
    /// The group of each known word.
    private var groupOfWord: [Int32] = []
    /// The groups of patterns that one word begins; the first group is empty.
    private var groups: [[Start]] = [[]]

    /// The largest number of cached words: half a megabyte.
    private static let maximumCachedWords = 16_000

    /// Creates a matcher of the patterns in an index.
    ///
    /// - Parameter languages: The languages whose forms of words match.
    init(_ index: WordIndex, languages: LanguageSet) {
        self.index = index
        stemTables =
            index.inflected.isEmpty
            ? [] : languages.members.compactMap { StemTable(index.inflected, language: $0) }
    }

    /// Calls `found` for each pattern in `words`, the words of one text.
    mutating func scan(_ words: Words, of text: ScannedTexts, found: (Finding) -> Void) {
        guard index.texts.contains(text) else { return }
        words.eachWord { position, word, hash in
            let group = group(of: word, hash)
            guard group != 0 else { return }
            for start in groups[group]
            where start.texts.contains(text) && start.canBegin(at: position, of: words) {
                let isForm = !start.languages.isEmpty
                guard isForm || index.isMatch(start.entryIndex, in: words, at: position) else { continue }
                let range = position..<position + start.count
                found(Finding(condition: start.condition, languages: start.languages, words: range))
            }
        }
    }

    private mutating func group(of word: UnsafeBufferPointer<UInt8>, _ hash: UInt64) -> Int {
        if let index = knownWords.index(of: word, hash) { return Int(groupOfWord[index]) }
        if knownWords.count >= WordMatcher.maximumCachedWords {
            knownWords = ByteTable()
            groupOfWord.removeAll(keepingCapacity: true)
            groups.removeSubrange(1...)
        }
        let starts = starts(of: word, hash)
        let group = starts.isEmpty ? 0 : groups.count
        if !starts.isEmpty { groups.append(starts) }
        _ = knownWords.add(word, hash)
        groupOfWord.append(Int32(truncatingIfNeeded: group))
        return group
    }

    private func starts(of word: UnsafeBufferPointer<UInt8>, _ hash: UInt64) -> [Start] {
        var starts: [Start] = []
        // A closure that captured the matcher would copy it.
        let index = index
        index.eachStart(of: word, hash) { starts.append(Start($0, entry: index.entries[$0])) }
        var forms: [Int: LanguageSet] = [:]
        for table in stemTables {
            for entryIndex in table.entries(of: word) { forms[entryIndex, default: []].formUnion(table.language) }
        }
        for (entryIndex, languages) in forms {
            starts.append(Start(entryIndex, entry: index.entries[entryIndex], formIn: languages))
        }
        return starts
    }
}
