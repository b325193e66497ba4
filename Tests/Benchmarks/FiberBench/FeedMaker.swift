/// Feeds as they are on the web: many authors and languages, CDATA and escaped markup, links, entities, pictures, and
/// bodies from 200 bytes to 20 KB. No sentence occurs twice in the feeds of one maker, and the same calls in the same
/// order make the same bytes on every machine.
struct FeedMaker {
    private var prose: Prose

    init(seed: UInt64 = 17) {
        prose = Prose(seed: seed)
    }

    /// The number of different words of all feeds.
    var words: Int { prose.vocabulary.count }

    /// Returns an XML feed; the formats take turns.
    mutating func document(_ feed: Int, items: Int) -> String {
        let kinds = FeedCorpus.Kind.allCases.filter(\.isXML)
        var document = FeedCorpus.Document(kinds[feed % kinds.count], feed: feed, prose: prose)
        for item in 0..<items { document.add(item) }
        prose = document.prose
        return document.finish()
    }
}
