import EngineConcepts
import FeedParsing

/// A post that the server publishes later (`ScheduledStatus` in Mastodon's API).
struct MastodonScheduledPost: LenientObject, Sendable {
    let id: String
    let time: Timestamp?
    /// The post without its media.
    let draft: PostDraft
    let media: Int

    /// The post, or `nil` if the server does not say when it is published.
    var post: ScheduledPost? {
        time.map { ScheduledPost(id: id, draft: draft, time: $0, media: media) }
    }

    init(_ members: JSONMembers) throws {
        id = try members.requiredLine("id")
        time = members.time("scheduled_at")
        // The members of the request that created the post.
        let parameters = members.nested("params")
        draft = parameters.map { PostDraft(parameters: $0) } ?? PostDraft("")
        media = max(
            members.list("media_attachments", of: IgnoredAnswer.self).count, parameters?.texts("media_ids").count ?? 0)
    }
}

extension PostDraft {
    /// Creates the draft of a post from the members of the request for it, without its media.
    fileprivate init(parameters: KeyedDecodingContainer<JSONName>) {
        self.init(
            parameters.lines("text") ?? "",
            visibility: parameters.line("visibility").flatMap { Visibility(mastodon: $0) },
            contentWarning: parameters.line("spoiler_text"), isSensitive: parameters.flag("sensitive"),
            language: parameters.line("language"), poll: parameters.nested("poll").flatMap { Poll(parameters: $0) },
            inReplyTo: parameters.line("in_reply_to_id").map { Reference(post: $0) },
            quote: parameters.line("quoted_status_id").map { Reference(post: $0) })
    }
}

extension PostDraft.Poll {
    /// Creates a poll. Returns `nil` without options or a duration.
    fileprivate init?(parameters: KeyedDecodingContainer<JSONName>) {
        let options = parameters.texts("options")
        guard let seconds = parameters.count("expires_in"), !options.isEmpty else { return nil }
        self.init(options: options, seconds: seconds, allowsSeveral: parameters.flag("multiple"))
    }
}
