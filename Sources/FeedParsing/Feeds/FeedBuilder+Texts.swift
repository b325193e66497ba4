import EngineConcepts
import WebText

// Takes the text of each element at its end.
extension FeedBuilder {
    mutating func close(_ frame: Frame) {
        let parent = stack[stack.count - 1].role
        switch frame.role {
        case .item:
            // A media group has no meaning of its own: only the outermost group belongs to the item.
            if case .item = parent { return }
            finishItem(frame)
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
        case .text(let name):
            closeText(name, frame, parent)
        case .markup(let name, _):
            closeMarkup(name, frame)
        case .outside, .feed, .image, .origin, .skipHours, .skipDays: break
        }
    }

    private mutating func closeText(_ name: FeedName, _ frame: Frame, _ parent: Role) {
        switch parent {
        case .feed: closeFeedText(name, frame)
        case .item: closeItemText(name, frame)
        case .author: closeAuthorText(name, frame)
        case .image:
            if document.icon == nil { document.icon = resolved(line(of: frame), frame) }
        case .origin: item.sourceTitle = line(of: frame).flatMap(MarkupStripper.text)
        case .media:
            let text = line(of: frame).flatMap(MarkupStripper.text)
            if enclosure?.alternativeText == nil { enclosure?.alternativeText = text }
        case .skipHours:
            if let hour = line(of: frame) { document.schedule.addQuietHour(hour) }
        case .skipDays:
            if let day = line(of: frame) { document.schedule.addQuietDay(day) }
        case .outside, .text, .markup: break
        }
    }

    private mutating func closeFeedText(_ name: FeedName, _ frame: Frame) {
        guard let text = line(of: frame) else { return }
        switch name {
        case .title: document.title = document.title ?? MarkupStripper.text(text)
        case .description, .subtitle: document.description = document.description ?? MarkupStripper.text(text)
        case .itunesTitle: feedParts.fallbackTitle = feedParts.fallbackTitle ?? MarkupStripper.text(text)
        case .itunesSummary: feedParts.fallbackDescription = MarkupStripper.text(text)
        case .link: document.link = document.link ?? WebAddress.resolve(text, base: base(of: frame))
        case .language: document.language = text
        case .generator: document.generator = text
        case .icon: document.icon = document.icon ?? resolved(text, frame)
        case .totalResults: document.totalItems = Int64(text).flatMap { $0 >= 0 ? $0 : nil }
        case .ttl: feedParts.minutesToLive = Int(text)
        case .updatePeriod: feedParts.updatePeriod = text.lowercased()
        case .updateFrequency: feedParts.updateFrequency = Int(text)
        case .rssAuthor, .creator, .itunesAuthor:
            if document.authors.isEmpty { document.authors.append(AuthorText.parse(text)) }
        default: break
        }
    }

    private mutating func closeAuthorText(_ name: FeedName, _ frame: Frame) {
        guard let text = line(of: frame) else { return }
        switch name {
        case .personName: author.name = MarkupStripper.text(text)
        case .personEmail: author.email = text
        case .personLink: author.link = WebAddress.resolve(text, base: base(of: frame))
        default: break
        }
    }

    private mutating func closeItemText(_ name: FeedName, _ frame: Frame) {
        if let packed = itemParts.packedConstruct { return closePacked(packed, name, frame) }
        switch name {
        case .pubDate, .published: item.published = item.published ?? date(of: frame)
        case .updated, .modified: item.updated = item.updated ?? date(of: frame)
        case .date, .created: itemParts.fallbackDate = itemParts.fallbackDate ?? date(of: frame)
        case .atomSummary, .subtitle: item.summary = item.summary ?? plainConstruct(of: frame)
        case .atomContent: item.content = item.content ?? plainConstruct(of: frame)
        case .itunesSummary: itemParts.fallbackSummary = itemParts.fallbackSummary ?? lines(of: frame)
        case .itunesSubtitle: itemParts.itunesSubtitle = itemParts.itunesSubtitle ?? lines(of: frame)
        case .mediaDescription: itemParts.mediaDescription = itemParts.mediaDescription ?? lines(of: frame)
        default:
            guard let text = line(of: frame) else { return }
            closeItemLine(name, text, frame)
        }
    }

    /// Returns the text of a plain text construct. Its white space may be collapsed (RFC 4287 §3.1.1.1), and the lines of a
    /// construct that is wrapped and indented like the elements around it are none of its author's. A text document
    /// (§4.1.3.3) keeps them.
    private func plainConstruct(of frame: Frame) -> FeedText? {
        lines(of: frame).map { .plain(itemParts.constructKeepsLines ? $0 : FeedText.paragraphs(of: $0)) }
    }

    private mutating func closePacked(_ packed: Base64Text, _ name: FeedName, _ frame: Frame) {
        itemParts.packedConstruct = nil
        guard let text = line(of: frame).flatMap(packed.unpacked) else { return }
        switch name {
        case .title: item.title = item.title ?? MarkupStripper.text(text.source)
        case .atomContent: item.content = item.content ?? text
        default: item.summary = item.summary ?? text
        }
    }

    private mutating func closeItemLine(_ name: FeedName, _ text: String, _ frame: Frame) {
        switch name {
        case .title:
            item.title =
                item.title
                ?? (itemParts.constructIsPlain ? MarkupStripper.plainLine(text).nonEmpty : MarkupStripper.text(text))
        case .link: item.link = item.link ?? WebAddress.resolve(text, base: base(of: frame))
        case .originalLink: itemParts.original = WebAddress.resolve(text, base: base(of: frame))
        case .guid, .atomID: itemParts.guid = itemParts.guid ?? text
        case .comments: item.commentsLink = WebAddress.resolve(text, base: base(of: frame))
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

    private mutating func closeMarkup(_ name: FeedName, _ frame: Frame) {
        guard let text = lines(of: frame) else { return }
        switch name {
        case .title: item.title = item.title ?? MarkupStripper.text(text)
        case .contentEncoded, .atomContent, .xhtmlBody: item.content = item.content ?? .html(text)
        case .description, .atomSummary, .subtitle: item.summary = item.summary ?? .html(text)
        default: break
        }
    }

    /// Ends an item in which the document broke off. It is used only if it has a title, a date and an ID: places are
    /// assigned once, and the complete item must not become a second one.
    mutating func closeTruncatedItem(_ frame: Frame) {
        if case .item = stack[stack.count - 1].role { return }
        let hasName = itemParts.guid != nil || itemParts.about != nil
        let isNamedByLink = !document.items.isEmpty && document.items.allSatisfy { $0.id.isEmpty }
        itemParts.complete(&item)
        guard item.title != nil, item.orderTime != nil, hasName || (isNamedByLink && item.link != nil) else { return }
        document.hasTruncatedItem = true
        finishItem(frame)
    }

    private mutating func finishItem(_ frame: Frame) {
        itemParts.complete(&item)
        guard item != FeedItem() else { return }
        // Without a base in the feed, relative links are resolved against the item's own page.
        let ownBase = itemParts.contentBase ?? (scopes[frame.scope].hasOwnBase ? base(of: frame) : nil)
        item.base = ownBase ?? item.link ?? document.link ?? feedParts.alternate.address ?? base(of: frame)
        // RFC 4287 §4.2.1: the authors of the original feed come before those of this feed.
        if item.authors.isEmpty, document.format.isAtom {
            item.authors = itemParts.originAuthors.isEmpty ? document.authors : itemParts.originAuthors
        }
        addItem()
    }
}
