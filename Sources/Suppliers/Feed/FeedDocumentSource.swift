import EngineConcepts
import FeedParsing

/// Where a feed's document comes from.
protocol FeedDocumentSource: Sendable {
    /// Whether it is on the web: older pages may follow it there, and it is not asked more often than it is due.
    var isRemote: Bool { get }

    /// Reads the document, unless it is the one that `memory` knows.
    func read(_ memory: FeedMemory, at now: Timestamp) async throws(SupplierError) -> FeedReading

    /// Reads the page at `place`, the feed's own document where that is nil, whatever is known of it. No document where
    /// there is no such page.
    func page(
        _ place: FeedPlace?, _ memory: FeedMemory, at now: Timestamp
    ) async throws(SupplierError) -> FeedReading
}

/// A feed's document as it was read, with what to remember of it.
struct FeedReading: Sendable {
    /// The document; nil where nothing has changed, or there is no such page.
    var document: FeedDocument?
    /// The status (404, 410) with which a page is not there that the feed itself leads to; nil elsewhere.
    var missing: Int?
    /// Whether the feed's newest items are in it; not so where there are more pages above it than were read.
    var isUpToDate = true
    /// Where it was found.
    var address = ""
    /// What to be reminded of next time.
    var memory: FeedMemory
    /// How long the answer may be kept, as HTTP says.
    var freshFor: Duration?
    /// What the source says of its next answers.
    var budget = FetchBudget()
    /// How many bytes were read.
    var bytes = 0
}
