/// The canonical form of the address of a page: without tracking parameters, mobile hosts and link wrappers. Addresses
/// with equal forms lead to the same page. Addresses of which this is not known without a request stay different.
package enum CanonicalAddress {
    /// The maximum number of wrappers around an address.
    private static let maximumWrappers = 4
    /// The maximum length of an address in bytes.
    private static let maximumLength = 4096

    /// Returns the canonical form of `address` without a scheme, as in `example.org/page?id=7`. Returns `nil` if it is
    /// not a web address or has a user name, and for a site's home page, which does not identify a story.
    package static func of(_ address: String) -> String? {
        var address = address
        for _ in 0..<maximumWrappers {
            guard let page = Page(address) else { return nil }
            guard let target = LinkWrapper.target(of: page) else { return canonical(page) }
            address = target
        }
        return nil
    }

    /// Returns the host of a canonical form.
    package static func host(of canonical: String) -> Substring {
        canonical.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
    }

    private static func canonical(_ page: Page) -> String? {
        var host = usualHost(page.host)
        var path = page.path
        var query = page.query.filter { !TrackingParameters.probablyTracks($0.name, $0.value) }
        if host == "youtu.be", path.count > 1 {
            query = [(name: "v", value: String(path.dropFirst()))]
            (host, path) = ("youtube.com", "/watch")
        }
        path = usualPath(path)
        guard !path.isEmpty || !query.isEmpty else { return nil }
        let sorted = query.map { $0.value.isEmpty ? $0.name : "\($0.name)=\($0.value)" }.sorted()
        let port = page.port.map { ":\($0)" } ?? ""
        let fragment = page.fragment.map { "#\($0)" } ?? ""
        return "\(host)\(port)\(path)\(sorted.isEmpty ? "" : "?")\(sorted.joined(separator: "&"))\(fragment)"
    }

    /// Returns the usual host of a site with several: not that for phones, and of several names always the same.
    private static func usualHost(_ host: String) -> String {
        var host = hostAliases[host] ?? host
        for prefix in ["www.", "m.", "mobile.", "amp."] where host.hasPrefix(prefix) {
            let rest = host.dropFirst(prefix.count)
            if rest.contains(".") { host = String(rest) }
            break
        }
        return hostAliases[host] ?? host
    }

    /// Returns a path without the name of a variant for phones, the name of an index, and slashes at the end.
    private static func usualPath(_ path: String) -> String {
        var path = path
        if path.hasSuffix("/amp") || path.hasSuffix("/amp/") {
            path = String(path.dropLast(path.hasSuffix("/") ? 5 : 4))
        }
        for index in ["/index.html", "/index.htm", "/index.php"] where path.hasSuffix(index) {
            path = String(path.dropLast(index.count))
        }
        while path.last == "/" { path.removeLast() }
        return path
    }

    /// Sites with several names.
    private static let hostAliases = [
        "twitter.com": "x.com", "old.reddit.com": "reddit.com", "new.reddit.com": "reddit.com",
        "np.reddit.com": "reddit.com", "en.m.wikipedia.org": "en.wikipedia.org",
    ]

    /// The parts of a page's address, decoded as far as possible.
    struct Page {
        let host: String
        /// The port, or `nil` for the standard ones.
        let port: Substring?
        let path: String
        let query: [(name: String, value: String)]
        /// The fragment if it may identify a part of the page, such as a comment or an entry in a list of changes. One
        /// without digits is a heading or says where the visitor comes from.
        let fragment: Substring?

        init?(_ address: String) {
            guard address.utf8.count <= CanonicalAddress.maximumLength, WebAddress.isWeb(address),
                let parts = AddressParts(address), parts.user == nil, let host = WebAddress.site(of: address)
            else { return nil }
            self.host = host
            port = parts.port.flatMap {
                $0.isEmpty || $0 == "80" || $0 == "443" || !$0.allSatisfy(\.isNumber) ? nil : $0
            }
            path = PercentCoding.normalized(parts.path)
            query = parts.parameters.map { (String($0.name), PercentCoding.normalized($0.value)) }
            fragment = parts.fragment.flatMap {
                $0.hasPrefix("!") || !$0.contains("=") && $0.utf8.contains(where: \.isASCIIDigit) ? $0 : nil
            }
        }

        /// Returns the decoded value of the first of these parameters that exists.
        func value(of names: [String]) -> String? {
            names.lazy.compactMap { name in query.first { $0.name == name }?.value }.first
                .map { PercentCoding.decoded($0[...]) }
        }
    }
}

/// Addresses of sites that only redirect to an address inside them.
private enum LinkWrapper {
    private static let wrappers: [(host: String, path: String, parameters: [String])] = [
        ("google.com", "/url", ["q", "url"]), ("facebook.com", "/l.php", ["u"]), ("l.facebook.com", "/l.php", ["u"]),
        ("lm.facebook.com", "/l.php", ["u"]), ("l.instagram.com", "/", ["u"]), ("out.reddit.com", "/", ["url"]),
        ("youtube.com", "/redirect", ["q"]), ("t.umblr.com", "/redirect", ["z"]),
        ("slack-redir.net", "/link", ["url"]), ("steamcommunity.com", "/linkfilter", ["u", "url"]),
        ("vk.com", "/away.php", ["to"]), ("duckduckgo.com", "/l", ["uddg"]), ("linkedin.com", "/redir", ["url"]),
        ("exit.sc", "/", ["url"]), ("disq.us", "/url", ["url"]), ("getpocket.com", "/redirect", ["url"]),
        ("medium.com", "/m/global-identity", ["redirectUrl"]),
    ]

    /// Returns the address inside `page`, or `nil` if it is not a wrapper.
    static func target(of page: CanonicalAddress.Page) -> String? {
        let host = DisplayAddress.bare(page.host)
        if let wrapper = wrappers.first(where: { $0.host == host && page.path.hasPrefix($0.path) }) {
            // Without an address inside, it is a page of the site itself.
            return page.value(of: wrapper.parameters).flatMap { CanonicalAddress.Page($0) == nil ? nil : $0 }
        }
        if host == "google.com", page.path.hasPrefix("/amp/s/") { return "https://" + page.path.dropFirst(7) }
        if host.hasSuffix(".cdn.ampproject.org"), page.path.hasPrefix("/c/s/") || page.path.hasPrefix("/v/s/") {
            return "https://" + page.path.dropFirst(5)
        }
        if host == "web.archive.org", page.path.hasPrefix("/web/"), let start = page.path.firstRange(of: "/http") {
            return String(page.path[start.lowerBound...].dropFirst())
        }
        return nil
    }
}
