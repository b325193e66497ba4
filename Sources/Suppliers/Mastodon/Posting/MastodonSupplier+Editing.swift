import EngineConcepts
import FeedParsing

extension MastodonSupplier: PostEditing {
    /// The shortest duration of a poll that servers accept, and that of one without an end, in seconds.
    private static let (shortestPoll, usualPoll) = (300, 86_400)

    /// Requests the text as it was written, which the post has only as HTML, and the post. Servers take away what an edit
    /// leaves out, such as media and the poll, so the draft has all of it.
    func draft(of ticket: Ticket, now: Timestamp) async throws(SupplierError) -> PostDraft {
        let path = MastodonServer.path(ofPost: ticket.post ?? ticket.id.item)
        let source = try await server.get(Written.self, "\(path)/source", now: now)
        let status = try await server.get(MastodonStatus.self, path, now: now)
        var draft = PostDraft(source.text, contentWarning: source.warning)
        draft.isSensitive = status.isSensitive
        draft.language = status.language
        draft.visibility = status.visibility.flatMap(PostDraft.Visibility.init(mastodon:))
        draft.media = status.media.map { PostDraft.Medium(.uploaded($0.id), alternativeText: $0.description) }
        if let poll = status.poll {
            // With its options, an ended poll would begin anew.
            guard !poll.isExpired else { throw SupplierError(.refused, Message("pollEnded")) }
            let rest = poll.expiresAt.map { Int($0.seconds - now.seconds) }
            draft.poll = PostDraft.Poll(
                options: poll.options.map(\.title), seconds: max(rest ?? Self.usualPoll, Self.shortestPoll),
                allowsSeveral: poll.allowsSeveral)
        }
        draft.inReplyTo = status.replyTo.map { PostDraft.Reference(post: $0) }
        draft.quote = status.quote?.status.map { PostDraft.Reference(post: $0.id) }
        return draft
    }

    /// The text of a post (`StatusSource`).
    private struct Written: LenientObject, Sendable {
        let text: String
        let warning: String?

        init(_ members: JSONMembers) throws {
            text = members.lines("text") ?? ""
            let spoiler = members.line("spoiler_text") ?? ""
            warning = spoiler.isEmpty ? nil : spoiler
        }
    }
}
