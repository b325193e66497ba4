public import EngineConcepts

/// A ticket as a full-text index stores it: folded words with spaces between them. The index splits at spaces only, so
/// that it finds exactly what a ``QueryMatcher`` does.
public struct SearchDocument: Hashable, Sendable {
    /// The index's columns in order; each is the name of a property.
    public static let columns = ["title", "text", "author", "tag", "url", "stem"]

    /// The `tokenize` option of the FTS5 table. Every byte beyond ASCII belongs to a word.
    public static let tokenizer = "ascii tokenchars '+#_'"

    /// The version of the words; a change requires a new index.
    public static let version = 1

    public let title: String
    public let text: String
    /// The names of the authors.
    public let author: String
    /// The tags, with a barrier around each.
    public let tag: String
    /// The words of the addresses that it links to.
    public let url: String
    /// The distinct stems of title and text after their language, as in `en_race`, if the language is known.
    public let stem: String

    /// The values of the columns in order.
    public var values: [String] { [title, text, author, tag, url, stem] }

    /// Splits a ticket into words. `indexer` can be reused.
    public init(_ ticket: Ticket, by indexer: SearchIndexer) {
        self = indexer.document(of: ticket)
    }

    init(title: String, text: String, author: String, tag: String, url: String, stem: String) {
        self.title = title
        self.text = text
        self.author = author
        self.tag = tag
        self.url = url
        self.stem = stem
    }
}

/// Makes documents of tickets. Holds stemmers, which are not thread-safe; make one for a batch.
public final class SearchIndexer {
    private var words = Words()
    private var stemmers: [String: StemCache] = [:]

    public init() {}

    func document(of ticket: Ticket) -> SearchDocument {
        var texts = TicketTexts(ticket)
        var stems: Set<String> = []
        let language = texts.language.flatMap(Stemmer.language)
        let memory = language.flatMap(memory(of:))
        memory?.begin()
        let title = column(texts.titles)
        memory?.collect(words, into: &stems)
        let text = column(texts.texts)
        memory?.collect(words, into: &stems)
        return SearchDocument(
            title: title, text: text, author: column(texts.authors),
            tag: column(texts.tags, isEnclosed: true),
            url: column(texts.links), stem: stems.sorted().joined(separator: " "))
    }

    /// Returns the words of some texts, which stay in ``words``.
    private func column(_ texts: [String], isEnclosed: Bool = false) -> String {
        words.removeAll()
        for (index, text) in texts.enumerated() {
            if index > 0 || isEnclosed { words.appendBarrier() }
            words.append(text)
        }
        if isEnclosed, !texts.isEmpty { words.appendBarrier() }
        return words.joined
    }

    private func memory(of language: String) -> StemCache? {
        if let known = stemmers[language] { return known }
        let made = StemCache(language: language)
        stemmers[language] = made
        return made
    }
}

/// A cache of the stems of one language, since texts repeat their words.
private final class StemCache {
    private let stemmer: Stemmer
    private let language: String
    private var known = ByteTable()
    /// The stem of each known word, by number, and the last document that contained it.
    private var stemOfWord: [String] = []
    private var collectedFor: [Int] = []
    private var document = 0

    private static let most = 50_000

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
        words.eachWord { index, word, hash in
            guard !words.isBarrier(index) else { return }
            let number = number(of: word, hash)
            guard collectedFor[number] != document else { return }
            collectedFor[number] = document
            stems.insert(stemOfWord[number])
        }
    }

    private func number(of word: UnsafeBufferPointer<UInt8>, _ hash: UInt64) -> Int {
        if let number = known.number(of: word, hash) { return number }
        if known.count >= StemCache.most {
            known.removeAll()
            stemOfWord.removeAll()
            collectedFor.removeAll()
        }
        stemOfWord.append(SearchCandidates.indexed(stemmer.stem(word), language: language))
        collectedFor.append(0)
        return known.add(word, hash)
    }
}
