import EngineConcepts
import FeedParsing

/// A post (`Status` in Mastodon's API).
struct MastodonStatus: LenientObject, Hashable, Sendable {
    /// The nesting of boosts and quotes that is read. A boost of a post with a quote has three levels.
    private static let maximumDepth = 4

    let id: String
    /// The address that names the post on every server, or `nil` if the server does not send it.
    let uri: String?
    let url: String?
    let createdAt: Timestamp?
    let editedAt: Timestamp?
    let account: MastodonAccount
    let content: String
    let spoiler: String?
    let isSensitive: Bool
    /// `public`, `unlisted`, `private`, `direct`, or a word of another software.
    let visibility: String?
    let language: String?
    let application: String?
    let replyTo: String?
    let replies: Int?
    let boosts: Int?
    let likes: Int?
    let isLiked: Bool
    let isBoosted: Bool
    let isBookmarked: Bool
    let isPinned: Bool
    let media: [MastodonMedia]
    /// The people who are mentioned: `user` for those of the server itself, `user@host` for others.
    let mentions: [String]
    let tags: [String]
    let poll: MastodonPoll?
    let card: MastodonCard?
    /// The filters that the post matches.
    let filters: [MastodonFilter]
    /// The post that was quoted, if the server shows it.
    private let quotes: [MastodonQuote]
    /// The boosted post: an array, because a struct cannot contain itself.
    private let reblogs: [MastodonStatus]

    var boosted: MastodonStatus? { reblogs.first }
    var quote: MastodonQuote? { quotes.first }

    init(_ members: JSONMembers) throws {
        id = try members.requiredLine("id")
        account = try members.decode(MastodonAccount.self, forKey: JSONName("account"))
        uri = members.line("uri")
        url = members.webAddress("url")
        createdAt = members.time("created_at")
        editedAt = members.time("edited_at")
        content = members.html("content") ?? ""
        spoiler = members.line("spoiler_text")
        isSensitive = members.flag("sensitive")
        visibility = members.line("visibility")
        language = members.line("language")
        application = members.nested("application")?.line("name")
        replyTo = members.line("in_reply_to_id")
        replies = members.count("replies_count")
        boosts = members.count("reblogs_count")
        likes = members.count("favourites_count")
        isLiked = members.flag("favourited")
        isBoosted = members.flag("reblogged")
        isBookmarked = members.flag("bookmarked")
        isPinned = members.flag("pinned")
        media = members.list("media_attachments", of: MastodonMedia.self)
        mentions = members.objects("mentions").compactMap { $0.line("acct") ?? $0.line("username") ?? $0.line("id") }
        tags = members.list("tags", of: MastodonTag.self).map(\.name)
        poll = members.object("poll", of: MastodonPoll.self)
        card = members.object("card", of: MastodonCard.self)
        filters = members.objects("filtered").compactMap { $0.object("filter", of: MastodonFilter.self) }
        guard members.codingPath.count < Self.maximumDepth * 2 else {
            (quotes, reblogs) = ([], [])
            return
        }
        reblogs = members.object("reblog", of: MastodonStatus.self).map { [$0] } ?? []
        let quote = members.object("quote", of: MastodonQuote.self)
        let ofPleroma = members.nested("pleroma")?.object("quote", of: MastodonQuote.self)
        quotes = [quote ?? ofPleroma].compactMap(\.self)
    }
}

/// A hashtag of a post.
struct MastodonTag: LenientObject, Hashable, Sendable {
    let name: String

    init(_ members: JSONMembers) throws {
        name = try members.requiredLine("name")
    }
}
