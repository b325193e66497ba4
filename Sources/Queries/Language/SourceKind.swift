internal import EngineConcepts

/// The kinds of source in queries, and their synonyms.
enum SourceKind {
    /// The kinds in the spelling of queries.
    static let names = ["feed", "file", "command", "hn", "lobsters", "mastodon", "bluesky", "sample"]

    private static let otherNames = [
        "exec": "command", "rss": "feed", "atom": "feed", "jsonfeed": "feed", "hackernews": "hn", "bsky": "bluesky",
    ]

    /// Returns the kind that `name` means, in lower case, or `nil` if there is none.
    static func named(_ name: String) -> String? {
        let kind = name.lowercased()
        if let other = otherNames[kind] { return other }
        return names.contains(kind) ? kind : nil
    }

    /// Returns the kind of a supplier, the prefix of its name.
    static func kind(of supplier: SupplierID) -> String {
        let prefix = String(supplier.rawValue.prefix { $0 != ":" })
        return named(prefix) ?? prefix.lowercased()
    }
}
