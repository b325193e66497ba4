public import EngineConcepts

/// A whole feed, read: what RSS, Atom and JSON Feed have in common, in one shape. Text is sanitised; links are absolute
/// wherever a base is known; nothing is guessed.
public struct FeedDocument: Hashable, Sendable {
    /// The formats.
    public enum Format: String, Hashable, Sendable {
        /// RSS 2.0 and what calls itself later.
        case rss2 = "rss2.0"
        /// RSS 0.90, which is RDF, and 0.91 to 0.94.
        case rss09 = "rss0.9x"
        /// RSS 1.0, which is RDF.
        case rss1 = "rss1.0"
        /// Atom as RFC 4287 has it.
        case atom1 = "atom1.0"
        /// Atom as it was before it had a number.
        case atom03 = "atom0.3"
        /// JSON Feed 1.0 and 1.1.
        case jsonFeed = "jsonfeed1"
        /// JSON Lines, which are no feed: ``FeedDocument/lines(_:mostItems:)`` makes one of them.
        case jsonLines = "jsonlines"
    }

    /// What the document is written in.
    public var format: Format
    /// The feed's title, without markup.
    public var title: String?
    /// The page that the feed belongs to.
    public var link: String?
    /// What the feed says about itself, without markup.
    public var description: String?
    /// The language of everything in it, as a BCP 47 tag.
    public var language: String?
    /// Where the feed itself is, as it says.
    public var selfLink: String?
    /// Where older items are.
    public var next: String?
    /// Whether `next` leads to an archive: a page whose content does not change any more (RFC 5005).
    public var nextIsArchive = false
    /// How many items the feed has altogether, those of its other pages counted (OpenSearch 1.1, `totalResults`).
    public var totalItems: Int64?
    /// Whether the document says that it holds everything there is (RFC 5005).
    public var isComplete = false
    /// Whether the document says that it is an archive itself (RFC 5005).
    public var isArchive = false
    /// Where the newest items are, as an archive says (RFC 5005).
    public var current: String?
    /// Where the archive after this one is (RFC 5005).
    public var nextArchive: String?
    /// The program that made it.
    public var generator: String?
    /// A picture that stands for the feed.
    public var icon: String?
    /// Who writes it, where items do not say.
    public var authors: [FeedAuthor] = []
    /// How often it asks to be read.
    public var schedule = FeedSchedule()
    /// The items in document order.
    public var items: [FeedItem] = []
    /// How many items were left out, since the document has more than the reader wants (``FeedParser/init(base:charset:mostItems:)``).
    public var omittedItems = 0
    /// The first fault that was passed over, where the document was not well-formed.
    public var fault: MarkupFault?
    /// Whether the document broke off before its end: more items may have been meant to follow.
    public var isCutOff = false
    /// Whether the document broke off in the midst of the last item: there is what of it was complete.
    public var hasCutOffItem = false
    /// What it was taken to be written in, where it is not UTF-8 and does not say what else.
    public var assumedEncoding: AssumedEncoding?
    /// Whether the sum that came with the document, in its packing, is another one: some byte of it may be wrong.
    public var isDoubtful = false
    /// What was left out on purpose, since it is not what feeds are made of.
    public var refusals: [FeedRefusal] = []

    /// Makes an empty document.
    public init(format: Format) {
        self.format = format
    }
}

/// One item of a feed.
public struct FeedItem: Hashable, Sendable {
    /// The feed's own name for it; where it gives none, its link, without parameters that only tell where readers came from;
    /// where it has none, one derived from its content.
    public var id = ""
    /// The name that it would have if it did not share it with others of the document; nil where it has it.
    public var sharedID: String?
    /// The title, without markup.
    public var title: String?
    /// Where it stands in the web.
    public var link: String?
    /// What it is about, where that is another page.
    public var externalLink: String?
    /// Where it is talked about.
    public var commentsLink: String?
    /// How many comments it has.
    public var commentCount: Int?
    /// Who wrote it.
    public var authors: [FeedAuthor] = []
    /// When it was published.
    public var published: Timestamp?
    /// When it was last changed.
    public var updated: Timestamp?
    /// A short form of it.
    public var summary: FeedText?
    /// The whole of it.
    public var content: FeedText?
    /// What its relative links are meant against.
    public var base: String?
    /// Its categories.
    public var categories: [String] = []
    /// Files that belong to it.
    public var enclosures: [Media] = []
    /// Its language, where it has one of its own.
    public var language: String?
    /// The title of the feed that it was taken from.
    public var sourceTitle: String?

    /// Makes an empty item.
    public init() {}
}

