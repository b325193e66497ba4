/// The usual feed paths of sites that do not link to their feeds.
enum CommonPaths {
    private static let paths = ["feed", "rss", "feed.xml", "rss.xml", "atom.xml", "index.xml", "feed.json"]

    /// Returns the addresses to try for the page at `address`: below the page first, then at the site's root.
    static func candidates(for address: String) -> [String] {
        guard let page = PageAddress(address) else { return [] }
        let top = paths.map { "\(page.origin)/\($0)" }
        guard let section = page.path.first, page.path.count == 1, !section.contains(".") else { return top }
        return paths.prefix(3).map { "\(page.origin)/\(section)/\($0)" } + top
    }
}
