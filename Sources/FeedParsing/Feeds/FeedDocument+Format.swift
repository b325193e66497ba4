extension FeedDocument.Format {
    /// Creates the format of a document with this root element. Returns `nil` if it is not a feed.
    init?(root: FeedName, _ tag: XMLStartTag) {
        switch root {
        case .rss, .channel:
            let version = tag.attributes.value("version") ?? "2.0"
            self = version.hasPrefix("0.9") ? .rss09 : .rss2
        case .rdf: self = .rss1
        case .atomFeed, .atomEntry:
            let isOld = tag.name.uri.map { String(cString: $0).lowercased().contains("purl.org/atom/ns") } ?? false
            self = isOld || tag.attributes.value("version") == "0.3" ? .atom03 : .atom1
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