/// The text of an item, as it came.
public enum FeedText: Hashable, Sendable {
    /// Without markup.
    case plain(String)
    /// With markup.
    case html(String)

    /// What came, markup and all.
    public var source: String {
        switch self {
        case .plain(let text), .html(let text): text
        }
    }
}

/// Who wrote something, as far as the feed says; at least one part is there.
public struct FeedAuthor: Hashable, Sendable {
    /// The name.
    public var name: String?
    /// The e-mail address.
    public var email: String?
    /// Their page.
    public var link: String?
    /// Their picture.
    public var avatar: String?

    /// Makes an author.
    public init(name: String? = nil, email: String? = nil, link: String? = nil, avatar: String? = nil) {
        self.name = name
        self.email = email
        self.link = link
        self.avatar = avatar
    }

    /// What to print.
    public var shownName: String? { name ?? email ?? link }
}

/// How often a feed asks to be read.
public struct FeedSchedule: Hashable, Sendable {
    /// How long an answer may be kept: `ttl`, or the syndication module's period divided by its frequency.
    public var interval: Duration?
    /// Hours of the day (UTC) in which nothing new appears.
    public var quietHours: Set<Int> = []
    /// Days of the week (UTC, 0 is Sunday) on which nothing new appears.
    public var quietDays: Set<Int> = []

    /// Asks for nothing.
    public init() {}
}

/// Where a document is not what its format asks for.
public struct MarkupFault: Hashable, Sendable {
    /// What is wrong, in the parser's words.
    public var message: String
    /// The line, counted from 1.
    public var line: Int
    /// The column, counted from 1.
    public var column: Int

    /// Makes a fault.
    public init(message: String, line: Int, column: Int) {
        self.message = message
        self.line = line
        self.column = column
    }
}

/// Why a document could not be read as a feed.
public enum FeedError: Error, Hashable, Sendable {
    /// There is nothing in it.
    case empty
    /// It is a web page, with these feeds linked.
    case webPage(WebPage)
    /// It is XML of another kind, with this outermost element.
    case otherXML(root: String)
    /// It is JSON and no JSON Feed.
    case otherJSON(String)
    /// It begins like JSON and is none.
    case brokenJSON(String)
    /// It is JSON Lines: one object a line.
    case jsonLines
    /// It is nothing that can be read at all.
    case unreadable
    /// It is packed by gzip, and damaged.
    case brokenPacking
    /// It is packed by gzip, and too much once unpacked.
    case packedTooTightly
    /// It is broken before anything of a feed was found.
    case broken(MarkupFault)

    /// What is wrong, as the end of a sentence about the document.
    public var words: String {
        switch self {
        case .empty: "is empty"
        case .webPage(let page):
            page.feeds.first.map { "is a web page, not a feed; it links to a feed: \($0.address)" }
                ?? "is a web page that links to no feed"
        case .otherXML(let root): "is XML but not a feed: its outermost element is <\(root)>"
        case .otherJSON(let reason): "is JSON but not a JSON Feed: \(reason)"
        case .brokenJSON(let reason): "begins like JSON and is none: \(reason)"
        case .jsonLines: "is JSON Lines, not a feed: those are read from files (file:PATH) and commands (exec:COMMAND)"
        case .unreadable: "is neither XML nor JSON"
        case .brokenPacking: "is packed by gzip and damaged"
        case .packedTooTightly: "is packed by gzip and grows too much when it is unpacked"
        case .broken(let fault): "is broken at line \(fault.line), column \(fault.column): \(fault.message)"
        }
    }
}

/// A web page, as far as somebody in search of its feeds needs it.
public struct WebPage: Hashable, Sendable {
    /// The page's title.
    public var title: String?
    /// The feeds that it names as its own, in its order.
    public var feeds: [FeedLink]
    /// Where it sends whoever opens it.
    public var forward: String?

    /// Makes a page.
    public init(title: String? = nil, feeds: [FeedLink] = [], forward: String? = nil) {
        self.title = title
        self.feeds = feeds
        self.forward = forward
    }
}

/// A feed that a page links to.
public struct FeedLink: Hashable, Sendable {
    /// Where it is: absolute, where the page's address is known.
    public var address: String
    /// What the page calls it.
    public var title: String?
    /// Its declared type.
    public var type: String?

    /// Makes a link.
    public init(address: String, title: String? = nil, type: String? = nil) {
        self.address = address
        self.title = title
        self.type = type
    }
}

extension FeedItem {
    /// The time that a feed is sorted by, or `nil` if the item has none.
    package var orderTime: Timestamp? { published ?? updated }
}
