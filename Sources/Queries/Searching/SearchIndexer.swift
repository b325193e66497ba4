public import EngineConcepts

/// Makes documents of tickets. Holds stemmers, which are not thread-safe; make one for a batch.
public final class SearchIndexer {
    private var words = Words()
    private var stems: [String: StemCache] = [:]

    public init() {}

    /// Splits a ticket into words.
    public func document(of ticket: Ticket) -> SearchDocument {
        var texts = TicketTexts(ticket)
        var stems: Set<String> = []
        let language = texts.language.flatMap(Stemmer.language)
        let cache = language.flatMap(cache(of:))
        cache?.begin()
        let title = column(texts.titles)
        cache?.collect(words, into: &stems)
        let text = column(texts.texts)
        cache?.collect(words, into: &stems)
        return SearchDocument(
            title: title, text: text, author: column(texts.authors), tag: column(texts.tags, isEnclosed: true),
            url: column(texts.links), stem: stems.sorted().joined(separator: " "))
    }

    /// Returns the words of some texts, which stay in ``words``.
    private func column(_ texts: [String], isEnclosed: Bool = false) -> String {
        words.load(texts, isEnclosed: isEnclosed)
        return words.joined
    }

    private func cache(of language: String) -> StemCache? {
        if let known = stems[language] { return known }
        let cache = StemCache(language: language)
        stems[language] = cache
        return cache
    }
}

/// A cache of the stems of one language, since texts repeat their words.
private final class StemCache {
    private let stemmer: Stemmer
    private let language: String
    private var knownWords = ByteTable()
    /// The stem of each known word, by index, and the last document that contained it.
    private var stemOfWord: [String] = []
    private var collectedFor: [Int] = []
    private var document = 0

    /// The largest number of cached words.
    private static let maximumCachedWords = 50_000

    init?(language: String) {
        guard let stemmer = Stemmer(language: language) else { return nil }
        self.stemmer = stemmer
        self.language = language
    }

    func begin() {
        document += 1
    }

    /// Adds the stems of a field's words that this document does not have yet.
    func collect(_ words: Words, into stems: inout Set<String>) {
        words.eachWord { position, word, hash in
            guard !words.isBarrier(position) else { return }
            let index = index(of: word, hash)
            guard collectedFor[index] != document else { return }
            collectedFor[index] = document
            stems.insert(stemOfWord[index])
        }
    }

    private func index(of word: UnsafeBufferPointer<UInt8>, _ hash: UInt64) -> Int {
        if let index = knownWords.index(of: word, hash) { return index }
        if knownWords.count >= StemCache.maximumCachedWords {
            knownWords = ByteTable()
            stemOfWord.removeAll()
            collectedFor.removeAll()
        }
        stemOfWord.append(SearchCandidates.indexed(stemmer.stem(word), language: language))
        collectedFor.append(0)
        return knownWords.add(word, hash)
    }
}
