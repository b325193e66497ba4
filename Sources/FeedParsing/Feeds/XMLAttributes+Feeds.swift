import EngineConcepts
import WebText

/// Attributes with the same meaning in several elements of feeds.
extension XMLAttributes {
    /// The relation of a link. Registered names may be written as URLs (RFC 4287 §4.2.7.2).
    var relation: String {
        guard let relation = value("rel") else { return "alternate" }
        // The fast path: nearly all are plain lower-case names.
        if relation.utf8.allSatisfy({ (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) || $0 == .hyphen }) {
            return relation
        }
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
            width: number("width"), height: number("height"), seconds: number("duration"))
    }

    /// Returns the picture of a `media:thumbnail` element, or `nil` if it has no address.
    func thumbnail(base: String?) -> Media? {
        value("url").flatMap { WebAddress.resolve($0, base: base) }
            .map { Media(url: $0, kind: .image, width: number("width"), height: number("height")) }
    }

    private func number(_ name: StaticString) -> Int? {
        value(name).flatMap { Int($0) }
    }
}
