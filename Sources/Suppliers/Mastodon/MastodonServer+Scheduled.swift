import EngineConcepts
import FeedParsing
import Networking
import WebText

extension MastodonServer {
    /// The first version of GoToSocial that publishes posts later.
    private static let schedulingGoToSocial = (major: 0, minor: 18)
    /// The largest number of scheduled posts that are listed: the longest page of the API.
    private static let maximumScheduled = 40

    /// Returns true if a server is known to publish posts later. Others could ignore the time and publish at once.
    static func takesSchedule(_ server: ServerMemory.Server?) -> Bool {
        switch server?.software {
        case "mastodon", "pleroma", "akkoma": return true
        case "gotosocial":
            let numbers = (server?.version ?? "").split { !$0.isNumber }.prefix(2).map { Int($0) ?? 0 }
            guard numbers.count == 2 else { return false }
            return (numbers[0], numbers[1]) >= (schedulingGoToSocial.major, schedulingGoToSocial.minor)
        default: return false
        }
    }

    /// Throws if the server is not known to publish posts later.
    func checkScheduling(now: Timestamp) async throws(SupplierError) {
        let server = try await instance(now: now).memory
        guard !Self.takesSchedule(server) else { return }
        throw SupplierError(.unsupported, Message("schedulesUnsupported"))
    }

    /// Returns the posts that the server publishes later.
    func scheduledPosts(now: Timestamp) async throws(SupplierError) -> [ScheduledPost] {
        try await get(
            LenientList<MastodonScheduledPost>.self, "/api/v1/scheduled_statuses",
            [("limit", String(Self.maximumScheduled))], now: now
        )
        .value.elements
        .compactMap(\.post)
        .sorted { ($0.time, $0.id) < ($1.time, $1.id) }
    }

    /// Cancels a post that the server would publish later. Throws ``SupplierError/Code/gone`` if the server does not have it.
    func cancelScheduled(_ id: String, now: Timestamp) async throws(SupplierError) {
        do throws(SupplierError) {
            _ = try await change(
                .delete, MastodonAnything.self, "/api/v1/scheduled_statuses/\(PercentCoding.encoded(id))", now: now)
        } catch {
            guard error.isNotFound else { throw error }
            throw SupplierError(.gone, Message("scheduledGone", ["host": .text(host)]))
        }
    }
}

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
        id = try members.requiredID()
        time = members.time("scheduled_at")
        let parameters = members.object("params", of: Parameters.self)
        draft = parameters?.draft ?? PostDraft("")
        media = max(members.list("media_attachments", of: MastodonAnything.self).count, parameters?.media ?? 0)
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
                inReplyTo: members.id("in_reply_to_id").map { PostDraft.Reference(post: $0) },
                quote: members.id("quoted_status_id").map { PostDraft.Reference(post: $0) })
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
