import FeedParsing

/// The answer to a request for a page of a feed.
struct FeedPageAnswer: Sendable {
    /// The content of an answer.
    enum Content: Sendable {
        case document(FeedDocument)
        /// There is no such page, says this status (404, 410).
        case missing(status: Int)
        /// The address was guessed, and the site has no pages at such addresses.
        case refused
    }

    let content: Content
    /// The address of the content after redirects.
    let address: String
    /// The number of bytes read of a document.
    var bytes = 0

    /// The status of a missing page, or `nil` for other answers.
    var missingStatus: Int? {
        if case .missing(let status) = content { status } else { nil }
    }
}
