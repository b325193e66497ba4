import EngineConcepts
import FeedParsing
import WebText

/// A server's description of itself: `/api/v2/instance`, or `/api/v1/instance` of older servers.
struct MastodonInstance: LenientObject, Hashable, Sendable {
    /// The host in handles, which may differ from the host of the API.
    let domain: String?
    let title: String?
    /// The version, which other software writes behind Mastodon's: `2.7.2 (compatible; Akkoma 3.13.2)`.
    let version: String
    let sourceURL: String?
    let streaming: String?
    let maximumCharacters: Int?
    let charactersPerLink: Int?
    let maximumMedia: Int?
    /// The version of Mastodon's own API, or `nil` before 4.3 and for other software.
    let apiVersion: Int?

    init(_ members: JSONMembers) throws {
        version = try members.requiredLine("version")
        // Version 1 has the host in "uri", some software with a scheme.
        let host = members.line("domain") ?? members.line("account_domain") ?? members.line("uri")
        domain = host.flatMap { WebAddress.isWeb($0) ? WebAddress.endpoint(of: $0) : $0.lowercased() }
        title = members.line("title")
        sourceURL = members.webAddress("source_url")
        let configuration = members.nested("configuration")
        // Version 1 has it outside of the configuration.
        let addresses = [configuration?.nested("urls"), members.nested("urls")]
        streaming = addresses.lazy.compactMap { $0?.line("streaming") ?? $0?.line("streaming_api") }.first
        let statuses = configuration?.nested("statuses")
        maximumCharacters = statuses?.count("max_characters") ?? members.count("max_toot_chars")
        charactersPerLink = statuses?.count("characters_reserved_per_url")
        maximumMedia = statuses?.count("max_media_attachments")
        apiVersion = members.nested("api_versions")?.count("mastodon")
    }

    /// The state that is stored with the account.
    var memory: ServerMemory.Server {
        ServerMemory.Server(
            software: software.name, version: software.version, apiVersion: apiVersion,
            maximumCharacters: maximumCharacters, charactersPerLink: charactersPerLink, maximumMedia: maximumMedia)
    }

    /// The software and its version, as far as the version text contains them.
    var software: MastodonSoftware {
        if let compatible = version.firstRange(of: "compatible; ") {
            return MastodonSoftware(text: version[compatible.upperBound...].prefix { $0 != ")" })
        }
        if sourceURL?.lowercased().contains("gotosocial") ?? false {
            return MastodonSoftware(name: "gotosocial", version: version)
        }
        return MastodonSoftware(name: "mastodon", version: version)
    }
}

/// The software that a server with the Mastodon API runs.
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
