import EngineConcepts
import FeedParsing

/// Reads the documents of a feed.
protocol FeedDocumentSource: Sendable {
    /// True for a feed on the web. Only such a feed can have older pages and is read only when it is due.
    var isRemote: Bool { get }

    /// Reads the document, unless `memory` shows that it is unchanged.
    func read(_ memory: FeedMemory, at now: Timestamp) async throws(SupplierError) -> FeedReadResult

    /// Reads the page at `place`, or the feed's own document if that is `nil`, even if it is unchanged. The result
    /// has no document if there is no such page.
    func page(
        _ place: FeedPageLocation?, _ memory: FeedMemory, at now: Timestamp
    ) async throws(SupplierError) -> FeedReadResult
}

/// A feed document with what to store for the next request.
struct FeedReadResult: Sendable {
    /// The document, or `nil` if it is unchanged or the page does not exist.
    var document: FeedDocument?
    /// The status (404, 410) of a missing page that the feed links to, or `nil` otherwise.
    var missing: Int?
    /// True if the document has the feed's newest items. False if the feed has more newer pages than were read.
    var isUpToDate = true
    /// The address of the document.
    var address = ""
    /// The state for the next request.
    var memory: FeedMemory
    /// The freshness lifetime from the HTTP headers.
    var freshFor: Duration?
    /// The source's limits on further requests.
    var budget = FetchBudget()
    /// The number of bytes read.
    var bytes = 0
}
