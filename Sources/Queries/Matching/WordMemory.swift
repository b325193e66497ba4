/// What the words of titles and texts say to the patterns of a set, remembered word by word: a few thousand words are
/// most of all text, and stemming costs more than all the rest. One look-up for each word tells what begins there.
struct WordMemory {
    /// A pattern that stands in a text.
    struct Finding {
        /// The condition that it meets.
        let condition: Int
        /// The languages in which it stands there, as a form of the pattern's word; empty where it does in any.
        let languages: LanguageSet
        /// The words that it is found by.
        let words: Range<Int>
    }

    /// A pattern that a word may be the beginning of, or a form of.
    private struct Start {
        let entry: Int
        let condition: Int
        let fields: FieldSet
        /// How many words it is found by.
        let count: Int
        /// The hash of its second word; 0 where it has none, or only a prefix of one.
        let next: UInt64
        /// The languages in which the word is a form of it; empty where it begins with the word.
        let languages: LanguageSet

        init(_ number: Int, _ entry: WordIndex.Entry, formIn languages: LanguageSet = []) {
            self.entry = number
            self.languages = languages
            condition = entry.condition
            fields = entry.fields
            count = languages.isEmpty ? entry.words.count : 1
            let isWord = count > 1 && !(count == 2 && entry.isPrefix)
            next = isWord ? ByteTable.hash(entry.words[1]) : 0
        }

        /// Whether the word behind a word does not tell that the pattern does not begin there.
        func canBegin(at position: Int, of words: Words) -> Bool {
            next == 0 || position + 1 < words.count && words.hashes[position + 1] == next
        }
    }

    private let index: WordIndex
    private let stems: [StemTable]
    private var known = ByteTable()
    /// Which group each known word has.
    private var groupOfWord: [Int32] = []
    /// What begins at words; the first group is empty, for those at which nothing does.
    private var groups: [[Start]] = [[]]

    /// How many words are remembered at most: half a megabyte.
    private static let most = 16_000

    /// Remembers for the patterns of `index`.
    ///
    /// - Parameter languages: those whose rules say what is a form of a pattern's word.
    init(_ index: WordIndex, languages: LanguageSet) {
        self.index = index
        stems =
            index.inflected.isEmpty
            ? [] : languages.members.compactMap { StemTable(index.inflected, language: $0) }
    }

    /// Calls `found` for each pattern that stands in `words`, the words of one field.
    mutating func scan(_ words: Words, field: FieldSet, found: (Finding) -> Void) {
        guard index.fields.contains(field) else { return }
        words.eachWord { position, word, hash in
            let group = group(of: word, hash)
            guard group != 0 else { return }
            for start in groups[group]
            where start.fields.contains(field) && start.canBegin(at: position, of: words) {
                guard !start.languages.isEmpty || index.stands(start.entry, in: words, at: position) else { continue }
                let place = position..<position + start.count
                found(Finding(condition: start.condition, languages: start.languages, words: place))
            }
        }
    }

    private mutating func group(of word: UnsafeBufferPointer<UInt8>, _ hash: UInt64) -> Int {
        if let number = known.number(of: word, hash) { return Int(groupOfWord[number]) }
        if known.count >= WordMemory.most {
            known.removeAll()
            groupOfWord.removeAll(keepingCapacity: true)
            groups.removeSubrange(1...)
        }
        let starts = starts(of: word, hash)
        let group = starts.isEmpty ? 0 : groups.count
        if !starts.isEmpty { groups.append(starts) }
        _ = known.add(word, hash)
        groupOfWord.append(Int32(truncatingIfNeeded: group))
        return group
    }

    private func starts(of word: UnsafeBufferPointer<UInt8>, _ hash: UInt64) -> [Start] {
        var starts: [Start] = []
        index.eachStart(of: word, hash) { starts.append(Start($0, index.entries[$0])) }
        var forms: [Int: LanguageSet] = [:]
        for table in stems {
            for entry in table.entries(of: word) { forms[entry, default: []].formUnion(table.language) }
        }
        return starts + forms.map { Start($0.key, index.entries[$0.key], formIn: $0.value) }
    }
}

/// The words that are found in any of their forms, by their stem in one language.
private struct StemTable {
    let language: LanguageSet
    private let stemmer: Stemmer
    private var byStem: [String: [Int]] = [:]
    /// Whether a word that begins with a byte can be a form of any: most cannot, and are not stemmed.
    private var canBegin = [Bool](repeating: false, count: 256)

    /// The stems of these words; nil where there are no rules for the language.
    init?(_ entries: [(number: Int, word: [UInt8])], language: String) {
        guard let stemmer = Stemmer(language: language) else { return nil }
        self.language = LanguageSet(language)
        self.stemmer = stemmer
        for entry in entries {
            byStem[stemmer.stem(entry.word), default: []].append(entry.number)
            canBegin[Int(entry.word[0])] = true
        }
        if Stemmer.takingPrefixes.contains(language) { canBegin = canBegin.map { _ in true } }
    }

    /// The entries that a word is a form of.
    func entries(of word: UnsafeBufferPointer<UInt8>) -> [Int] {
        canBegin[Int(word[0])] ? byStem[stemmer.stem(word)] ?? [] : []
    }
}

/// Some of the languages that there are stemmers for.
struct LanguageSet: OptionSet, Hashable {
    let rawValue: UInt32

    static let all = LanguageSet(rawValue: 1 << UInt32(Stemmer.languages.count) - 1)

    init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    /// One language; none where there is no stemmer for it.
    init(_ language: String) {
        self.init(rawValue: Stemmer.languages.firstIndex(of: language).map { 1 << UInt32($0) } ?? 0)
    }

    /// What a BCP 47 tag asks for; none where there is no stemmer for it.
    init(tag: String?) {
        self = tag.flatMap(Stemmer.language).map { LanguageSet($0) } ?? []
    }

    var members: [String] {
        Stemmer.languages.filter { contains(LanguageSet($0)) }
    }
}
