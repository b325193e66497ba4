/// Decides which addresses may be passed to other programs. Content of feeds is untrusted, so only schemes of
/// readable places are allowed.
nonisolated enum LinkPolicy {
    private static let schemes: Set<String> = ["http", "https", "gemini", "gopher"]

    /// Returns true if `url` is allowed and has http or https.
    static func isWeb(_ url: String) -> Bool {
        allows(url) && ["http:", "https:"].contains { url.lowercased().hasPrefix($0) }
    }

    /// Returns true if `url` may be passed to another program.
    static func allows(_ url: String) -> Bool {
        guard let colon = url.firstIndex(of: ":"), schemes.contains(url[..<colon].lowercased()) else { return false }
        return url[colon...].hasPrefix("://") && url.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7f }
            && url.utf8.count < 8192
    }
}
