import EngineConcepts
import WebText

// Links and enclosures of feeds and items.
extension FeedAssembly {
    mutating func addFeedLink(_ attributes: XMLAttributes, _ scope: Int) {
        guard let address = resolved(attributes.value("href"), scope) else { return }
        switch attributes.relation {
        case "alternate": feedParts.alternate.add(address, type: attributes.value("type"))
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

    mutating func addItemLink(_ attributes: XMLAttributes, _ scope: Int) {
        guard let href = attributes.value("href"), let address = resolved(href, scope) else { return }
        let type = attributes.value("type")
        switch attributes.relation {
        case "alternate": itemParts.alternate.add(address, type: type)
        case "enclosure":
            addEnclosure(href, type: type, length: attributes.value("length"), scope)
        case "related": item.externalLink = item.externalLink ?? address
        case "via": itemParts.via = address
        case "replies":
            item.commentsLink = item.commentsLink ?? address
            if let count = attributes.value(prefix: "thr", "count").flatMap({ Int($0) }) { item.commentCount = count }
        default: break
        }
    }

    mutating func addEnclosure(_ address: String?, type: String?, length: String?, _ scope: Int) {
        guard let url = resolved(address, scope) else { return }
        add(
            Media(
                url: url, kind: MediaKinds.kind(type: type, url: url), type: type?.nonEmpty,
                byteCount: length.flatMap { Int64($0) }.flatMap { $0 > 0 ? $0 : nil }))
    }

    mutating func add(_ enclosure: Media) {
        guard item.enclosures.count < 64, !item.enclosures.contains(where: { $0.url == enclosure.url }) else { return }
        item.enclosures.append(enclosure)
    }
}
