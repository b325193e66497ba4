import EngineConcepts
import FeedParsing

/// An attached medium (`MediaAttachment`).
struct MastodonMedia: LenientObject, Hashable, Sendable {
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

    init(_ members: JSONMembers) throws {
        id = try members.requiredLine("id")
        type = members.line("type") ?? "unknown"
        url = members.webAddress("url") ?? members.webAddress("remote_url")
        previewURL = members.webAddress("preview_url")
        description = members.lines("description")
        let meta = members.nested("meta")
        let (original, small) = (meta?.nested("original"), meta?.nested("small"))
        width = original?.length("width") ?? small?.length("width")
        height = original?.length("height") ?? small?.length("height")
        seconds = original?.count("duration").flatMap { $0 >= 0 ? $0 : nil } ?? meta?.count("duration")
        mimeType = members.nested("pleroma")?.line("mime_type")
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
}

extension KeyedDecodingContainer<JSONName> {
    /// Returns the width or the height of a picture in pixels.
    fileprivate func length(_ name: String) -> Int? {
        count(name).flatMap { $0 > 0 ? $0 : nil }
    }
}
