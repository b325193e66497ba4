import EngineConcepts
import WebText

/// A document of RSS in JSON: the elements of RSS 2.0 as members.
/// <https://github.com/scripting/Scripting-News/blob/master/rss-in-json/README.md>
struct RSSInJSON: Decodable {
    private let channel: Channel

    /// Decodes the member `rss` of a document, or fails if it has no channel.
    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: JSONName.self)
        guard let channel = container.object("channel", of: Channel.self) else {
            throw DecodingError.dataCorrupted(
                DecodingError.Context(codingPath: decoder.codingPath, debugDescription: "no channel"))
        }
        self.channel = channel
    }

    /// Returns the document at `base` with at most `maximumItems` items.
    func document(base: String?, maximumItems: Int) -> FeedDocument {
        var document = FeedDocument(format: .rss2)
        document.title = channel.title.flatMap(MarkupStripper.text)
        document.link = channel.link.flatMap { WebAddress.resolve($0, base: base) }
        document.description = channel.description.flatMap(MarkupStripper.text)
        document.language = channel.language.map(TextSanitizer.line)
        document.authors = channel.author.map { [AuthorText.parse($0)] } ?? []
        if let minutes = channel.minutesToLive, (1...100_000).contains(minutes) {
            document.schedule.interval = .seconds(minutes * 60)
        }
        document.items = channel.items.prefix(maximumItems).map { $0.item(of: document, base: base) }
        document.omittedItems = channel.items.count - document.items.count
        document.unreadableItems = channel.unreadableItems
        FeedItemIDs.assign(to: &document.items, .rss2)
        return document
    }
}

private struct Channel: Decodable {
    let title, link, description, language, author: String?
    let minutesToLive: Int64?
    let items: [Item]
    let unreadableItems: Int

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: JSONName.self)
        title = container.text("title")
        link = container.text("link")
        description = container.text("description")
        language = container.text("language")
        author = container.text("managingEditor") ?? container.text("author")
        minutesToLive = container.number("ttl")
        let list = container.object("item", of: [LenientElement<Item>].self)
        // A channel of one item may have it without a list, as converters from XML write it.
        items = list?.compactMap(\.value) ?? [container.object("item", of: Item.self)].compactMap(\.self)
        unreadableItems = (list?.count ?? (container.hasValue("item") ? 1 : 0)) - items.count
    }
}

private struct Item: Decodable {
    let title, link, description, content, published, author, comments: String?
    let guid: Identity?
    let categories: [String]
    let enclosures: [Enclosure]

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: JSONName.self)
        title = container.text("title")
        link = container.text("link")
        description = container.text("description")
        content = container.text("content:encoded")
        published = container.text("pubDate")
        author = container.text("dc:creator") ?? container.text("author")
        comments = container.text("comments")
        guid = container.object("guid", of: Identity.self) ?? container.text("guid").map { Identity($0) }
        let names = container.list("category", of: String.self)
        categories = names.isEmpty ? [container.text("category")].compactMap(\.self) : names
        let files = container.list("enclosure", of: Enclosure.self)
        enclosures = files.isEmpty ? [container.object("enclosure", of: Enclosure.self)].compactMap(\.self) : files
    }

    func item(of document: FeedDocument, base: String?) -> FeedItem {
        let site = document.link ?? base
        var item = FeedItem()
        item.id = guid.map { TextSanitizer.line($0.value) } ?? ""
        item.title = title.flatMap(MarkupStripper.text)
        let permanent = guid.flatMap { $0.isLink && WebAddress.isWeb($0.value) ? $0.value : nil }
        item.link = (link ?? permanent).flatMap { WebAddress.resolve($0, base: site) }
        item.base = item.link ?? site
        item.content = Self.markup(content)
        item.summary = Self.markup(description)
        item.published = published.flatMap(FeedDate.parse)
        item.authors = author.map { [AuthorText.parse($0)] } ?? []
        item.commentsLink = comments.flatMap { WebAddress.resolve($0, base: site) }
        item.categories = categories.compactMap(MarkupStripper.text)
        for file in enclosures {
            guard let url = file.url.flatMap({ WebAddress.resolve($0, base: site) }) else { continue }
            let type = file.type.map(TextSanitizer.line)
            item.enclosures.append(
                Media(
                    url: url, kind: MediaKinds.kind(type: type, url: url), type: type,
                    byteCount: file.length))
        }
        return item
    }

    private static func markup(_ text: String?) -> FeedText? {
        guard let text = text.map(TextSanitizer.lines), !text.isEmpty else { return nil }
        return .html(text)
    }
}

/// A `guid`: `{ "isPermaLink": false, "#value": "…" }`, or a text, which is a link unless something says otherwise.
private struct Identity: Decodable {
    let value: String
    let isLink: Bool

    init(_ value: String) {
        self.value = value
        isLink = true
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: JSONName.self)
        guard let value = container.text("#value") ?? container.text("#text") else {
            throw DecodingError.dataCorrupted(
                DecodingError.Context(codingPath: decoder.codingPath, debugDescription: "no value"))
        }
        self.value = value
        isLink = container.object("isPermaLink", of: Bool.self) ?? (container.text("isPermaLink") != "false")
    }
}

private struct Enclosure: Decodable {
    let url, type: String?
    let length: Int64?

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: JSONName.self)
        url = container.text("url")
        type = container.text("type")
        length = container.number("length")
    }
}
