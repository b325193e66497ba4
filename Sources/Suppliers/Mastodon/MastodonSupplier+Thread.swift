import EngineConcepts
import FeedParsing

extension MastodonSupplier: ThreadReading {
    /// Returns the posts around the ticket's post, or around the post of a gap.
    func thread(of ticket: Ticket, _ request: OutlineRequest) async throws(SupplierError) -> OutlinePart {
        let id = request.post(insteadOf: ticket.post ?? ticket.id.item)
        let posts = try await conversation(around: id, now: request.now).value.elements
        let converter = converter(in: "thread")
        let page = MastodonItemPage(posts.map { ($0.id, converter.item(from: $0)) })
        var gaps = OutlineGap.missingReplies(in: posts.map { ($0.id, $0.replyTo, $0.replies) })
        // Private and deleted replies, and without an account all but the first.
        for index in gaps.indices { gaps[index].isRefused = gaps[index].position == request.filledReplies }
        return OutlinePart(items: page.items, gaps: gaps)
    }

    func thread(of id: String, _ request: FetchRequest) async throws(SupplierError) -> FetchAnswer {
        let reply = try await conversation(around: id, now: request.now)
        let page = MastodonItemPage(reply.value.elements.map { ($0.id, converter.item(from: $0)) })
        return answer(ofThread: page.items, page.filtered, budget: reply.head.budget, to: request)
            .reporting([reply.value.count], of: name)
    }

    /// Returns what a post replies to, the post and the replies to it, each once.
    private func conversation(
        around id: String, now: Timestamp
    ) async throws(SupplierError) -> MastodonServer.Reply<LenientList<MastodonStatus>> {
        let path = MastodonServer.path(ofPost: id)
        let post = try await server.get(MastodonStatus.self, path, now: now)
        var reply = try await server.reply(MastodonContext.self, "\(path)/context", now: now)
        var posts = reply.value.ancestors.elements + [post] + reply.value.descendants.elements
        var unreadable = reply.value.ancestors.count.unreadable + reply.value.descendants.count.unreadable
        if let first = reply.value.ancestors.elements.first {
            // The other branches are among the replies to the first post.
            let path = MastodonServer.path(ofPost: first.id)
            reply = try await server.reply(MastodonContext.self, "\(path)/context", now: now)
            posts += reply.value.descendants.elements
            // The ancestors are among the descendants of the first post.
            unreadable = reply.value.descendants.count.unreadable
        }
        let all = LenientList(posts.uniqued(by: \.id), unreadable: unreadable)
        return reply.map { _ in all }
    }
}
