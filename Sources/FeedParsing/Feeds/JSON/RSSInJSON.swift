import EngineConcepts
import WebText

/// Reads RSS in JSON: the elements of RSS 2.0 as members.
/// <https://github.com/scripting/Scripting-News/blob/master/rss-in-json/README.md>
enum RSSInJSON {
    static func channel(of document: JSONMembers) -> JSONMembers? {
        document.nested("rss")?.nested("channel")
    }

    /// Returns the document of a channel at `base` with at most `maximumItems` items.
    static func document(_ channel: JSONMembers, base: String?, maximumItems: Int) -> FeedDocument {
        var document = FeedDocument(format: .rss2)
        document.title = channel.text("title").flatMap(MarkupStripper.text)
        document.link = channel.link("link", base)
        document.description = channel.text("description").flatMap(MarkupStripper.text)
        document.language = channel.line("language")
        let author = channel.line("managingEditor") ?? channel.line("author")
        document.authors = author.map { [AuthorText.parse($0)] } ?? []
        document.schedule.interval = channel.number("ttl").flatMap(FeedSchedule.lifetime)
        if let only = channel.nested("item") {
            // A channel of one item may have it without a list, as converters from XML write it.
            document.items = [item(only, of: document, base: base)]
        } else {
            (document.items, document.unreadableItems, document.omittedItems) = channel.values(
                "item", upTo: maximumItems
            ) { item($0, of: document, base: base) }
        }
        document.completeItems()
        return document
    }

    private static func item(_ source: JSONMembers, of document: FeedDocument, base: String?) -> FeedItem {
        let site = document.link ?? base
        let guid = guid(source)
        var item = FeedItem()
        item.id = guid.map { TextSanitizer.line($0.value) } ?? ""
        item.title = source.text("title").flatMap(MarkupStripper.text)
        let permanent = guid.flatMap {
            $0.isLink && WebAddress.isWeb($0.value) ? WebAddress.resolve($0.value, base: site) : nil
        }
        item.link = source.link("link", site) ?? permanent
        item.base = item.link ?? site
        item.content = markup(source.text("content:encoded"))
        item.summary = markup(source.text("description"))
        item.published = source.text("pubDate").flatMap(FeedDate.parse)
        let author = source.line("dc:creator") ?? source.line("author")
        item.authors = author.map { [AuthorText.parse($0)] } ?? []
        item.commentsLink = source.link("comments", site)
        let names = source.list("category", of: String.self)
        item.categories = (names.isEmpty ? [source.text("category")].compactMap(\.self) : names)
            .compactMap(MarkupStripper.text)
        let files = source.objects("enclosure")
        for file in files.isEmpty ? [source.nested("enclosure")].compactMap(\.self) : files {
            guard let url = file.link("url", site) else { continue }
            let type = file.line("type")
            item.enclosures.append(
                Media(
                    url: url, kind: MediaKinds.kind(type: type, url: url), type: type,
                    byteCount: file.number("length")))
        }
        return item
    }

    /// Returns the `guid`, and true if it is a link: `{ "isPermaLink": false, "#value": "…" }`, or a text, which is a link.
    private static func guid(_ source: JSONMembers) -> (value: String, isLink: Bool)? {
        guard let guid = source.nested("guid") else { return source.text("guid").map { (value: $0, isLink: true) } }
        guard let value = guid.text("#value") ?? guid.text("#text") else { return nil }
        return (value, guid.object("isPermaLink", of: Bool.self) ?? (guid.text("isPermaLink") != "false"))
    }

    private static func markup(_ text: String?) -> FeedText? {
        text.flatMap { TextSanitizer.lines($0).nonEmpty }.map(FeedText.html)
    }
}
