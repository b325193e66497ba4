import FeedParsing

/// A preview of a linked page (`PreviewCard`).
struct MastodonCard: LenientObject, Hashable, Sendable {
    let url: String
    let title: String?
    let description: String?
    let provider: String?

    init(_ members: JSONMembers) throws {
        guard let url = members.webAddress("url") else { throw members.missing("url") }
        self.url = url
        title = members.line("title")
        description = members.line("description")
        provider = members.line("provider_name")
    }
}
