/// An address without what does not change where it leads: what tells sites where readers came from, how it is written,
/// the detours of link wrappers. Two addresses that lead to one page become equal where that can be known without asking
/// anybody; where it cannot, they stay apart.
enum CanonicalAddress {
    /// The address in its one form, without a scheme, as in `example.org/page?id=7`. Nil for what is no address of the
    /// web, and for a site's front page, which tells no story.
    static func of(_ text: String) -> String? {
        var address = text
        for _ in 0..<maximumDetours {
            guard let parts = Parts(address) else { return nil }
            guard let behind = Detour.target(of: parts) else { return canonical(parts) }
            address = behind
        }
        return nil
    }

    /// The host of what ``of(_:)`` answers.
    static func host(of canonical: String) -> Substring {
        canonical.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
    }

    /// How many wrappers may be around one another.
    private static let maximumDetours = 4

    private static func canonical(_ parts: Parts) -> String? {
        var host = hostAliases[parts.host] ?? parts.host
        for prefix in ["www.", "m.", "mobile.", "amp."] where host.hasPrefix(prefix) {
            let rest = host.dropFirst(prefix.count)
            if rest.contains(".") { host = String(rest) }
            break
        }
        host = hostAliases[host] ?? host
        var path = parts.path
        var query = parts.query.filter { !Tracking.isTracking($0.name, $0.value) }
        if host == "youtu.be", path.count > 1 {
            query = [(name: "v", value: String(path.dropFirst()))]
            (host, path) = ("youtube.com", "/watch")
        }
        if path.hasSuffix("/amp") || path.hasSuffix("/amp/") {
            path = String(path.dropLast(path.hasSuffix("/") ? 5 : 4))
        }
        for index in ["/index.html", "/index.htm", "/index.php"] where path.hasSuffix(index) {
            path = String(path.dropLast(index.count))
        }
        while path.last == "/" { path.removeLast() }
        let fragment = parts.fragment.flatMap { namesPart($0) ? $0 : nil }
        guard !path.isEmpty || !query.isEmpty else { return nil }
        var canonical = host + (parts.port.map { ":\($0)" } ?? "") + path
        let sorted = query.map { $0.value.isEmpty ? $0.name : "\($0.name)=\($0.value)" }.sorted()
        if !sorted.isEmpty { canonical += "?" + sorted.joined(separator: "&") }
        if let fragment { canonical += "#" + fragment }
        return canonical
    }

    /// Sites that have several names.
    private static let hostAliases = [
        "twitter.com": "x.com", "old.reddit.com": "reddit.com", "new.reddit.com": "reddit.com",
        "np.reddit.com": "reddit.com",
        "en.m.wikipedia.org": "en.wikipedia.org",
    ]

    /// Whether a fragment may name another text than the page itself: a comment, an entry of a list of changes. One
    /// without digits is a heading, or tells where the reader came from.
    private static func namesPart(_ fragment: String) -> Bool {
        !fragment.contains("=") && fragment.utf8.contains { (0x30...0x39).contains($0) } || fragment.hasPrefix("!")
    }

    /// An address in its parts.
    struct Parts {
        /// In lower case.
        let host: String
        /// Nil for the usual one.
        let port: String?
        /// What stands from the first slash on, without needless escapes.
        let path: String
        let query: [(name: String, value: String)]
        let fragment: String?

        /// Nil for what is no address of the web, and for one with a user's name in it.
        init?(_ text: String) {
            guard let colon = text.firstIndex(of: ":"), ["http", "https"].contains(text[..<colon].lowercased()),
                text[colon...].hasPrefix("://"), text.utf8.count <= 4096
            else { return nil }
            var rest = text[text.index(colon, offsetBy: 3)...]
            let cut = rest.firstIndex(of: "#")
            fragment = cut.map { String(rest[rest.index(after: $0)...]) }.flatMap { $0.isEmpty ? nil : $0 }
            rest = rest[..<(cut ?? rest.endIndex)]
            let mark = rest.firstIndex(of: "?")
            query = mark.map { Parts.pairs(rest[rest.index(after: $0)...]) } ?? []
            rest = rest[..<(mark ?? rest.endIndex)]
            let slash = rest.firstIndex(of: "/") ?? rest.endIndex
            path = PercentCoding.plain(rest[slash...])
            let authority = rest[..<slash]
            guard !authority.contains("@"), let host = Host.name(ofAddress: "http://\(authority)/") else { return nil }
            self.host = host
            let number = authority.lastIndex(of: ":").map { String(authority[authority.index(after: $0)...]) } ?? ""
            port = number.isEmpty || ["80", "443"].contains(number) || !number.allSatisfy(\.isNumber) ? nil : number
        }

        /// The value of the first of these parameters that is there, without escapes.
        func value(of names: [String]) -> String? {
            names.lazy.compactMap { name in query.first { $0.name == name }?.value }.first.map(PercentCoding.decoded)
        }

        private static func pairs(_ query: Substring) -> [(name: String, value: String)] {
            query.split { $0 == "&" || $0 == ";" }
                .map { pair in
                    let mark = pair.firstIndex(of: "=") ?? pair.endIndex
                    return (String(pair[..<mark]), PercentCoding.plain(pair[mark...].dropFirst()))
                }
        }
    }
}

