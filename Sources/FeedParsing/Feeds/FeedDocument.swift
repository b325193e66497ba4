/// A parsed feed: the common shape of RSS, Atom and JSON Feed. Text is sanitised; links are absolute if a base is
/// known; nothing is guessed.
public struct FeedDocument: Hashable, Sendable {
    /// The formats.
    public enum Format: String, Hashable, Sendable {
        /// RSS 2.0 and later version numbers.
        case rss2 = "rss2.0"
        /// RSS 0.90, which is RDF, and 0.91 to 0.94.
        case rss09 = "rss0.9x"
        /// RSS 1.0, which is RDF.
        case rss1 = "rss1.0"
        /// Atom 1.0 (RFC 4287).
        case atom1 = "atom1.0"
        /// Atom 0.3, the draft before RFC 4287.
        case atom03 = "atom0.3"
        /// JSON Feed 1.0 and 1.1.
        case jsonFeed = "jsonfeed1"
        /// JSON Lines, which is not a feed format; see ``FeedDocument/lines(_:of:maximumItems:)``.
        case jsonLines = "jsonlines"
    }

    public var format: Format
    /// The feed's title, without markup.
    public var title: String?
    /// The web page of the feed.
    public var link: String?
    /// The feed's description, without markup.
    public var description: String?
    /// The language of the feed, as a BCP 47 tag.
    public var language: String?
    /// The feed's own address, as the feed gives it.
    public var selfLink: String?
    /// The address of the page with older items.
    public var next: String?
    /// True if `next` is an archive: a page whose content no longer changes (RFC 5005).
    public var nextIsArchive = false
    /// The number of items of the feed on all its pages (OpenSearch 1.1, `totalResults`).
    public var totalItems: Int64?
    /// True if the document declares that it holds all items (RFC 5005).
    public var isComplete = false
    /// True if the document declares that it is an archive (RFC 5005).
    public var isArchive = false
    /// The address of the newest items, as an archive gives it (RFC 5005).
    public var current: String?
    /// The address of the archive after this one (RFC 5005).
    public var nextArchive: String?
    /// The program that generated the feed.
    public var generator: String?
    /// The image for the feed.
    public var icon: String?
    /// The default authors of the items.
    public var authors: [FeedAuthor] = []
    /// The update schedule that the feed requests.
    public var schedule = FeedSchedule()
    /// The items in document order.
    public var items: [FeedItem] = []
    /// The number of items left out because of the limit (``FeedParser/init(base:charset:maximumItems:)``).
    public var omittedItems = 0
    /// The number of items left out because they are not of the format's type.
    public var unreadableItems = 0
    /// The first syntax error that was tolerated, or `nil` if the document is well-formed.
    public var syntaxError: MarkupError?
    /// True if the document broke off before its end, so that items may be missing.
    public var isTruncated = false
    /// True if the document broke off inside its last item, which holds the fields that were complete.
    public var hasTruncatedItem = false
    /// True if the document broke off inside an item that is left out, because the complete one would become a second item.
    public var omitsTruncatedItem = false
    /// The assumed encoding, or `nil` if the document is in UTF-8 or declares another encoding.
    public var assumedEncoding: AssumedEncoding?
    /// True if the checksum of the compressed document is wrong, so that any byte of it may be wrong.
    public var hasChecksumError = false
    /// Content that was left out for safety.
    public var blockedContent: [BlockedContent] = []
}

extension FeedDocument {
    /// Gives the items their IDs, and decides which of their times order them, when all have been read.
    mutating func completeItems() {
        FeedItemIDs.assign(to: &items, format)
        items.decideOrderByChanges()
    }
}

/// The update schedule that a feed requests.
public struct FeedSchedule: Hashable, Sendable {
    /// The lifetime of a document: `ttl`, or the syndication module's period divided by its frequency.
    public var interval: Duration?
    /// The hours of the day (UTC) without new items.
    public var quietHours: Set<Int> = []
    /// The days of the week (UTC, 0 is Sunday) without new items.
    public var quietDays: Set<Int> = []

    /// Returns the lifetime that `ttl` gives in minutes, or `nil` if no feed can mean it.
    static func lifetime(minutes: Int64) -> Duration? {
        (1...100_000).contains(minutes) ? .seconds(minutes * 60) : nil
    }

    /// Adds an hour of `skipHours`. Ignores anything but a number from 0 to 24.
    mutating func addQuietHour(_ text: String) {
        guard let hour = Int(text), (0...24).contains(hour) else { return }
        quietHours.insert(hour % 24)
    }

    /// Adds a day of `skipDays`. Ignores anything but an English name of a day or its first three letters.
    mutating func addQuietDay(_ text: String) {
        let names = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"]
        let name = text.lowercased()
        guard let day = names.firstIndex(where: { $0 == name || $0.prefix(3) == name }) else { return }
        quietDays.insert(day)
    }
}
