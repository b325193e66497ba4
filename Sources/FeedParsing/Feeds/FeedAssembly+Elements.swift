import EngineConcepts
import WebText

// The roles of elements, by the element that contains them.
extension FeedAssembly {
    /// Returns the role of an element, or `nil` if it is skipped with everything in it.
    mutating func open(_ name: FeedName, in parent: FeedRole, _ scope: inout Int, _ tag: XMLStartTag) -> FeedRole? {
        switch (parent, name) {
        case (.outside, _): return openOutermost(name, &scope, tag)
        case (.feed, _):
            if name == .channel, document.format == .rss1, FeedDocument.Format.isRSS090(tag.name.uri) {
                document.format = .rss09
            }
            return openInFeed(name, &scope, tag.attributes)
        case (.item, _): return openInItem(name, scope, tag.attributes)
        case (.author, .personName), (.author, .personEmail), (.author, .personLink),
            (.media, .mediaTitle), (.media, .mediaDescription), (.skipHours, .hour), (.skipDays, .day):
            return .text(name)
        case (.media, .mediaThumbnail): return openInItem(name, scope, tag.attributes)
        case (.image, .url): return .text(.icon)
        case (.origin, .title): return .text(.sourceName)
        case (.origin, .author): return beginAuthor()
        default: return nil
        }
    }

    private mutating func openOutermost(_ name: FeedName, _ scope: inout Int, _ tag: XMLStartTag) -> FeedRole? {
        guard !isFeed else { return nil }
        guard let format = FeedDocument.Format(root: name, tag) else {
            otherRoot = otherRoot ?? TextSanitizer.line(String(cString: tag.name.local))
            return nil
        }
        isFeed = true
        document.format = format
        document.language = scopes[scope].language
        guard name == .atomEntry else { return .feed }
        // A document with a single entry is a feed of one item.
        beginItem(&scope, tag.attributes)
        return .item
    }

    private mutating func openInFeed(_ name: FeedName, _ scope: inout Int, _ attributes: XMLAttributes) -> FeedRole? {
        switch name {
        case .channel:
            document.language = document.language ?? scopes[scope].language
            return .feed
        case .item, .atomEntry:
            beginItem(&scope, attributes)
            return .item
        case .image: return .image
        case .author: return beginAuthor()
        case .skipHours: return .skipHours
        case .skipDays: return .skipDays
        // Atom's link may come without its namespace.
        case .link where attributes.value("href") == nil: return .text(name)
        case .atomLink, .link:
            addFeedLink(attributes, scope)
            return nil
        case .itunesImage:
            feedParts.fallbackIcon = resolved(attributes.value("href"), scope)
            return nil
        case .complete:
            document.isComplete = true
            return nil
        case .archive:
            document.isArchive = true
            return nil
        case .title, .description, .subtitle, .language, .generator, .ttl, .icon, .rssAuthor, .creator, .itunesAuthor,
            .updatePeriod, .updateFrequency, .itunesTitle, .itunesSummary, .totalResults:
            return .text(name)
        default: return nil
        }
    }

    private mutating func openInItem(_ name: FeedName, _ scope: Int, _ attributes: XMLAttributes) -> FeedRole? {
        switch name {
        case .author: return beginAuthor()
        case .atomSource: return .origin
        case .itemGroup: return .item
        case .link where attributes.value("href") == nil:
            return attributes.relation == "alternate" ? .text(name) : nil
        case .atomLink, .link:
            addItemLink(attributes, scope)
            return nil
        case .enclosure:
            addEnclosure(
                attributes.value("url"), type: attributes.value("type"), length: attributes.value("length"), scope)
            return nil
        case .mediaContent:
            enclosure = attributes.media(base: scopes[scope].base)
            return .media
        case .mediaThumbnail:
            itemParts.thumbnail = itemParts.thumbnail ?? attributes.thumbnail(base: scopes[scope].base)
            return nil
        case .itunesImage:
            itemParts.thumbnail =
                itemParts.thumbnail ?? resolved(attributes.value("href"), scope).map { Media(url: $0, kind: .image) }
            return nil
        case .atomCategory:
            if let term = attributes.value("label") ?? attributes.value("term") { addCategory(term) }
            return nil
        case .guid:
            itemParts.guidIsLink = attributes.value("isPermaLink")?.lowercased() != "false"
            return .text(name)
        case .title, .subtitle, .atomSummary:
            return textConstruct(name, attributes)
        case .atomContent: return contentRole(attributes, scope)
        case .description, .contentEncoded: return .markup(name, .html)
        case .xhtmlBody: return .markup(name, .xhtml)
        case .originalLink, .atomID, .rssAuthor, .creator, .category, .subject, .pubDate, .published, .updated,
            .date, .created, .modified, .language, .comments, .commentCount, .sourceName, .itunesSummary,
            .itunesSubtitle, .itunesAuthor, .itunesDuration, .itunesTitle, .mediaTitle, .mediaDescription, .mediaCredit:
            return .text(name)
        default: return nil
        }
    }

    /// Returns the role of an Atom text construct by its type.
    private func textConstruct(_ name: FeedName, _ attributes: XMLAttributes) -> FeedRole {
        let type = (attributes.value("type") ?? (document.format.isAtom ? "text" : "html")).lowercased()
        switch attributes.value("mode")?.lowercased() {
        case "base64": return .plain(name, .packed(type.contains("html") ? .markup : .plain))
        // Also XHTML: its tags are text (Atom 0.3 §3.1.2).
        case "escaped": return .markup(name, .html)
        default: break
        }
        switch type {
        case "xhtml", "application/xhtml+xml": return .markup(name, .xhtml)
        case "html", "text/html": return .markup(name, .html)
        default: return name == .title ? .text(name) : .plain(name, type.hasPrefix("text/") ? .lines : .wrapped)
        }
    }

    private mutating func contentRole(_ attributes: XMLAttributes, _ scope: Int) -> FeedRole? {
        if scopes[scope].hasOwnBase { itemParts.contentBase = scopes[scope].base }
        let type = (attributes.value("type") ?? "text").lowercased()
        if let source = attributes.value("src") {
            addEnclosure(source, type: type.utf8.contains(.slash) ? type : nil, length: nil, scope)
            return nil
        }
        // Other media types are pictures or programs.
        let isText =
            !type.utf8.contains(.slash) || type.hasPrefix("text/") || type.utf8.firstRange(ofBytes: "html") != nil
            || type == "application/xml"
        guard isText else { return nil }
        return textConstruct(.atomContent, attributes)
    }

    private mutating func beginAuthor() -> FeedRole {
        author = FeedAuthor()
        return .author
    }

    private mutating func beginItem(_ scope: inout Int, _ attributes: XMLAttributes) {
        item = FeedItem()
        itemParts = ItemParts()
        // A feed opened from a file has no address, so relative links are resolved against one that it names.
        if scopes[scope].base == nil,
            let base = [document.selfLink, document.link, feedParts.alternate.address].lazy.compactMap(\.self)
                .first(where: WebAddress.isWeb)
        {
            var values = scopes[scope]
            values.base = base
            scope = scopes.add(values)
        }
        itemParts.about = attributes.value(prefix: "rdf", "about")
        item.language = scopes[scope].language
    }

    mutating func addCategory(_ name: String) {
        guard !name.isEmpty, !item.categories.contains(name), item.categories.count < 64 else { return }
        item.categories.append(name)
    }
}
