internal import EngineConcepts

/// The kinds of source that a query can ask for, and what else they are called.
enum SourceKind {
    /// The kinds, as queries write them.
    static let names = ["feed", "file", "command", "hn", "lobsters", "mastodon", "bluesky", "sample"]

    private static let otherNames = [
        "exec": "command", "rss": "feed", "atom": "feed", "jsonfeed": "feed", "hackernews": "hn", "bsky": "bluesky",
    ]

    /// The kind that `name` means, in lower case; nil where there is none of this name.
    static func named(_ name: String) -> String? {
        let kind = name.lowercased()
        if let other = otherNames[kind] { return other }
        return names.contains(kind) ? kind : nil
    }

    /// The kind of a supplier, by how its name begins.
    static func kind(of supplier: SupplierID) -> String {
        let prefix = String(supplier.rawValue.prefix { $0 != ":" })
        return named(prefix) ?? prefix.lowercased()
    }
}
