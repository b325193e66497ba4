public import FeedParsing

/// Finds the sources of a page from its address alone, for sites whose pages do not link to their feeds.
public struct SiteRule: Sendable {
    /// The meaning of a page's address.
    public enum Meaning: Hashable, Sendable {
        /// These sources; the user chooses if there are several.
        case sources([FeedLink])
        /// A feed that may exist; if it does not, the page is searched.
        case candidate(String)

        /// Returns the meaning of a single source.
        public static func source(_ address: String) -> Meaning {
            .sources([FeedLink(address: address)])
        }
    }

    /// The hosts of the site; empty for a rule about pages of any host.
    public let hosts: [String]
    /// A function that returns the meaning of a page, or `nil` for an unknown page.
    public let meaning: @Sendable (PageAddress) -> Meaning?
}
