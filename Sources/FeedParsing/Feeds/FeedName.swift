import WebText

/// The meaning of a feed element, independent of format and namespace.
enum FeedName: UInt8 {
    // Containers.
    case rss, rdf, atomFeed, channel, item, atomEntry, image
    case author, atomSource, itemGroup, mediaContent, mediaThumbnail, enclosure
    // Texts.
    case title, link, originalLink, atomLink, description, guid, atomID, rssAuthor, creator, category, atomCategory,
        subject
    case pubDate, published, updated, date, created, modified, language, comments, commentCount
    case atomSummary, atomContent, contentEncoded, xhtmlBody, subtitle, generator, ttl, sourceName
    case personName, personEmail, personLink, url, icon
    case skipHours, skipDays, hour, day, updatePeriod, updateFrequency, complete, archive, totalResults
    case itunesSummary, itunesSubtitle, itunesAuthor, itunesDuration, itunesImage, itunesTitle
    case mediaTitle, mediaDescription, mediaCredit
    case other

    /// Creates the meaning of an element. Slow; ``FeedNameTable`` calls it once per name and document.
    init(_ element: XMLName) {
        let prefix = element.prefix.map { String(cString: $0) }
        let space = Namespace(uri: element.uri.map { String(cString: $0) }, prefix: prefix)
        let name = String(cString: element.local).lowercased()
        self = Self.table[space]?[name] ?? .other
        if self == .other, space == .unknown, prefix == nil {
            // Unknown default namespaces are copied from anywhere; the names are those of RSS or Atom.
            self = Self.table[.rss]?[name] ?? .other
        }
    }

    /// The vocabularies, without their versions.
    private enum Namespace: Hashable {
        case rss, atom, rdf, content, dublinCore, media, itunes, slash, threading, syndication, history, xhtml,
            openSearch
        case feedBurner, googlePlay, unknown

        init(uri: String?, prefix: String?) {
            if let uri, let known = Self.byURI(uri) {
                self = known
            } else if let prefix {
                self = Self.byPrefix[prefix.lowercased()] ?? .unknown
            } else {
                self = uri == nil || uri == "" ? .rss : .unknown
            }
        }

        private static func byURI(_ uri: String) -> Self? {
            var key = uri.lowercased()
            if let scheme = key.utf8.firstRange(ofBytes: "://") { key.removeSubrange(..<scheme.upperBound) }
            while key.last == "/" || key.last == "#" { key.removeLast() }
            return switch key {
            case "www.w3.org/2005/atom", "purl.org/atom/ns": .atom
            case "www.w3.org/1999/02/22-rdf-syntax-ns": .rdf
            case "purl.org/rss/1.0/modules/content": .content
            case "purl.org/dc/elements/1.1", "purl.org/dc/elements/1.0", "purl.org/dc/terms": .dublinCore
            case "search.yahoo.com/mrss", "video.search.yahoo.com/mrss": .media
            case "www.itunes.com/dtds/podcast-1.0.dtd", "example.com/dtds/podcast-1.0.dtd": .itunes
            case "www.google.com/schemas/play-podcasts/1.0": .googlePlay
            case "purl.org/rss/1.0/modules/slash": .slash
            case "purl.org/syndication/thread/1.0": .threading
            case "purl.org/rss/1.0/modules/syndication": .syndication
            case "purl.org/syndication/history/1.0": .history
            case "a9.com/-/spec/opensearch/1.1", "a9.com/-/spec/opensearchrss/1.0": .openSearch
            case "rssnamespace.org/feedburner/ext/1.0": .feedBurner
            case "www.w3.org/1999/xhtml", "www.w3.org/tr/xhtml1": .xhtml
            case "purl.org/rss/1.0", "backend.userland.com/rss2", "backend.userland.com/rss",
                "backend.userland.com/rss091", "backend.userland.com/rss092", "blogs.law.harvard.edu/tech/rss",
                "my.netscape.com/rdf/simple/0.9", "channel.netscape.com/rdf/simple/0.9", "purl.org/net/rss1.1",
                "my.netscape.com/publish/formats/rss-0.91.dtd", "cyber.law.harvard.edu/rss/rss.html":
                .rss
            default: nil
            }
        }

