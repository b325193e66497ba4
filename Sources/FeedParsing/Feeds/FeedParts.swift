import EngineConcepts
import WebText

/// Of several links to a page: the page's; of several pages', the first.
struct AlternateLink {
    private(set) var address: String?
    private var isPage = false

    /// Takes in a link to a document of this type.
    mutating func take(_ address: String, type: String?) {
        guard self.address == nil || !self.isPage else { return }
        let isPage = type.map { $0.utf8.firstRange(ofBytes: "html") != nil } ?? true
        guard self.address == nil || isPage else { return }
        (self.address, self.isPage) = (address, isPage)
    }
}

/// What is known of a feed beside its document's own fields until it ends.
struct FeedParts {
    /// Where Atom's links say that the feed's page is.
    var alternate = AlternateLink()
    var secondIcon: String?
    var secondDescription: String?
    var minutesToLive: Int?
    var updatePeriod: String?
    var updateFrequency: Int?

    /// Fills in what the document does not say in the first place.
    func complete(_ document: inout FeedDocument) {
        document.link = document.link ?? alternate.address
        document.icon = document.icon ?? secondIcon
        document.description = document.description ?? secondDescription
        if let minutesToLive, (1...100_000).contains(minutesToLive) {
            document.schedule.interval = .seconds(minutesToLive * 60)
        } else if let seconds = periodSeconds {
            document.schedule.interval = .seconds(seconds / max(1, min(updateFrequency ?? 1, 10_000)))
        }
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

/// What is known of an item beside its own fields until it ends: second choices, and what decides between choices.
struct ItemParts {
    var guid: String?
    var guidIsLink = true
    var guidSaysSo = false
    var about: String?
    var via: String?
    /// Where the item's link leads in the end, where a service has put one of its own there that counts who follows it.
    var original: String?
    /// Where Atom's links say that the item's page is. In RSS the item's own link goes before it.
    var alternate = AlternateLink()
    var constructIsPlain = false
    /// What the text construct that is open holds, where it is written in Base64 (Atom 0.3 §3.1.3).
    var packedConstruct: PackedText?
    var contentBase: String?
    var secondDate: Timestamp?
    var secondTitle: String?
    var secondSummary: String?
    var thirdSummary: String?
    var mediaDescription: String?
    var creators: [FeedAuthor] = []
    /// Who writes the feed that an Atom entry was taken from.
    var originAuthors: [FeedAuthor] = []
    var rssAuthor: FeedAuthor?
    var secondAuthor: FeedAuthor?
    var thumbnail: Media?
    var duration: Int?

    /// Decides between the choices.
    func complete(_ item: inout FeedItem) {
        item.link = original ?? item.link ?? alternate.address
        if let guid {
            item.id = guid
            if item.link == nil, guidIsLink, WebAddress.isWeb(guid) { item.link = guid }
        } else if let about {
            item.id = about
        }
        item.link = item.link ?? about.flatMap { WebAddress.isWeb($0) ? $0 : nil } ?? via
        item.published = item.published ?? secondDate
        item.title = item.title ?? secondTitle
        item.summary =
            item.summary ?? (secondSummary ?? thirdSummary).map(FeedText.html) ?? mediaDescription.map(FeedText.plain)
        if item.authors.isEmpty {
            item.authors = creators.isEmpty ? [rssAuthor ?? secondAuthor].compactMap(\.self) : creators
        }
        if let duration, let index = item.enclosures.firstIndex(where: { $0.kind == .audio || $0.kind == .video }) {
            item.enclosures[index].seconds = item.enclosures[index].seconds ?? duration
        }
        if let thumbnail, !item.enclosures.contains(where: { $0.kind == .image }) { item.enclosures.append(thumbnail) }
    }
}
