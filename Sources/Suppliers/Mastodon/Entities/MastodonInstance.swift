import EngineConcepts
import FeedParsing
import WebText

/// A server's description of itself: `/api/v2/instance`, or `/api/v1/instance` of older servers.
struct MastodonInstance: Decodable, Hashable, Sendable {
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

    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: JSONName.self)
        version = try members.requiredLine("version")
        // Version 1 has the host in "uri", some software with a scheme.
        let host = members.line("domain") ?? members.line("account_domain") ?? members.line("uri")
        domain = host.flatMap { WebAddress.isWeb($0) ? WebAddress.endpoint(of: $0) : $0.lowercased() }
        title = members.line("title")
        sourceURL = members.webAddress("source_url")
        let configuration = members.object("configuration", of: Configuration.self)
        streaming =
            configuration?.urls?.streaming ?? members.object("urls", of: Addresses.self)?.streaming
        maximumCharacters = configuration?.statuses?.maximumCharacters ?? members.count("max_toot_chars")
        charactersPerLink = configuration?.statuses?.perLink
        maximumMedia = configuration?.statuses?.maximumMedia
        apiVersion = members.object("api_versions", of: Versions.self)?.mastodon
    }

    /// The state that is stored with the account.
    var memory: ServerMemory.Server {
        ServerMemory.Server(
            software: software.name, version: software.version, apiVersion: apiVersion,
            maximumCharacters: maximumCharacters, charactersPerLink: charactersPerLink, maximumMedia: maximumMedia)
    }

    /// The software and its version, as far as the version text tells.
    var software: MastodonSoftware {
        if let compatible = version.firstRange(of: "compatible; ") {
            return MastodonSoftware(text: version[compatible.upperBound...].prefix { $0 != ")" })
        }
        if sourceURL?.lowercased().contains("gotosocial") ?? false {
            return MastodonSoftware(name: "gotosocial", version: version)
        }
        return MastodonSoftware(name: "mastodon", version: version)
    }

    private struct Configuration: Decodable {
        let urls: Addresses?
        let statuses: Statuses?

        init(from decoder: any Decoder) throws {
            let members = try decoder.container(keyedBy: JSONName.self)
            urls = members.object("urls", of: Addresses.self)
            statuses = members.object("statuses", of: Statuses.self)
        }
    }

    private struct Addresses: Decodable {
        let streaming: String?

        init(from decoder: any Decoder) throws {
            let members = try decoder.container(keyedBy: JSONName.self)
            streaming = members.line("streaming") ?? members.line("streaming_api")
        }
    }

    private struct Statuses: Decodable {
        let maximumCharacters: Int?
        let perLink: Int?
        let maximumMedia: Int?

        init(from decoder: any Decoder) throws {
            let members = try decoder.container(keyedBy: JSONName.self)
            maximumCharacters = members.count("max_characters")
            perLink = members.count("characters_reserved_per_url")
            maximumMedia = members.count("max_media_attachments")
        }
    }

    private struct Versions: Decodable {
        let mastodon: Int?

        init(from decoder: any Decoder) throws {
            mastodon = try decoder.container(keyedBy: JSONName.self).count("mastodon")
        }
    }
}

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
