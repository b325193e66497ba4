import WebText

/// Recognises links in the text of a page that may lead to feeds of its site.
enum FeedLinkWords {
    private static let names: Set<Substring> = ["feed", "feeds", "rss", "atom", "rdf", "feed.json"]
    private static let endings = [".rss", ".atom", ".xml", ".rdf"]
    private static let words: Set<Substring> = ["feed", "feeds", "rss", "atom"]
    /// The maximum number of words of a link. Longer ones mean something else.
    private static let maximumWords = 6

    /// Returns true if the address is like that of a feed.
    static func mayNameFeed(_ address: String) -> Bool {
        let address = address.lowercased()
        let path = address.prefix { $0 != "?" }
        guard !address.dropFirst(path.count).contains("feed=") else { return true }
        // Behind the scheme and the host.
        guard let name = path.split(separator: "/").dropFirst(2).last else { return false }
        return names.contains(name) || endings.contains { name.hasSuffix($0) }
    }

    /// Returns true if the words of a link are like those of one to a feed.
    static func mayNameFeed(words text: String) -> Bool {
        let found = text.lowercased().split { !$0.isLetter }
        return found.count <= maximumWords && found.contains { words.contains($0) }
    }

    /// Returns true if both addresses are of one host, or one's host is below the other's.
    static func areOfOneSite(_ first: String, _ second: String) -> Bool {
        guard let first = host(of: first), let second = host(of: second) else { return false }
        return first == second || first.hasSuffix(".\(second)") || second.hasSuffix(".\(first)")
    }

    private static func host(of address: String) -> Substring? {
        WebAddress.host(of: address).map { $0.hasPrefix("www.") ? $0.dropFirst(4) : $0[...] }
    }
}
