import EngineConcepts
import FeedParsing

/// A feed document with what to store for the next request.
struct FeedReadResult: Sendable {
    /// The document, or `nil` if it is unchanged.
    var document: FeedDocument?
    /// True if the document has the feed's newest items. False if the feed has more newer pages than were read.
    var isUpToDate = true
    /// The time of the newest item that is on the next page and not in the document, or `nil` if there is none or that page
    /// was not read: it is read only to learn where the pages lead.
    var newestOnNextPage: Timestamp?
    /// The address of the document.
    var address = ""
    /// The state for the next request.
    var memory: FeedMemory
    /// The freshness lifetime from the HTTP headers.
    var freshFor: Duration?
    /// The number of bytes read.
    var bytes = 0
}
