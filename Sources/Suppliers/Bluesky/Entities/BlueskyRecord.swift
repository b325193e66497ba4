import EngineConcepts
import FeedParsing

/// The content of a post (`app.bsky.feed.post`).
struct BlueskyRecord: LenientObject, Hashable, Sendable {
    /// A post that another one refers to, in the version that it had.
    struct Reference: LenientObject, Hashable, Sendable {
        let uri: String
        let cid: String

        init(_ members: JSONMembers) throws {
            uri = try members.requiredLine("uri")
            cid = members.line("cid") ?? ""
        }
    }

    /// The text as written. It is cleaned where it is converted, because cleaning moves the positions of facets.
    let text: String
    let facets: [BlueskyFacet]
    let createdAt: Timestamp?
    let parent: Reference?
    let root: Reference?
    let languages: [String]
    let tags: [String]

    init(_ members: JSONMembers) throws {
        text = members.object("text", of: String.self) ?? ""
        facets = members.list("facets", of: BlueskyFacet.self)
        createdAt = members.date("createdAt")
        let reply = members.nested("reply")
        let parent = reply?.object("parent", of: Reference.self)
        self.parent = parent
        root = reply?.object("root", of: Reference.self) ?? parent
        languages = members.texts("langs")
        tags = members.texts("tags")
    }
}