/// Parameters that say where a reader came from, and nothing about the page.
enum Tracking {
    private static let prefixes = ["utm_", "pk_", "mtm_", "hsa_", "at_", "wt_", "ns_", "stm_", "vero_", "oly_"]
    private static let names: Set<String> = [
        "fbclid", "gclid", "dclid", "gclsrc", "gbraid", "wbraid", "msclkid", "yclid", "twclid", "ttclid", "li_fat_id",
        "igshid", "igsh", "mc_cid", "mc_eid", "mkt_tok", "_hsenc", "_hsmi", "ref_src", "ref_url", "referrer", "cmpid",
        "cmp", "ncid", "icid", "ito", "ocid", "smid", "smtyp", "share", "shareid", "sharetype", "xtor", "rss",
        "feature",
        "s_cid", "spm", "guccounter", "guce_referrer", "guce_referrer_sig", "amp", "outputtype", "__twitter_impression",
        "giftcopy", "sh", "taid", "trk", "soc_src", "soc_trk", "_ga", "_gl", "ck_subscriber_id", "wpisrc", "si",
    ]
    /// What `ref` and `source` say where they say where a reader came from. Elsewhere they may name a branch or a text.
    private static let origins: Set<String> = [
        "rss", "feed", "atom", "hn", "hackernews", "lobsters", "twitter", "mastodon", "bluesky", "reddit", "newsletter",
        "email", "facebook", "linkedin", "producthunt", "tldr", "share", "home", "homepage",
    ]

    /// Whether a parameter is one of them.
    static func isTracking(_ name: String, _ value: String) -> Bool {
        let name = name.lowercased()
        if names.contains(name) || prefixes.contains(where: name.hasPrefix) { return true }
        guard ["ref", "source", "via", "from", "src"].contains(name) else { return false }
        let value = value.lowercased()
        return origins.contains(value) || value.isEmpty || Host.isName(value) && value.contains(".")
    }
}

/// Addresses that only lead on to another one, which they hold.
private enum Detour {
    private struct Wrapper {
        let host: String
        let path: String
        let parameters: [String]

        init(_ host: String, _ path: String, _ parameters: String...) {
            (self.host, self.path, self.parameters) = (host, path, parameters)
        }
    }

    private static let wrappers = [
        Wrapper("google.com", "/url", "q", "url"), Wrapper("facebook.com", "/l.php", "u"),
        Wrapper("l.facebook.com", "/l.php", "u"), Wrapper("lm.facebook.com", "/l.php", "u"),
        Wrapper("l.instagram.com", "/", "u"), Wrapper("out.reddit.com", "/", "url"),
        Wrapper("youtube.com", "/redirect", "q"), Wrapper("t.umblr.com", "/redirect", "z"),
        Wrapper("slack-redir.net", "/link", "url"), Wrapper("steamcommunity.com", "/linkfilter", "u", "url"),
        Wrapper("vk.com", "/away.php", "to"), Wrapper("duckduckgo.com", "/l", "uddg"),
        Wrapper("linkedin.com", "/redir", "url"), Wrapper("exit.sc", "/", "url"), Wrapper("disq.us", "/url", "url"),
        Wrapper("getpocket.com", "/redirect", "url"), Wrapper("medium.com", "/m/global-identity", "redirectUrl"),
    ]

    /// Where an address leads on to; nil where it leads where it says.
    static func target(of parts: CanonicalAddress.Parts) -> String? {
        let host = parts.host.hasPrefix("www.") ? String(parts.host.dropFirst(4)) : parts.host
        if let wrapper = wrappers.first(where: { $0.host == host && parts.path.hasPrefix($0.path) }) {
            // Without an address in it, it leads to a page of the site itself.
            guard let inner = parts.value(of: wrapper.parameters), CanonicalAddress.Parts(inner) != nil else {
                return nil
            }
            return inner
        }
        if host == "google.com", parts.path.hasPrefix("/amp/s/") { return "https://" + parts.path.dropFirst(7) }
        if host.hasSuffix(".cdn.ampproject.org") {
            for mark in ["/c/s/", "/v/s/"] where parts.path.hasPrefix(mark) {
                return "https://" + parts.path.dropFirst(5)
            }
        }
        if host == "web.archive.org", parts.path.hasPrefix("/web/"), let start = parts.path.firstRange(of: "/http") {
            return String(parts.path[start.lowerBound...].dropFirst())
        }
        return nil
    }
}

/// Escapes in addresses. <https://www.rfc-editor.org/rfc/rfc3986#section-6.2.2>
private enum PercentCoding {
    /// The text with those escapes resolved that are not needed, and the others in upper case.
    static func plain(_ text: Substring) -> String {
        guard text.utf8.contains(0x25) else { return String(text) }
        return resolve(text) { byte in
            switch byte {
            case 0x30...0x39, 0x41...0x5a, 0x61...0x7a, 0x2d, 0x2e, 0x5f, 0x7e: true
            default: false
            }
        }
    }

    /// The text without escapes.
    static func decoded(_ text: String) -> String {
        resolve(text[...]) { _ in true }
    }

    private static func resolve(_ text: Substring, where isResolved: (UInt8) -> Bool) -> String {
        let bytes = Array(text.utf8)
        var output: [UInt8] = []
        output.reserveCapacity(bytes.count)
        var index = 0
        while index < bytes.count {
            if bytes[index] == 0x25, index + 2 < bytes.count, let high = digit(bytes[index + 1]),
                let low = digit(bytes[index + 2])
            {
                let byte = high << 4 | low
                if isResolved(byte) {
                    output.append(byte)
                } else {
                    output += [0x25, hexadecimal[Int(high)], hexadecimal[Int(low)]]
                }
                index += 3
            } else {
                output.append(bytes[index])
                index += 1
            }
        }
        return String(decoding: output, as: UTF8.self)
    }

    private static let hexadecimal = Array("0123456789ABCDEF".utf8)

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case 0x30...0x39: byte - 0x30
        case 0x41...0x46: byte - 0x37
        case 0x61...0x66: byte - 0x57
        default: nil
        }
    }
}
