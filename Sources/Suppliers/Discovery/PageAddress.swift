import WebText

/// The address of a web page taken apart, as far as rules about sites look at it.
struct PageAddress {
    /// The host in lower case, without `www.` and the like in front.
    let host: String
    /// The parts of the path, none of them empty.
    let path: [String]
    /// Scheme, host and port, without a slash at the end.
    let site: String
    private let query: Substring

    /// Takes `address` apart; nil where it is no address of the web.
    init?(_ address: String) {
        guard WebAddress.isWeb(address), let scheme = WebAddress.scheme(of: address),
            let host = WebAddress.host(of: address), let endpoint = WebAddress.endpoint(of: address)
        else { return nil }
        self.host =
            ["www.", "m.", "mobile."].first(where: host.hasPrefix).map { String(host.dropFirst($0.count)) } ?? host
        site = "\(scheme)://\(endpoint)"
        let behindScheme = address.dropFirst(scheme.count + 3)
        let rest = behindScheme.drop { $0 != "/" && $0 != "?" && $0 != "#" }.prefix { $0 != "#" }
        path = rest.prefix { $0 != "?" }.split(separator: "/").map(String.init)
        query = rest.drop { $0 != "?" }.dropFirst()
    }

    /// The value of a parameter of the query; nil where it is absent or empty.
    func parameter(_ name: String) -> String? {
        for pair in query.split(separator: "&") {
            let parts = pair.split(separator: "=", maxSplits: 1)
            if parts.count == 2, parts[0] == name { return String(parts[1]) }
        }
        return nil
    }

    /// The query with its question mark; empty where there is none.
    var queryText: String { query.isEmpty ? "" : "?\(query)" }
}

/// Where sites have their feeds whose pages do not say so.
enum CommonPaths {
    private static let paths = ["feed", "rss", "feed.xml", "rss.xml", "atom.xml", "index.xml", "feed.json"]

    /// What to try for the page at `address`: beside the page first, then at the top of the site.
    static func candidates(for address: String) -> [String] {
        guard let page = PageAddress(address) else { return [] }
        let top = paths.map { "\(page.site)/\($0)" }
        guard let section = page.path.first, page.path.count == 1, !section.contains(".") else { return top }
        return paths.prefix(3).map { "\(page.site)/\(section)/\($0)" } + top
    }
}
