import EngineConcepts

// The actions of an account on the posts of the timeline.
extension BlueskySupplier {
    /// The actions on posts. Each can be repeated: keys of records are chosen by the action, and switches are asked for
    /// before they are set.
    static let actionRepetitions: [TicketAction.Kind: ActionRepetition] = [
        .like: .safe, .unlike: .safe, .boost: .safe, .unboost: .safe, .bookmark: .safe, .unbookmark: .safe,
        .reply: .safe, .quote: .safe, .delete: .safe,
    ]

    func carryOut(
        _ request: ActionRequest<TicketAction>, on uri: String, of ticket: Ticket, by account: Account
    ) async throws(ActionFailure) -> SourceItem? {
        switch request.action {
        case .like:
            let post = try await post(uri, request)
            try await server.addRecord(in: .like, about: post.reference, known: post.viewer.like, request)
        case .unlike:
            let post = try await post(uri, request)
            try await server.deleteRecord(in: .like, about: post.uri, known: post.viewer.like, now: request.now)
        case .boost:
            let post = try await post(uri, request)
            try await server.addRecord(in: .repost, about: post.reference, known: post.viewer.repost, request)
        case .unboost:
            let post = try await post(uri, request)
            try await server.deleteRecord(in: .repost, about: post.uri, known: post.viewer.repost, now: request.now)
        case .bookmark:
            let post = try await post(uri, request)
            try await server.call("app.bsky.bookmark.createBookmark", post.reference, now: request.now)
        case .unbookmark:
            try await server.call("app.bsky.bookmark.deleteBookmark", ["uri": .text(uri)], now: request.now)
        case .reply(let text):
            let draft = PostDraft(text, replyingTo: ticket, by: account.handle)
            return try await publish(draft, account: account, request: request)
        case .quote(var draft):
            draft.quote = PostDraft.Reference(post: uri, ticket: ticket.id)
            return try await publish(draft, account: account, request: request)
        case .delete:
            try await checkAuthor(of: uri, ticket, account, now: request.now)
            try await server.delete(uri, now: request.now)
        case .boostTo, .edit, .vote, .pin, .unpin:
            throw ActionFailure(outcome: .refused(.unsupportedAction(of: name)))
        }
        return nil
    }

    private func post(_ uri: String, _ request: ActionRequest<TicketAction>) async throws(ActionFailure) -> BlueskyPost
    {
        try await server.prepare { () throws(SupplierError) in try await server.post(uri, now: request.now) }
    }

    private func publish(
        _ draft: PostDraft, account: Account, request: ActionRequest<TicketAction>
    ) async throws(ActionFailure) -> SourceItem? {
        let created = try await BlueskyPostSender(draft, for: request, at: server).publish()
        // Only in timelines that show single posts is the new one an item.
        guard !timeline.hasNotifications, !timeline.isRanking else { return nil }
        return await created.item(of: account.id, at: server, now: request.now)
    }

    /// Refuses to delete the post of another person, which the account's server does not keep.
    private func checkAuthor(
        of uri: String, _ ticket: Ticket, _ account: Account, now: Timestamp
    ) async throws(ActionFailure) {
        let own = try await server.prepare { () throws(SupplierError) in try await server.ownDID(now: now) }
        guard ATURI(uri)?.repository.text != own else { return }
        let author = ticket.body.boosted?.author ?? ticket.body.author
        throw ActionFailure(
            refused: Message(
                "postOfAnother", ["account": .text(account.handle), "author": .text(author?.handle ?? uri)]))
    }
}
