import EngineConcepts
import FoundationBasics
import WebText

/// Parses JSON Feed 1.0 and 1.1, and RSS in JSON (``RSSInJSON``). A field of the wrong type counts as missing, and a
/// truncated document yields its complete part. Only a document that is not JSON or not a feed is an error.
enum JSONFeedReader {
    /// The maximum number of values, including texts with commas. The JSON decoder takes some 30 bytes for each.
    private static let maximumValues = 4_000_000

    /// Parses a document at `base` with at most `maximumItems` items.
    static func read(_ bytes: [UInt8], base: String?, maximumItems: Int) throws(FeedError) -> FeedDocument {
        guard bytes.count(where: { $0 == 0x2c }) <= maximumValues else {
            throw .otherJSON(Message("jsonTooLong", ["count": .number(maximumValues)]))
        }
        do {
            let feed = try decode(bytes, maximumItems)
            guard feed.rss != nil || feed.isFeed || feed.hasItems else {
                throw FeedError.otherJSON(Message("jsonHasNoItems"))
            }
            let document = document(feed, base, maximumItems)
            guard !hasOnlyUnreadableItems(document) else {
                throw FeedError.otherJSON(Message("jsonItemsUnreadable"))
            }
            return document
        } catch let error as FeedError {
            throw error
        } catch {
            if let document = completePart(of: bytes, base, maximumItems) { return document }
            throw JSONLinesReader.recognises(bytes) ? .jsonLines : refusal(error)
        }
    }

    private static func decode(_ bytes: [UInt8], _ maximumItems: Int) throws -> Feed {
        let decoder = JSONDecoder()
        if let key = Items.maximumItemsKey { decoder.userInfo[key] = maximumItems }
        return try decoder.decode(Feed.self, fromForeign: bytes)
    }

    /// Parses the complete part of a truncated document. Returns `nil` if that is not a feed.
    private static func completePart(of bytes: [UInt8], _ base: String?, _ maximumItems: Int) -> FeedDocument? {
        guard let broken = BrokenJSON(bytes) else { return nil }
        do {
            let feed = try decode(broken.completed, maximumItems)
            guard feed.rss != nil || feed.isFeed || !feed.items.read.isEmpty else { return nil }
            var document = document(feed, base, maximumItems)
            guard !hasOnlyUnreadableItems(document) else { return nil }
            document.syntaxError = broken.error
            document.isTruncated = broken.isTruncated
            return document
        } catch {
            // The document is broken before its end as well; the first error says more.
            return nil
        }
    }

    /// Returns true if a document has items and none of them can be read. It must not pass for one without items, which is
    /// complete.
    private static func hasOnlyUnreadableItems(_ document: FeedDocument) -> Bool {
        document.items.isEmpty && document.unreadableItems > 0
    }

    private static func refusal(_ error: any Error) -> FeedError {
        guard let error = error as? DecodingError else { return .brokenJSON("it cannot be decoded") }
        return switch error {
        case .dataCorrupted(let context):
            .brokenJSON(TextSanitizer.clause(context.underlyingError.map { "\($0)" } ?? context.debugDescription))
        default: .otherJSON(Message("jsonIsNoObject"))
        }
    }

    private static func document(_ feed: Feed, _ base: String?, _ maximumItems: Int) -> FeedDocument {
        if let rss = feed.rss { return rss.document(base: base, maximumItems: maximumItems) }
        var document = FeedDocument(format: .jsonFeed)
        document.title = line(feed.title)
        document.link = link(feed.homePage, base)
        document.description = line(feed.description)
        document.language = line(feed.language)
        document.selfLink = link(feed.feedURL, base)
        document.next = link(feed.nextURL, base)
        document.icon = link(feed.icon ?? feed.favicon, base)
        document.authors = feed.authors.map { author($0, base) }
        document.items = feed.items.read.map { item($0, of: document, base: base) }
        document.omittedItems = feed.items.omitted
        document.unreadableItems = feed.items.unreadable
        FeedItemIDs.assign(to: &document.items, .jsonFeed)
        return document
    }

    private static func item(_ source: JSONFeedItem, of document: FeedDocument, base: String?) -> FeedItem {
        var item = FeedItem()
        // Addresses should not be relative. If they are, they refer to the site, which may not be the feed's host.
        let site = document.link.flatMap { WebAddress.isWeb($0) ? $0 : nil } ?? base
        item.link = link(source.url, site)
        item.externalLink = link(source.externalURL, site)
        item.id = line(source.id) ?? ""
        item.title = line(source.title.map(MarkupStripper.plainLine))
        item.base = item.link ?? document.link ?? base
        item.content = lines(source.html).map(FeedText.html) ?? lines(source.text).map(FeedText.plain)
        item.summary = lines(source.summary).map(FeedText.plain)
        item.published = source.published.flatMap(FeedDate.parse)
        item.updated = source.modified.flatMap(FeedDate.parse)
        item.authors = source.authors.isEmpty ? document.authors : source.authors.map { author($0, base) }
        item.categories = source.tags.compactMap(line)
        item.language = line(source.language)
        for file in source.attachments {
            guard let url = link(file.url, item.base) else { continue }
            let type = line(file.type)
            item.enclosures.append(
                Media(
                    url: url, kind: MediaKinds.kind(type: type, url: url), type: type,
                    byteCount: file.size,
                    seconds: file.seconds, alternativeText: line(file.title)))
        }
        if let image = link(source.image ?? source.banner, item.base),
            !item.enclosures.contains(where: { $0.kind == .image })
        {
            item.enclosures.append(Media(url: image, kind: .image))
        }
        return item
    }

