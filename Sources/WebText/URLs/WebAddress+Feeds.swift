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
}
