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
    let mimeType: String?

    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: JSONName.self)
        id = try members.requiredLine("id")
        type = members.line("type") ?? "unknown"
        url = members.webAddress("url") ?? members.webAddress("remote_url")
        previewURL = members.webAddress("preview_url")
        description = members.lines("description")
        let meta = members.object("meta", of: Meta.self)
        width = meta?.original?.width ?? meta?.small?.width
        height = meta?.original?.height ?? meta?.small?.height
        seconds = meta?.original?.duration ?? meta?.duration
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

        init(from decoder: any Decoder) throws {
            let members = try decoder.container(keyedBy: JSONName.self)
            original = members.object("original", of: Size.self)
            small = members.object("small", of: Size.self)
            duration = members.count("duration")
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

    private struct Pleroma: Decodable {
        let mimeType: String?

        init(from decoder: any Decoder) throws {
            mimeType = try decoder.container(keyedBy: JSONName.self).line("mime_type")
        }
    }
}
