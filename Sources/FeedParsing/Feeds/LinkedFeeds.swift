/// The feeds that a web page links to, with the title of the page and the address to which it redirects.
public struct LinkedFeeds: Hashable, Sendable {
    /// The page's title.
    public var title: String?
    /// The feeds that the page links to, in order.
    public var feeds: [FeedLink]
    /// Addresses of the same site that may be those of feeds, because the page's text links to them with such words. In order.
    public var possibleFeeds: [String]
    /// The address to which the page redirects.
    public var forward: String?

    /// Creates the feeds of a page.
    public init(
        title: String? = nil, feeds: [FeedLink] = [], possibleFeeds: [String] = [], forward: String? = nil
    ) {
        self.title = title
        self.feeds = feeds
        self.possibleFeeds = possibleFeeds
        self.forward = forward
    }
}

/// A link to a feed on a web page.
public struct FeedLink: Hashable, Sendable {
    /// The feed's address; absolute if the page's address is known.
    public var address: String
    public var title: String?

    public init(address: String, title: String? = nil) {
        self.address = address
        self.title = title
    }
}
