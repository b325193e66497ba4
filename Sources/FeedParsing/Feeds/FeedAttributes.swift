import EngineConcepts
import WebText

// Attributes with the same meaning in several elements of feeds.
extension XMLAttributes {
    /// The relation of a link. Registered names may be written as URLs (RFC 4287 §4.2.7.2).
    var relation: String {
        guard let relation = value("rel") else { return "alternate" }
        // The fast path: nearly all are plain lower-case names.
        if relation.utf8.allSatisfy({ (0x61...0x7a).contains($0) || $0 == 0x2d }) { return relation }
        let name = TextSanitizer.line(relation).lowercased()
        let registry = "http://www.iana.org/assignments/relation/"
        return name.hasPrefix(registry) ? String(name.dropFirst(registry.count)) : name
    }

    /// Returns the file of a `media:content` element, or `nil` if it has no address.
    func media(base: String?) -> Media? {
        guard let url = value("url").flatMap({ WebAddress.resolve($0, base: base) }) else { return nil }
        let type = value("type")
        return Media(
            url: url, kind: MediaKinds.kind(type: type, medium: value("medium"), url: url), type: type?.nonEmpty,
            byteCount: value("fileSize").flatMap { Int64($0) }.flatMap { $0 > 0 ? $0 : nil },
            width: value("width").flatMap { Int($0) }, height: value("height").flatMap { Int($0) },
            seconds: value("duration").flatMap { Int($0) })
    }

    /// Returns the picture of a `media:thumbnail` element, or `nil` if it has no address.
    func thumbnail(base: String?) -> Media? {
        value("url").flatMap { WebAddress.resolve($0, base: base) }
            .map { url in
                Media(
                    url: url, kind: .image, width: value("width").flatMap { Int($0) },
                    height: value("height").flatMap { Int($0) })
            }
    }
}

extension FeedDocument.Format {
    /// Creates the format of a document with this root element. Returns `nil` if it is not a feed.
    init?(root: FeedName, uri: UnsafePointer<UInt8>?, _ attributes: XMLAttributes) {
        switch root {
        case .rss, .channel:
            let version = attributes.value("version") ?? "2.0"
            self = version.hasPrefix("0.9") ? .rss09 : .rss2
        case .rdf: self = .rss1
        case .atomFeed, .atomEntry:
            let isOld = uri.map { String(cString: $0).lowercased().contains("purl.org/atom/ns") } ?? false
            self = isOld || attributes.value("version") == "0.3" ? .atom03 : .atom1
        default: return nil
        }
    }

    /// Returns true if elements of this namespace are RSS 0.90. It is RDF like RSS 1.0 and differs only in the namespace.
    static func isRSS090(_ uri: UnsafePointer<UInt8>?) -> Bool {
        uri.map { String(cString: $0).lowercased().contains("netscape.com/rdf/simple/0.9") } ?? false
    }

    /// True for both versions of Atom.
    var isAtom: Bool { self == .atom1 || self == .atom03 }
}
