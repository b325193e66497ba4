import FeedParsing

/// Feeds by WordPress, which have older pages but do not link to them
/// (https://wordpress.org/documentation/article/wordpress-feeds/).
enum WordPress {
    /// Returns true if `document` looks like a WordPress feed. Only a request for a page proves it.
    static func made(_ document: FeedDocument, at address: String) -> Bool {
        if let generator = document.generator { return generator.lowercased().contains("wordpress") }
        guard document.format == .rss2 || document.format == .atom1 else { return false }
        let path = address.prefix { $0 != "?" && $0 != "#" }
        let query = address.dropFirst(path.count)
        return path.hasSuffix("/feed/") || path.hasSuffix("/feed") || path.hasSuffix("/wp-rss2.php")
            || query.contains("feed=rss2") || query.contains("feed=atom")
    }

    /// Returns the address of a page of the feed at `address`.
    static func address(of number: Int, in address: String) -> String {
        let bare = address.prefix { $0 != "#" }
        return "\(bare)\(bare.contains("?") ? "&" : "?")paged=\(number)"
    }
}
