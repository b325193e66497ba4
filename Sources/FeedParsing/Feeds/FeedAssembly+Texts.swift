import EngineConcepts
import WebText

// Takes the text of each element at its end.
extension FeedAssembly {
    mutating func close(_ role: FeedRole, in parent: FeedRole, _ element: ElementText) {
        switch role {
        case .item:
            // A media group has no meaning of its own: only the outermost group belongs to the item.
            if case .item = parent { return }
            finishItem(scope: element.scope)
        case .author:
            guard author != FeedAuthor() else { return }
            switch parent {
            case .item: item.authors.append(author)
            case .origin: itemParts.originAuthors.append(author)
            default: document.authors.append(author)
            }
        case .media:
            if let enclosure { add(enclosure) }
            enclosure = nil
        case .text(let name): closeText(name, element, in: parent)
        case .plain(let name, let kind):
            if let text = plainText(of: element, kind) { setText(text, of: name) }
        case .markup(let name, _):
            if let text = element.lines { setText(.html(text), of: name) }
        case .outside, .feed, .image, .origin, .skipHours, .skipDays: break
        }
    }

    private mutating func closeText(_ name: FeedName, _ element: ElementText, in parent: FeedRole) {
        switch parent {
        case .feed: closeFeedText(name, element)
        case .item: closeItemText(name, element)
        case .author: closeAuthorText(name, element)
        case .image:
            if document.icon == nil { document.icon = resolved(element.line, element.scope) }
        case .origin: item.sourceTitle = element.line.flatMap(MarkupStripper.text)
        case .media:
            let text = element.line.flatMap(MarkupStripper.text)
            if enclosure?.alternativeText == nil { enclosure?.alternativeText = text }
        case .skipHours:
            if let hour = element.line { document.schedule.addQuietHour(hour) }
        case .skipDays:
            if let day = element.line { document.schedule.addQuietDay(day) }
        case .outside, .text, .plain, .markup: break
        }
    }

    private mutating func closeFeedText(_ name: FeedName, _ element: ElementText) {
        guard let text = element.line else { return }
        switch name {
        case .title: document.title = document.title ?? MarkupStripper.text(text)
        case .description, .subtitle: document.description = document.description ?? MarkupStripper.text(text)
        case .itunesTitle: feedParts.fallbackTitle = feedParts.fallbackTitle ?? MarkupStripper.text(text)
        case .itunesSummary: feedParts.fallbackDescription = MarkupStripper.text(text)
        case .link: document.link = document.link ?? resolved(text, element.scope)
        case .language: document.language = text
        case .generator: document.generator = text
        case .icon: document.icon = document.icon ?? resolved(text, element.scope)
        case .totalResults: document.totalItems = Int64(text).flatMap { $0 >= 0 ? $0 : nil }
        case .ttl: feedParts.minutesToLive = Int64(text)
        case .updatePeriod: feedParts.updatePeriod = text.lowercased()
        case .updateFrequency: feedParts.updateFrequency = Int(text)
        case .rssAuthor, .creator, .itunesAuthor:
            if document.authors.isEmpty { document.authors.append(AuthorText.parse(text)) }
        default: break
        }
    }

    private mutating func closeAuthorText(_ name: FeedName, _ element: ElementText) {
        guard let text = element.line else { return }
        switch name {
        case .personName: author.name = MarkupStripper.text(text)
        case .personEmail: author.email = text
        case .personLink: author.link = resolved(text, element.scope)
        default: break
        }
    }

    private mutating func closeItemText(_ name: FeedName, _ element: ElementText) {
        switch name {
        case .pubDate, .published: item.published = item.published ?? element.date
        case .updated, .modified: item.updated = item.updated ?? element.date
        case .date, .created: itemParts.fallbackDate = itemParts.fallbackDate ?? element.date
        case .itunesSummary: itemParts.fallbackSummary = itemParts.fallbackSummary ?? element.lines
        case .itunesSubtitle: itemParts.itunesSubtitle = itemParts.itunesSubtitle ?? element.lines
        case .mediaDescription: itemParts.mediaDescription = itemParts.mediaDescription ?? element.lines
        default:
            guard let text = element.line else { return }
            closeItemLine(name, text, element.scope)
        }
    }

    private func plainText(of element: ElementText, _ kind: FeedRole.PlainKind) -> FeedText? {
        switch kind {
        case .wrapped: element.lines.map { .plain(FeedText.paragraphs(of: $0)) }
        case .lines: element.lines.map(FeedText.plain)
        case .packed(let content): element.line.flatMap(content.unpacked)
        }
    }

    /// Uses a text of the item, unless an element before it gave one.
    private mutating func setText(_ text: FeedText, of name: FeedName) {
        switch name {
        case .title: item.title = item.title ?? MarkupStripper.text(text.source)
        case .contentEncoded, .atomContent, .xhtmlBody: item.content = item.content ?? text
        default: item.summary = item.summary ?? text
        }
    }

    private mutating func closeItemLine(_ name: FeedName, _ text: String, _ scope: Int) {
        switch name {
        case .title: item.title = item.title ?? MarkupStripper.plainLine(text).nonEmpty
        case .link: item.link = item.link ?? resolved(text, scope)
        case .originalLink: itemParts.original = resolved(text, scope)
        case .guid, .atomID: itemParts.guid = itemParts.guid ?? text
        case .comments: item.commentsLink = resolved(text, scope)
        case .commentCount: item.commentCount = Int(text)
        case .category, .subject: if let category = MarkupStripper.text(text) { addCategory(category) }
        case .language: item.language = text
        case .sourceName: item.sourceTitle = MarkupStripper.text(text)
        case .creator: itemParts.creators.append(AuthorText.parse(text))
        case .rssAuthor: itemParts.rssAuthor = AuthorText.parse(text)
        case .itunesAuthor, .mediaCredit: itemParts.fallbackAuthor = itemParts.fallbackAuthor ?? AuthorText.parse(text)
        case .itunesDuration: itemParts.duration = MediaDuration.seconds(text)
        case .itunesTitle, .mediaTitle: itemParts.fallbackTitle = itemParts.fallbackTitle ?? MarkupStripper.text(text)
        default: break
        }
    }

    /// Ends an item in which the document broke off. It is used only if it has a title, a date and an ID: places are
    /// assigned once, and the complete item must not become a second one.
    mutating func closeTruncatedItem(in parent: FeedRole, scope: Int) {
        if case .item = parent { return }
        let hasName = itemParts.guid != nil || itemParts.about != nil
        let isNamedByLink = !document.items.isEmpty && document.items.allSatisfy { $0.id.isEmpty }
        itemParts.complete(&item)
        guard item.title != nil, item.orderTime != nil, hasName || (isNamedByLink && item.link != nil) else {
            document.omitsTruncatedItem = item != FeedItem()
            return
        }
        document.hasTruncatedItem = true
        finishItem(scope: scope)
    }

    private mutating func finishItem(scope: Int) {
        itemParts.complete(&item)
        guard item != FeedItem() else { return }
        // Without a base in the feed, relative links are resolved against the item's own page.
        let ownBase = itemParts.contentBase ?? (scopes[scope].hasOwnBase ? scopes[scope].base : nil)
        item.base = ownBase ?? item.link ?? document.link ?? feedParts.alternate.address ?? scopes[scope].base
        // RFC 4287 §4.2.1: the authors of the original feed come before those of this feed.
        if item.authors.isEmpty, document.format.isAtom {
            item.authors = itemParts.originAuthors.isEmpty ? document.authors : itemParts.originAuthors
        }
        addItem()
    }
}
