import EngineConcepts
import FeedParsing

/// An attached medium (`MediaAttachment`).
struct MastodonMedia: Decodable, Hashable, Sendable {
    let id: String
    /// `image`, `gifv`, `video`, `audio`, `unknown`, or a word of another software.
    let type: String
    let url: String?
    let previewURL: String?
    let description: String?
    let width: Int?
    let height: Int?
    let seconds: Int?
    /// The point to keep in sight where a picture is cropped: x and y from -1 to 1.
    let focus: [Double]?
    let mimeType: String?

    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: JSONName.self)
        id = try members.requiredID()
        type = members.line("type") ?? "unknown"
        url = members.webAddress("url") ?? members.webAddress("remote_url")
        previewURL = members.webAddress("preview_url")
        description = members.lines("description")
        let meta = members.object("meta", of: Meta.self)
        width = meta?.original?.width ?? meta?.small?.width
        height = meta?.original?.height ?? meta?.small?.height
        seconds = meta?.original?.duration ?? meta?.duration
        focus = meta?.focus
        mimeType = members.object("pleroma", of: Pleroma.self)?.mimeType
    }

    /// The medium as part of a ticket, or `nil` while the server is still processing it.
    var media: Media? {
        guard let url = url ?? previewURL else { return nil }
        let kind: Media.Kind =
            switch type {
            case "image": .image
            case "gifv", "video": .video
            case "audio": .audio
            default: .file
            }
        return Media(
            url: url, kind: kind, type: mimeType, width: width, height: height, seconds: seconds,
            alternativeText: description)
    }

    private struct Meta: Decodable {
        let original: Size?
        let small: Size?
        let duration: Int?
        let focus: [Double]?

        init(from decoder: any Decoder) throws {
            let members = try decoder.container(keyedBy: JSONName.self)
            original = members.object("original", of: Size.self)
            small = members.object("small", of: Size.self)
            duration = members.count("duration")
            focus = members.object("focus", of: Focus.self).map { [$0.x, $0.y] }
        }
    }

    private struct Size: Decodable {
        let width: Int?
        let height: Int?
        let duration: Int?

        init(from decoder: any Decoder) throws {
            let members = try decoder.container(keyedBy: JSONName.self)
            width = members.count("width").flatMap { $0 > 0 ? $0 : nil }
            height = members.count("height").flatMap { $0 > 0 ? $0 : nil }
            duration = members.count("duration").flatMap { $0 >= 0 ? $0 : nil }
        }
    }

    private struct Focus: Decodable {
        let x: Double
        let y: Double
    }

    private struct Pleroma: Decodable {
        let mimeType: String?

        init(from decoder: any Decoder) throws {
            mimeType = try decoder.container(keyedBy: JSONName.self).line("mime_type")
        }
    }
}

/// A preview of a linked page (`PreviewCard`).
struct MastodonCard: Decodable, Hashable, Sendable {
    let url: String
    let title: String?
    let description: String?
    let provider: String?
    let author: String?
    let image: String?
    let imageDescription: String?

    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: JSONName.self)
        guard let url = members.webAddress("url") else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: members.codingPath, debugDescription: "a card without an address"))
        }
        self.url = url
        title = members.line("title")
        description = members.line("description")
        provider = members.line("provider_name")
        author = members.line("author_name")
        image = members.webAddress("image")
        imageDescription = members.line("image_description")
    }
}

/// A poll.
struct MastodonPoll: Decodable, Hashable, Sendable {
    /// An answer.
    struct Option: Decodable, Hashable, Sendable {
        let title: String
        /// The number of votes, or `nil` while results are hidden.
        let votes: Int?

        init(from decoder: any Decoder) throws {
            let members = try decoder.container(keyedBy: JSONName.self)
            title = members.line("title") ?? ""
            votes = members.count("votes_count")
        }
    }

    let id: String
    let expiresAt: Timestamp?
    let isExpired: Bool
    let allowsSeveral: Bool
    let votes: Int?
    /// The number of people, or `nil` if only votes are counted.
    let voters: Int?
    let options: [Option]
    /// The indices of the account's own votes.
    let ownVotes: [Int]

    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: JSONName.self)
        id = try members.requiredID()
        expiresAt = members.time("expires_at")
        isExpired = members.flag("expired") ?? false
        allowsSeveral = members.flag("multiple") ?? false
        votes = members.count("votes_count")
        voters = members.count("voters_count")
        options = members.list("options", of: Option.self)
        ownVotes = members.list("own_votes", of: Int.self)
    }
}

/// A filter of the account (`Filter`, version 2).
struct MastodonFilter: Decodable, Hashable, Sendable {
    /// The effect on a post that matches.
    enum Action: String, Sendable {
        case warn, hide, blur
    }

    let id: String
    let title: String
    /// The places where it applies: `home`, `notifications`, `public`, `thread`, `account`.
    let contexts: [String]
    let action: Action
    let expiresAt: Timestamp?

    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: JSONName.self)
        id = try members.requiredID()
        title = members.line("title") ?? members.line("phrase") ?? id
        contexts = members.texts("context")
        // An action that this version does not know is treated as the one that hides nothing.
        action = members.line("filter_action").flatMap(Action.init) ?? .warn
        expiresAt = members.time("expires_at")
    }
}

/// The filter that a post matches, and what in it.
struct MastodonFilterResult: Decodable, Hashable, Sendable {
    let filter: MastodonFilter
    let keywords: [String]

    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: JSONName.self)
        filter = try members.decode(MastodonFilter.self, forKey: JSONName("filter"))
        keywords = members.texts("keyword_matches")
    }
}

/// A hashtag.
struct MastodonTag: Decodable, Hashable, Sendable {
    let name: String
    let url: String?
    let isFollowed: Bool

    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: JSONName.self)
        name = try members.requiredID("name")
        url = members.webAddress("url")
        isFollowed = members.flag("following") ?? false
    }
}

/// A list of the account.
struct MastodonList: Decodable, Hashable, Sendable {
    let id: String
    let title: String

    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: JSONName.self)
        id = try members.requiredID()
        title = members.line("title") ?? id
    }
}
