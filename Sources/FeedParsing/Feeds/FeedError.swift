public import EngineConcepts

/// The reason why a document could not be read as a feed.
public enum FeedError: Error, Hashable, Sendable {
    /// The document is empty.
    case empty
    /// The document is a web page, with the feeds that it links to.
    case webPage(LinkedFeeds)
    /// The document is XML with another root element.
    case otherXML(root: String)
    /// The document is JSON but not a JSON Feed.
    case otherJSON(Message)
    /// The document begins like JSON but is not valid JSON.
    case brokenJSON(String)
    /// The document is JSON Lines: one object per line.
    case jsonLines
    /// The document is neither XML nor JSON.
    case unreadable
    /// The document is gzip data that is damaged.
    case damagedGzip
    /// The document is gzip data that exceeds the size limit when decompressed.
    case gzipTooLarge
    /// The document is broken before any part of a feed.
    case broken(MarkupError)

    /// Returns the error of a document; `subject` names it at the beginning of a sentence.
    public func message(about subject: Message.Argument) -> Message {
        switch self {
        case .empty: Message("documentEmpty", ["subject": subject])
        case .webPage(let page):
            page.feeds.first
                .map { Message("documentIsPageOfFeed", ["subject": subject, "address": .text($0.address)]) }
                ?? Message("documentIsPage", ["subject": subject])
        case .otherXML(let root): Message("documentIsOtherXML", ["subject": subject, "element": .text(root)])
        case .otherJSON(let reason):
            Message("documentIsOtherJSON", ["subject": subject, "reason": .message(reason)])
        case .brokenJSON: Message("documentIsBrokenJSON", ["subject": subject])
        case .jsonLines: Message("documentIsJSONLines", ["subject": subject])
        case .unreadable: Message("documentUnreadable", ["subject": subject])
        case .damagedGzip: Message("documentPackingBroken", ["subject": subject])
        case .gzipTooLarge: Message("documentPackingTooHigh", ["subject": subject])
        case .broken(let error):
            Message(
                "documentBroken",
                [
                    "subject": subject, "line": .number(error.line), "column": .number(error.column),
                    "reason": .message(error.message),
                ])
        }
    }

    /// The message of the parser, or `nil` if it has none.
    public var cause: String? {
        switch self {
        case .brokenJSON(let reason): reason
        case .broken(let error): error.cause
        case .empty, .webPage, .otherXML, .otherJSON, .jsonLines, .unreadable, .damagedGzip, .gzipTooLarge: nil
        }
    }
}
