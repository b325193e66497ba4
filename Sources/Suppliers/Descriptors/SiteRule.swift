public import FeedParsing

/// Finds the sources of a page from its address alone, for sites whose pages do not link to their feeds.
public struct SiteRule: Sendable {
    /// The meaning of a page's address.
    public enum Meaning: Hashable, Sendable {
        /// The source at this address.
        case source(String)
        /// Several feeds, of which the user chooses.
        case choices([FeedLink])
        /// The address of a feed that may exist; if it does not, the page is searched.
        case candidate(String)
    }

    /// The hosts of the site; empty for a rule about pages of any host.
    public let hosts: [String]
    /// A function that returns the meaning of a page, or `nil` for an unknown page.
    public let meaning: @Sendable (PageAddress) -> Meaning?
}
