import EngineConcepts
import WebText

// Links and enclosures of feeds and items.
extension FeedBuilder {
    mutating func takeFeedLink(_ attributes: XMLAttributes, base: String?) {
        guard let href = attributes.value("href"), let address = WebAddress.resolve(href, base: base) else { return }
        switch relation(attributes) {
        case "alternate": feedParts.alternate.take(address, type: attributes.value("type"))
        case "self": document.selfLink = address
        case "next":
            if !document.nextIsArchive { document.next = address }
        case "prev-archive":
            document.next = address
            document.nextIsArchive = true
        case "current": document.current = address
        case "next-archive": document.nextArchive = address
        default: break
        }
    }

    mutating func takeItemLink(_ attributes: XMLAttributes, _ frame: Frame) {
        guard let href = attributes.value("href"), let address = resolved(href, frame) else { return }
        let type = attributes.value("type")
        switch relation(attributes) {
        case "alternate": itemParts.alternate.take(address, type: type)
        case "enclosure":
            takeEnclosure(href, type: type, length: attributes.value("length"), frame)
        case "related": item.externalLink = item.externalLink ?? address
        case "via": itemParts.via = address
        case "replies":
            item.commentsLink = item.commentsLink ?? address
            if let count = attributes.value(prefix: "thr", "count").flatMap({ Int($0) }) { item.commentCount = count }
        default: break
        }
    }

    /// Returns the relation of a link. Registered names may be written as URLs (RFC 4287 §4.2.7.2).
    func relation(_ attributes: XMLAttributes) -> String {
        guard let relation = attributes.value("rel") else { return "alternate" }
        // The fast path: nearly all are plain lower-case names.
        if relation.utf8.allSatisfy({ (0x61...0x7a).contains($0) || $0 == 0x2d }) { return relation }
        let name = TextSanitizer.line(relation).lowercased()
        let registry = "http://www.iana.org/assignments/relation/"
        return name.hasPrefix(registry) ? String(name.dropFirst(registry.count)) : name
    }

    mutating func takeEnclosure(_ address: String?, type: String?, length: String?, _ frame: Frame) {
        guard let url = resolved(address, frame), item.enclosures.count < 64 else { return }
        guard !item.enclosures.contains(where: { $0.url == url }) else { return }
        item.enclosures.append(
            Media(
                url: url, kind: MediaKinds.kind(type: type, medium: nil, url: url), type: nonEmpty(type),
                byteCount: length.flatMap { Int64($0) }.flatMap { $0 > 0 ? $0 : nil }))
    }

    func media(_ attributes: XMLAttributes, _ frame: Frame) -> Media? {
        guard let url = resolved(attributes.value("url"), frame) else { return nil }
        let type = attributes.value("type")
        return Media(
            url: url, kind: MediaKinds.kind(type: type, medium: attributes.value("medium"), url: url),
            type: nonEmpty(type),
            byteCount: attributes.value("fileSize").flatMap { Int64($0) }.flatMap { $0 > 0 ? $0 : nil },
            width: attributes.value("width").flatMap { Int($0) },
            height: attributes.value("height").flatMap { Int($0) },
            seconds: attributes.value("duration").flatMap { Int($0) })
    }

    func thumbnail(_ attributes: XMLAttributes, _ frame: Frame) -> Media? {
        resolved(attributes.value("url"), frame)
            .map { url in
                Media(
                    url: url, kind: .image, width: attributes.value("width").flatMap { Int($0) },
                    height: attributes.value("height").flatMap { Int($0) })
            }
    }
}
