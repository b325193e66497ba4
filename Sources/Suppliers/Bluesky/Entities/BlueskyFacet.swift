import FeedParsing

/// A marked range of a text (`app.bsky.richtext.facet`).
struct BlueskyFacet: LenientObject, Hashable, Sendable {
    /// The meaning of a range.
    enum Feature: Hashable, Sendable {
        case link(String)
        /// A mention of the account with this identifier.
        case mention(String)
        case tag(String)
    }

    /// The positions in the UTF-8 form of the text as the program that wrote it counted them: any numbers.
    let start: Int64
    let end: Int64
    let features: [Feature]

    init(_ members: JSONMembers) throws {
        let index = members.nested("index")
        guard let start = index?.number("byteStart"), let end = index?.number("byteEnd") else {
            throw members.missing("index")
        }
        self.start = start
        self.end = end
        features = members.objects("features").compactMap(Self.feature)
    }

    private static func feature(_ members: JSONMembers) -> Feature? {
        switch members.type {
        case "app.bsky.richtext.facet#link": members.webAddress("uri").map(Feature.link)
        case "app.bsky.richtext.facet#mention": members.line("did").map(Feature.mention)
        case "app.bsky.richtext.facet#tag": members.line("tag").map(Feature.tag)
        default: nil
        }
    }
}
