import EngineConcepts
import FeedParsing
import WebText

/// The content embedded in a post, as a view shows it (`app.bsky.embed.*#view`). Parts that this version does not know are
/// left out.
struct BlueskyEmbed: LenientObject, Hashable, Sendable {
    /// The nesting of quoted posts that is read.
    private static let maximumDepth = 3

    var media: [Media] = []
    var card: BlueskyCard?
    var record: BlueskyEmbeddedRecord?

    init(_ members: JSONMembers) throws {
        guard members.codingPath.count(where: { $0.stringValue == "embeds" }) < Self.maximumDepth else { return }
        switch members.type {
        case "app.bsky.embed.images#view":
            media = members.objects("images").compactMap(Self.image)
        case "app.bsky.embed.gallery#view":
            media = members.objects("items").compactMap(Self.image)
        case "app.bsky.embed.video#view":
            guard let url = members.webAddress("playlist") else { throw members.missing("playlist") }
            media = [Self.medium(url, .video, type: "application/vnd.apple.mpegurl", members)]
        case "app.bsky.embed.external#view":
            card = members.object("external", of: BlueskyCard.self)
        case "app.bsky.embed.record#view":
            record = members.object("record", of: BlueskyEmbeddedRecord.self)
        case "app.bsky.embed.recordWithMedia#view":
            if let inner = members.object("media", of: BlueskyEmbed.self) { self = inner }
            record = members.nested("record")?.object("record", of: BlueskyEmbeddedRecord.self)
        default: break
        }
    }

    private static func image(_ members: JSONMembers) -> Media? {
        (members.webAddress("fullsize") ?? members.webAddress("thumb")).map { medium($0, .image, members) }
    }

    private static func medium(
        _ url: String, _ kind: Media.Kind, type: String? = nil, _ members: JSONMembers
    ) -> Media {
        // Most programs write the proportions as the size in pixels.
        let size = members.nested("aspectRatio")
        func length(_ name: String) -> Int? { size?.count(name).flatMap { (1...1_000_000).contains($0) ? $0 : nil } }
        return Media(
            url: url, kind: kind, type: type, width: length("width"), height: length("height"),
            alternativeText: members.lines("alt"))
    }
}

/// A preview of a linked page (`app.bsky.embed.external#viewExternal`).
struct BlueskyCard: LenientObject, Hashable, Sendable {
    let url: String
    let title: String?
    let description: String?

    init(_ members: JSONMembers) throws {
        guard let url = members.webAddress("uri") else { throw members.missing("uri") }
        self.url = url
        title = members.line("title")
        description = members.line("description")
    }
}

/// A record within a post: a quoted post, or a custom feed, a list or another thing that is shown by its name.
struct BlueskyEmbeddedRecord: LenientObject, Hashable, Sendable {
    /// The kind of record.
    enum Content: Hashable, Sendable {
        case post(BlueskyRecord)
        /// A thing with a name and a description.
        case named(String, description: String?)
        /// A post that cannot be shown: `deleted`, `blocked`, `detached`, or `unknown`.
        case hidden(String)
    }

    let uri: String
    let author: BlueskyProfile?
    let content: Content
    let labels: [BlueskyLabel]
    let indexedAt: Timestamp?
    let embeds: [BlueskyEmbed]

    init(_ members: JSONMembers) throws {
        uri = try members.requiredLine("uri")
        labels = members.list("labels", of: BlueskyLabel.self)
        indexedAt = members.date("indexedAt")
        author = members.object("author", of: BlueskyProfile.self) ?? members.object("creator", of: BlueskyProfile.self)
        embeds = members.list("embeds", of: BlueskyEmbed.self)
        switch members.type {
        case "app.bsky.embed.record#viewRecord":
            content = members.object("value", of: BlueskyRecord.self).map(Content.post) ?? .hidden("unknown")
        case "app.bsky.embed.record#viewNotFound": content = .hidden("deleted")
        case "app.bsky.embed.record#viewBlocked": content = .hidden("blocked")
        case "app.bsky.embed.record#viewDetached": content = .hidden("detached")
        default:
            let name =
                members.line("displayName") ?? members.line("name")
                ?? members.nested("record")?.line("name") ?? author?.author.name
            content = name.map { .named($0, description: members.lines("description")) } ?? .hidden("unknown")
        }
    }
}
