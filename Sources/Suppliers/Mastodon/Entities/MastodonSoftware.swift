/// The software of a server.
struct MastodonSoftware: Hashable, Sendable {
    /// The name in lower case, such as `mastodon`, `gotosocial`, `akkoma`.
    let name: String
    let version: String

    init(name: String, version: String) {
        self.name = name.lowercased()
        self.version = version
    }

    /// Creates the software of a text such as `Akkoma 3.13.2`.
    init(text: Substring) {
        let words = text.split(separator: " ", maxSplits: 1)
        self.init(name: words.first.map(String.init) ?? "", version: words.dropFirst().first.map(String.init) ?? "")
    }
}
