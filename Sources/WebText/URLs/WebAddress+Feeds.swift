extension WebAddress {
    /// Returns the address of `feed:…` or `feeds:…`: `feed://` becomes `http://`, `feeds://` becomes `https://`, and
    /// the prefix of a whole web address is removed. Returns `nil` for `feed:NAME@ACCOUNT`, a custom feed of a network.
    package static func address(ofFeed text: String) -> String? {
        for (prefix, scheme) in ["feeds:": "https", "feed:": "http"] where text.lowercased().hasPrefix(prefix) {
            let bare = text.dropFirst(prefix.count).drop { $0 == "/" }
            let isWhole = ["http:", "https:"].contains(where: bare.lowercased().hasPrefix)
            let isOnWeb =
                isWhole || text.dropFirst(prefix.count).hasPrefix("/") || bare.contains(".") && !bare.contains("@")
            guard isOnWeb, !bare.hasPrefix("at:") else { return nil }
            return isWhole ? String(bare) : "\(scheme)://\(bare)"
        }
        return nil
    }

    /// Returns the web address that a line without a scheme means: a `feed:` or `feeds:` address, a profile (`@name@host`), or
    /// a host, with a port and a path if given. Returns `nil` for any other text.
    package static func address(meantBy line: String) -> String? {
        address(ofFeed: line) ?? profile(of: line) ?? address(startingWithHost: line)
    }

    /// Returns the profile page of `@name@host`, or `nil` for other text.
    private static func profile(of text: String) -> String? {
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0].isEmpty, !parts[1].isEmpty, parts[2].contains("."),
            !text.contains(where: \.isWhitespace)
        else { return nil }
        return "https://\(parts[2])/@\(parts[1])"
    }

    /// Returns the https address of a host, with a port and a path if given.
    private static func address(startingWithHost text: String) -> String? {
        // Paths begin with these.
        guard let first = text.first, !"/.~".contains(first) else { return nil }
        if first == "[", let end = text.firstIndex(of: "]"), isIPv6Literal(text[...end]) { return "https://\(text)" }
        let isBare =
            scheme(of: text) == nil
            || text.prefix { $0 != "/" }.split(separator: ":").last?.allSatisfy(\.isNumber) == true
        return isBare && text.contains(".") || text.hasPrefix("localhost") ? "https://\(text)" : nil
    }
}
