import EngineConcepts
import Networking
import WebText

// The actions of an account on the posts of the timeline.
extension MastodonSupplier {
    /// The actions on posts. All but those that create a post have the same result however often they are sent.
    var actionRepetitions: [TicketAction.Kind: ActionRepetition] {
        var actions = Dictionary(uniqueKeysWithValues: TicketAction.Kind.allCases.map { ($0, ActionRepetition.safe) })
        for kind in [TicketAction.Kind.reply, .quote] { actions[kind] = server.creation }
        return actions
    }

    func carryOut(
        _ request: ActionRequest<TicketAction>, on post: String, of ticket: Ticket, by account: Account
    ) async throws(ActionFailure) -> SourceItem? {
        let path = MastodonServer.path(ofPost: post)
        let status: MastodonStatus
        switch request.action {
        case .like: status = try await send("\(path)/favourite", request: request)
        case .unlike: status = try await send("\(path)/unfavourite", request: request)
        case .boost: status = try await boost(path, request: request)
        case .boostTo(let audience):
            status = try await boost(path, request: request, parameters: [("visibility", audience.mastodonWord)])
        case .unboost: status = try await send("\(path)/unreblog", request: request)
        case .bookmark: status = try await send("\(path)/bookmark", request: request)
        case .unbookmark: status = try await send("\(path)/unbookmark", request: request)
        case .reply(let text):
            return try await publish(PostDraft(text, replyingTo: ticket, by: account.handle), request)
        case .quote(var draft):
            draft.quote = PostDraft.Reference(post: post, ticket: ticket.id)
            return try await publish(draft, request)
        case .edit(let draft):
            try checkAuthor(of: ticket, account)
            status = try await sender(draft, request).edit(post)
        case .delete:
            try checkAuthor(of: ticket, account)
            try await delete(path, request)
            return nil
        case .vote(let choices): status = try await vote(choices, on: ticket, path: path, request: request)
        case .pin, .unpin:
            try checkAuthor(of: ticket, account)
            status = try await send("\(path)/\(request.action.kind.rawValue)", request: request)
        }
        return item(status, for: ticket)
    }

    private func send(
        _ path: String, request: ActionRequest<TicketAction>, parameters: [QueryParameter] = []
    ) async throws(ActionFailure) -> MastodonStatus {
        try await server.attempt { () throws(SupplierError) in
            try await server.change(.post, MastodonStatus.self, path, parameters, now: request.now).value
        }
    }

    /// Boosts a post, or returns it as it is if the account has boosted it. GoToSocial boosts it again with each request, so
    /// the repetition of one whose answer got lost would show it twice.
    private func boost(
        _ path: String, request: ActionRequest<TicketAction>, parameters: [QueryParameter] = []
    ) async throws(ActionFailure) -> MastodonStatus {
        if server.creation != .safe {
            let present = try await server.prepare { () throws(SupplierError) in
                try await server.get(MastodonStatus.self, path, now: request.now)
            }
            if present.isBoosted { return present }
        }
        return try await send("\(path)/reblog", request: request, parameters: parameters)
    }

    /// Returns the answer as the item of the ticket, or `nil` if it is another one: a boost is a post of its own, and the
    /// answer to a reaction on it is the boosted post.
    private func item(_ status: MastodonStatus, for ticket: Ticket) -> SourceItem? {
        guard !timeline.hasNotifications else { return nil }
        let same = [status, status.boosted].lazy.compactMap(\.self).first { $0.id == ticket.id.item }
        return same.flatMap { converter.item(from: $0).success }
    }

    private func publish(
        _ draft: PostDraft, _ request: ActionRequest<TicketAction>
    ) async throws(ActionFailure) -> SourceItem? {
        let created = try await sender(draft, request).publish()
        return timeline.hasNotifications ? nil : converter.item(from: created).success
    }

    private func sender(_ draft: PostDraft, _ request: ActionRequest<TicketAction>) -> MastodonPostSender {
        MastodonPostSender(server: server, draft: draft, action: request.id, now: request.now)
    }

    /// Refuses what only the author of a post can do: servers answer that there is no such post.
    private func checkAuthor(of ticket: Ticket, _ account: Account) throws(ActionFailure) {
        let body = ticket.body
        let quoted = timeline.hasNotifications ? body.quoted?.author : nil
        guard let handle = (body.boosted?.author ?? quoted ?? body.author)?.handle,
            handle.lowercased() != account.handle.lowercased()
        else { return }
        throw ActionFailure(
            refused: Message("postOfAnother", ["account": .text(account.handle), "author": .text(handle)]))
    }

    /// Deletes a post. One that the server does not have any more is deleted.
    private func delete(_ path: String, _ request: ActionRequest<TicketAction>) async throws(ActionFailure) {
        do throws(SupplierError) {
            _ = try await server.change(.delete, IgnoredAnswer.self, path, now: request.now)
        } catch {
            guard error.isNotFound else { throw ActionFailure(error, at: server.endpoint) }
        }
    }

    /// Votes in the poll of a post and returns the post as it is then. A server refuses a second vote, also if the first
    /// one was an attempt whose answer got lost.
    private func vote(
        _ choices: [Int], on ticket: Ticket, path: String, request: ActionRequest<TicketAction>
    ) async throws(ActionFailure) -> MastodonStatus {
        guard let poll = ticket.source.fields[SourceLayer.PostField.poll] else {
            throw ActionFailure(refused: Message("pollNone"))
        }
        let pollPath = "/api/v1/polls/\(PercentCoding.encoded(poll))"
        try await server.attempt { () throws(SupplierError) in
            do throws(SupplierError) {
                _ = try await server.change(
                    .post, MastodonPoll.self, "\(pollPath)/votes", choices.map { ("choices[]", String($0)) },
                    now: request.now)
            } catch {
                guard error.reason == .unexpectedStatus,
                    try await server.get(MastodonPoll.self, pollPath, now: request.now).ownVotes.sorted()
                        == choices.sorted()
                else { throw error }
            }
        }
        do throws(SupplierError) {
            return try await server.get(MastodonStatus.self, path, now: request.now)
        } catch {
            // The vote counts; the next refresh shows it.
            throw ActionFailure(outcome: .done(nil))
        }
    }
}
