import EngineConcepts

/// The word patterns of several conditions by their first word: one lookup for each word of a text finds all.
struct WordIndex: Sendable {
    /// A pattern to be compared with a ticket's words.
    struct Entry: Sendable {
        /// The condition that it meets.
        let condition: Int
        let texts: ScannedTexts
        /// The folded words.
        let words: [[UInt8]]
        /// True if the last word is a prefix.
        let isPrefix: Bool
        /// True if it must be the whole text (a tag), or its beginning for a prefix.
        let isWhole: Bool
    }

    private(set) var entries: [Entry] = []
    /// The entries that begin with each word.
    private var exact = ByteLists()
    /// The entries that consist of each prefix.
    private var prefixes = ByteLists()
    /// The distinct lengths of prefixes in bytes, ascending.
    private var prefixLengths: [Int] = []
    /// The words that match in any form, by the index of their entry.
    private(set) var inflected: [(entryIndex: Int, word: [UInt8])] = []
    /// The texts that the patterns search.
    private(set) var texts: ScannedTexts = []

    /// Adds the pattern of a condition. Only a tag must match as a whole.
    mutating func add(_ pattern: WordPattern, in scope: SearchScope, for condition: Int) {
        add(pattern, texts: ScannedTexts(scope), isWhole: scope == .tag, for: condition)
    }

    /// Adds the pattern of a condition.
    ///
    /// - Parameter isWhole: True if the pattern must be the whole text.
    mutating func add(_ pattern: WordPattern, texts: ScannedTexts, isWhole: Bool, for condition: Int) {
        let words = Words(pattern.text)
        let entry = Entry(
            condition: condition, texts: texts,
            words: (0..<words.count).map { Array(words.bytes[words.range($0)]) },
            isPrefix: pattern.form == .prefix, isWhole: isWhole)
        guard let first = entry.words.first else { return }
        self.texts.formUnion(texts)
        let entryIndex = entries.count
        entries.append(entry)
        if entry.isPrefix, entry.words.count == 1 {
            first.withUnsafeBufferPointer { prefixes.append(entryIndex, to: $0) }
            if !prefixLengths.contains(first.count) { prefixLengths = (prefixLengths + [first.count]).sorted() }
        } else {
            first.withUnsafeBufferPointer { exact.append(entryIndex, to: $0) }
        }
        if pattern.form == .word, !texts.isDisjoint(with: .inflected) {
            inflected.append((entryIndex, first))
        }
    }

    /// Calls `found` with the condition of each pattern in `words`, the words of one text.
    func scan(_ words: Words, of text: ScannedTexts, found: (Int) -> Void) {
        guard texts.contains(text) else { return }
        words.eachWord { position, word, hash in
            eachStart(of: word, hash) { entryIndex in
                guard entries[entryIndex].texts.contains(text), isMatch(entryIndex, in: words, at: position) else {
                    return
                }
                found(entries[entryIndex].condition)
            }
        }
    }

    /// Calls `found` with the index of each entry whose first word is `word`, or a prefix of it.
    func eachStart(of word: UnsafeBufferPointer<UInt8>, _ hash: UInt64, _ found: (Int) -> Void) {
        exact.list(of: word, hash)?.forEach(found)
        var hash = StableHash.seed
        var done = 0
        for length in prefixLengths where length <= word.count {
            while done < length {
                hash = StableHash.combined(hash, word[done])
                done += 1
            }
            prefixes.list(of: UnsafeBufferPointer(rebasing: word[..<length]), hash)?.forEach(found)
        }
    }

    /// Returns true if the words from `index` on, the first of which was found, are those of a pattern.
    func isMatch(_ entryIndex: Int, in words: Words, at index: Int) -> Bool {
        let entry = entries[entryIndex]
        let end = index + entry.words.count
        guard end <= words.count else { return false }
        for offset in 1..<max(1, entry.words.count) {
            let word = words.bytes[words.range(index + offset)]
            let isLast = offset == entry.words.count - 1
            let isEqual =
                entry.isPrefix && isLast
                ? word.starts(with: entry.words[offset]) : word.elementsEqual(entry.words[offset])
            guard isEqual else { return false }
        }
        guard entry.isWhole else { return true }
        return (index == 0 || words.isBarrier(index - 1))
            && (entry.isPrefix || end == words.count || words.isBarrier(end))
    }
}
