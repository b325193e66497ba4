public import EngineConcepts
public import FeedParsing

/// The result of examining an address.
public enum SourceProbe: Hashable, Sendable {
    /// A source to follow, with its ID, its own name and the address to store. `warning` is a message about the source,
    /// such as a truncated document. `end` is the address of the response after redirects.
    case source(SourceDescription, warning: Message? = nil, end: String? = nil)
    /// A page with several feeds, the page's own first.
    case choices(LinkedFeeds)
}
