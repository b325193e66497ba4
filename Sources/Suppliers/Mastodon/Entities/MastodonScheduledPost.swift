import EngineConcepts
import FeedParsing

/// A post that the server publishes later (`ScheduledStatus` in Mastodon's API).
struct MastodonScheduledPost: Decodable, Sendable {
    let id: String
    let time: Timestamp?
    /// The post without its media.
    let draft: PostDraft
    /// The number of its media.
    let media: Int

    /// The post, or `nil` if the server does not say when it is published.
    var post: ScheduledPost? {
        time.map { ScheduledPost(id: id, draft: draft, time: $0, media: media) }
    }

    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: JSONName.self)
        id = try members.requiredLine("id")
        time = members.time("scheduled_at")
        let parameters = members.object("params", of: Parameters.self)
        draft = parameters?.draft ?? PostDraft("")
        media = max(members.list("media_attachments", of: IgnoredAnswer.self).count, parameters?.media ?? 0)
    }

    /// The members of the request that created the post.
    private struct Parameters: Decodable {
        var draft: PostDraft
        let media: Int

        init(from decoder: any Decoder) throws {
            let members = try decoder.container(keyedBy: JSONName.self)
            draft = PostDraft(
                members.lines("text") ?? "", visibility: members.line("visibility").flatMap { .init(mastodon: $0) },
                contentWarning: members.line("spoiler_text"), isSensitive: members.flag("sensitive") ?? false,
                language: members.line("language"), poll: members.object("poll", of: Poll.self)?.poll,
                inReplyTo: members.line("in_reply_to_id").map { PostDraft.Reference(post: $0) },
                quote: members.line("quoted_status_id").map { PostDraft.Reference(post: $0) })
            media = members.texts("media_ids").count
        }
    }

    private struct Poll: Decodable {
        /// The poll, or `nil` without options or a duration.
        let poll: PostDraft.Poll?

        init(from decoder: any Decoder) throws {
            let members = try decoder.container(keyedBy: JSONName.self)
            let options = members.texts("options")
            poll = members.count("expires_in")
                .flatMap { seconds in
                    options.isEmpty
                        ? nil
                        : PostDraft.Poll(
                            options: options, seconds: seconds, allowsSeveral: members.flag("multiple") ?? false)
                }
        }
    }
}
