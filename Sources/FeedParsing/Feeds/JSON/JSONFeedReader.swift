import EngineConcepts
import WebText

/// Parses JSON Feed 1.0 and 1.1, and RSS in JSON (``RSSInJSON``). A field of the wrong type counts as missing, and a
/// truncated document yields its complete part. Only a document that is not JSON or not a feed is an error.
enum JSONFeedReader {
    /// The maximum number of values, including texts with commas. The JSON decoder takes some 30 bytes for each.
    private static let maximumValues = 4_000_000

    /// Parses a document at `base` with at most `maximumItems` items.
    static func read(_ bytes: [UInt8], base: String?, maximumItems: Int) throws(FeedError) -> FeedDocument {
        guard bytes.count(where: { $0 == .comma }) <= maximumValues else {
            throw .otherJSON(Message("jsonTooLong", ["count": .number(maximumValues)]))
        }
        do {
            let feed = try JSONMembers(foreign: bytes)
            guard isFeed(feed) else { throw FeedError.otherJSON(Message("jsonHasNoItems")) }
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

    /// Returns true if an object is a feed: it has items, says that it is one, or contains RSS.
    static func isFeed(_ object: JSONMembers) -> Bool {
        object.contains(JSONName("items")) || isMarked(object)
    }

    /// Returns true if an object says that it is a feed, or contains RSS.
    private static func isMarked(_ object: JSONMembers) -> Bool {
        object.text("version")?.contains("jsonfeed") ?? false || RSSInJSON.channel(of: object) != nil
    }

    /// Parses the complete part of a truncated document. Returns `nil` if that is not a feed.
    private static func completePart(of bytes: [UInt8], _ base: String?, _ maximumItems: Int) -> FeedDocument? {
        guard let broken = BrokenJSON(bytes) else { return nil }
        do {
            let feed = try JSONMembers(foreign: broken.completed)
            var document = document(feed, base, maximumItems)
            guard isMarked(feed) || !document.items.isEmpty, !hasOnlyUnreadableItems(document) else { return nil }
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

    private static func document(_ feed: JSONMembers, _ base: String?, _ maximumItems: Int) -> FeedDocument {
        if let channel = RSSInJSON.channel(of: feed) {
            return RSSInJSON.document(channel, base: base, maximumItems: maximumItems)
        }
        var document = FeedDocument(format: .jsonFeed)
        document.title = feed.line("title")
        document.link = feed.link("home_page_url", base)
        document.description = feed.line("description")
        document.language = feed.line("language")
        document.selfLink = feed.link("feed_url", base)
        document.next = feed.link("next_url", base)
        document.icon = feed.link("icon", base) ?? feed.link("favicon", base)
        document.authors = authors(feed, base)
        (document.items, document.unreadableItems, document.omittedItems) = feed.values("items", upTo: maximumItems) {
            item($0, of: document, base: base)
        }
        document.completeItems()
        return document
    }

    private static func item(_ source: JSONMembers, of document: FeedDocument, base: String?) -> FeedItem {
        var item = FeedItem()
        // Addresses should not be relative. If they are, they refer to the site, which may not be the feed's host.
        let site = document.link.flatMap { WebAddress.isWeb($0) ? $0 : nil } ?? base
        item.link = source.link("url", site)
        item.externalLink = source.link("external_url", site)
        item.id = source.line("id") ?? ""
        item.title = source.text("title").flatMap { TextSanitizer.line(MarkupStripper.plainLine($0)).nonEmpty }
        item.base = item.link ?? document.link ?? base
        item.content =
            lines(source, "content_html").map(FeedText.html) ?? lines(source, "content_text").map(FeedText.plain)
        item.summary = lines(source, "summary").map(FeedText.plain)
        item.published = source.text("date_published").flatMap(FeedDate.parse)
        item.updated = source.text("date_modified").flatMap(FeedDate.parse)
        let authors = authors(source, base)
        item.authors = authors.isEmpty ? document.authors : authors
        item.categories = source.texts("tags")
        item.language = source.line("language")
        for file in source.objects("attachments") {
            guard let url = file.link("url", item.base) else { continue }
            let type = file.line("mime_type")
            item.enclosures.append(
                Media(
                    url: url, kind: MediaKinds.kind(type: type, url: url), type: type,
                    byteCount: file.number("size_in_bytes"), seconds: file.count("duration_in_seconds"),
                    alternativeText: file.line("title")))
        }
        if let image = source.link("image", item.base) ?? source.link("banner_image", item.base),
            !item.enclosures.contains(where: { $0.kind == .image })
        {
            item.enclosures.append(Media(url: image, kind: .image))
        }
        return item
    }

    /// Returns the authors. Version 1.1 has a list of authors, version 1.0 has one author.
    private static func authors(_ source: JSONMembers, _ base: String?) -> [FeedAuthor] {
        let all = source.objects("authors")
        return (all.isEmpty ? [source.nested("author")].compactMap(\.self) : all)
            .map { FeedAuthor(name: $0.line("name"), link: $0.link("url", base), avatar: $0.link("avatar", base)) }
            .filter { $0.shownName != nil }
    }

    private static func lines(_ source: JSONMembers, _ name: String) -> String? {
        source.text(name).flatMap { TextSanitizer.lines($0).nonEmpty }
    }
}