        private static let byPrefix: [String: Self] = [
            "atom": .atom, "atom10": .atom, "a10": .atom, "rdf": .rdf, "content": .content, "dc": .dublinCore,
            "dcterms": .dublinCore, "media": .media, "itunes": .itunes, "slash": .slash, "thr": .threading,
            "sy": .syndication, "fh": .history, "opensearch": .openSearch, "feedburner": .feedBurner, "rss": .rss,
            "xhtml": .xhtml,
        ]
    }

    private static let table: [Namespace: [String: FeedName]] = [
        .rss: [
            "rss": .rss, "channel": .channel, "item": .item, "image": .image, "title": .title, "link": .link,
            "description": .description, "guid": .guid, "author": .rssAuthor, "category": .category,
            "categories": .itemGroup, "pubdate": .pubDate, "lastbuilddate": .modified, "language": .language,
            "comments": .comments, "generator": .generator, "ttl": .ttl, "source": .sourceName, "enclosure": .enclosure,
            "url": .url, "skiphours": .skipHours, "skipdays": .skipDays, "hour": .hour, "day": .day, "feed": .atomFeed,
            "entry": .atomEntry, "id": .atomID, "published": .published, "updated": .updated, "summary": .atomSummary,
            "content": .atomContent, "name": .personName, "email": .personEmail, "uri": .personLink, "body": .xhtmlBody,
            "managingeditor": .rssAuthor,
        ],
        .atom: [
            "feed": .atomFeed, "entry": .atomEntry, "title": .title, "link": .atomLink, "id": .atomID,
            "author": .author, "name": .personName, "email": .personEmail,
            "uri": .personLink, "url": .personLink, "published": .published, "issued": .published,
            "created": .created, "updated": .updated, "modified": .updated, "summary": .atomSummary,
            "content": .atomContent, "category": .atomCategory, "subtitle": .subtitle, "tagline": .subtitle,
            "generator": .generator, "icon": .icon, "logo": .icon, "source": .atomSource,
        ],
        .rdf: ["rdf": .rdf],
        .content: ["encoded": .contentEncoded],
        .dublinCore: [
            "creator": .creator, "author": .itunesAuthor, "date": .date, "subject": .subject, "language": .language,
            "created": .created, "issued": .published, "modified": .updated, "title": .itunesTitle,
            "description": .itunesSummary, "abstract": .itunesSummary,
        ],
        .media: [
            "group": .itemGroup, "content": .mediaContent, "thumbnail": .mediaThumbnail,
            "title": .mediaTitle, "description": .mediaDescription, "credit": .mediaCredit,
        ],
        .itunes: [
            "summary": .itunesSummary, "subtitle": .itunesSubtitle, "author": .itunesAuthor,
            "duration": .itunesDuration, "image": .itunesImage, "title": .itunesTitle,
        ],
        .googlePlay: ["description": .itunesSummary, "author": .itunesAuthor, "image": .itunesImage],
        .slash: ["comments": .commentCount],
        .threading: ["total": .commentCount],
        .syndication: ["updateperiod": .updatePeriod, "updatefrequency": .updateFrequency],
        .history: ["complete": .complete, "archive": .archive],
        .openSearch: ["totalresults": .totalResults],
        .feedBurner: ["origlink": .originalLink], .xhtml: ["body": .xhtmlBody, "div": .xhtmlBody],
    ]
}

/// Caches the meaning of each element name of a document. Pointers identify the names: a lookup takes three comparisons,
/// whatever the length.
struct FeedNameTable {
    private struct Entry {
        var name: XMLName?
        var meaning = FeedName.other
    }

    /// A power of two. Further names of a document are not cached.
    private static let slotCount = 512
    private var entries = [Entry](repeating: Entry(), count: slotCount)
    private var count = 0

    /// Returns the meaning of an element. The pointers of its name must outlive the table.
    mutating func meaning(of name: XMLName) -> FeedName {
        var slot = (UInt(bitPattern: name.local) >> 3 ^ UInt(bitPattern: name.uri) >> 5) & UInt(Self.slotCount - 1)
        while let known = entries[Int(slot)].name {
            if known == name { return entries[Int(slot)].meaning }
            slot = (slot + 1) & UInt(Self.slotCount - 1)
        }
        let meaning = FeedName(name)
        if count < Self.slotCount / 2 {
            entries[Int(slot)] = Entry(name: name, meaning: meaning)
            count += 1
        }
        return meaning
    }
}
