import EngineConcepts
import WebText

/// The address of the item's or feed's web page: the first HTML link, or the first link of any type if there is none.
struct AlternateLink {
    private(set) var address: String?
    private var isPage = false

    mutating func add(_ address: String, type: String?) {
        guard self.address == nil || !self.isPage else { return }
        let isPage = type.map { $0.utf8.firstRange(ofBytes: "html") != nil } ?? true
        guard self.address == nil || isPage else { return }
        (self.address, self.isPage) = (address, isPage)
    }
}

/// Values of a feed that are resolved at the end of the document.
struct FeedParts {
    /// The page address from Atom's links.
    var alternate = AlternateLink()
    var fallbackTitle: String?
    var fallbackIcon: String?
    var fallbackDescription: String?
    var minutesToLive: Int64?
    var updatePeriod: String?
    var updateFrequency: Int?

    /// Fills in values that the document does not set directly.
    func complete(_ document: inout FeedDocument) {
        document.link = document.link ?? alternate.address
        document.title = document.title ?? fallbackTitle
        document.icon = document.icon ?? fallbackIcon
        document.description = document.description ?? fallbackDescription
        document.schedule.interval =
            minutesToLive.flatMap(FeedSchedule.lifetime)
            ?? periodSeconds.map { Duration.seconds($0 / max(1, min(updateFrequency ?? 1, 10_000))) }
    }

    private var periodSeconds: Int? {
        switch updatePeriod {
        case "hourly": 3600
        case "daily": 86_400
        case "weekly": 604_800
        case "monthly": 2_592_000
        case "yearly": 31_536_000
        default: nil
        }
    }
}

/// Values of an item that are resolved at its end: fallbacks, and what chooses between them.
struct ItemParts {
    var guid: String?
    var guidIsLink = true
    var about: String?
    var via: String?
    /// The final target of the item's link, if that goes through a click-counting service.
    var original: String?
    /// The page address from Atom's links. In RSS the item's own link takes precedence.
    var alternate = AlternateLink()
    var contentBase: String?
    var fallbackDate: Timestamp?
    var fallbackTitle: String?
    var fallbackSummary: String?
    var itunesSubtitle: String?
    var mediaDescription: String?
    var creators: [FeedAuthor] = []
    /// The authors of the feed from which an Atom entry was copied.
    var originAuthors: [FeedAuthor] = []
    var rssAuthor: FeedAuthor?
    var fallbackAuthor: FeedAuthor?
    var thumbnail: Media?
    var duration: Int?

    func complete(_ item: inout FeedItem) {
        item.link = original ?? item.link ?? alternate.address
        if let guid {
            item.id = guid
            if item.link == nil, guidIsLink, WebAddress.isWeb(guid) { item.link = guid }
        } else if let about {
            item.id = about
        }
        item.link = item.link ?? about.flatMap { WebAddress.isWeb($0) ? $0 : nil } ?? via
        item.published = item.published ?? fallbackDate
        item.title = item.title ?? fallbackTitle
        item.summary =
            item.summary ?? (fallbackSummary ?? itunesSubtitle).map(FeedText.html)
            ?? mediaDescription.map(FeedText.plain)
        if item.authors.isEmpty {
            item.authors = creators.isEmpty ? [rssAuthor ?? fallbackAuthor].compactMap(\.self) : creators
        }
        if let duration, let index = item.enclosures.firstIndex(where: { $0.kind == .audio || $0.kind == .video }) {
            item.enclosures[index].seconds = item.enclosures[index].seconds ?? duration
        }
        if let thumbnail, !item.enclosures.contains(where: { $0.kind == .image }) { item.enclosures.append(thumbnail) }
    }
}