    private static func author(_ source: JSONFeedAuthor, _ base: String?) -> FeedAuthor {
        FeedAuthor(name: line(source.name), link: link(source.url, base), avatar: link(source.avatar, base))
    }

    private static func line(_ text: String?) -> String? {
        text.flatMap { TextSanitizer.line($0).nonEmpty }
    }

    private static func lines(_ text: String?) -> String? {
        text.flatMap { TextSanitizer.lines($0).nonEmpty }
    }

    private static func link(_ text: String?, _ base: String?) -> String? {
        text.flatMap { WebAddress.resolve($0, base: base) }
    }
}

// MARK: JSON structures

private struct Feed: Decodable {
    let version, title, homePage, feedURL, description, nextURL, icon, favicon, language: String?
    let authors: [JSONFeedAuthor]
    let items: Items
    let hasItems: Bool
    /// The document's RSS, if it is RSS in JSON.
    let rss: RSSInJSON?
    /// True if the version says that it is a JSON Feed.
    var isFeed: Bool { version?.contains("jsonfeed") ?? false }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: JSONName.self)
        version = container.text("version")
        title = container.text("title")
        homePage = container.text("home_page_url")
        feedURL = container.text("feed_url")
        description = container.text("description")
        nextURL = container.text("next_url")
        icon = container.text("icon")
        favicon = container.text("favicon")
        language = container.text("language")
        authors = JSONFeedAuthor.list(in: container)
        items = container.object("items", of: Items.self) ?? Items(unreadable: container.hasValue("items") ? 1 : 0)
        hasItems = container.contains(JSONName("items"))
        rss = container.object("rss", of: RSSInJSON.self)
    }
}

private struct JSONFeedAuthor: Decodable {
    let name, url, avatar: String?

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: JSONName.self)
        name = container.text("name")
        url = container.text("url")
        avatar = container.text("avatar")
    }

    /// Returns the authors. Version 1.1 has a list of authors, version 1.0 has one author.
    static func list(in container: JSONMembers) -> [JSONFeedAuthor] {
        let all = container.list("authors", of: JSONFeedAuthor.self)
        return (all.isEmpty ? [container.object("author", of: JSONFeedAuthor.self)].compactMap(\.self) : all)
            .filter { $0.name != nil || $0.url != nil }
    }
}

/// The items of a feed, up to the limit; items of the wrong type are skipped and counted.
private struct Items: Decodable {
    /// The key for the maximum number of items.
    static let maximumItemsKey = CodingUserInfoKey(rawValue: "maximumItems")

    private(set) var read: [JSONFeedItem] = []
    private(set) var omitted = 0
    private(set) var unreadable = 0

    /// Creates a list without items, in place of one that cannot be read.
    init(unreadable: Int) {
        self.unreadable = unreadable
    }

    init(from decoder: any Decoder) throws {
        var list = try decoder.unkeyedContainer()
        let maximumItems = Self.maximumItemsKey.flatMap { decoder.userInfo[$0] as? Int } ?? .max
        while !list.isAtEnd, read.count < maximumItems {
            if let item = try list.decode(LenientElement<JSONFeedItem>.self).value { read.append(item) }
        }
        unreadable = list.currentIndex - read.count
        omitted = (list.count ?? list.currentIndex) - list.currentIndex
    }
}

private struct JSONFeedItem: Decodable {
    let id, url, externalURL, title, html, text, summary, image, banner, published, modified, language: String?
    let authors: [JSONFeedAuthor]
    let tags: [String]
    let attachments: [Attachment]

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: JSONName.self)
        id = container.text("id")
        url = container.text("url")
        externalURL = container.text("external_url")
        title = container.text("title")
        html = container.text("content_html")
        text = container.text("content_text")
        summary = container.text("summary")
        image = container.text("image")
        banner = container.text("banner_image")
        published = container.text("date_published")
        modified = container.text("date_modified")
        language = container.text("language")
        authors = JSONFeedAuthor.list(in: container)
        tags = container.list("tags", of: String.self)
        attachments = container.list("attachments", of: Attachment.self)
    }
}

private struct Attachment: Decodable {
    let url, type, title: String?
    let size: Int64?
    let seconds: Int?

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: JSONName.self)
        url = container.text("url")
        type = container.text("mime_type")
        title = container.text("title")
        size = container.number("size_in_bytes")
        seconds = container.number("duration_in_seconds").flatMap { Int(exactly: $0) }
    }
}
