import EngineConcepts
import WebText

extension MastodonSupplier {
    /// The actions on posts. Reactions have the same result however often they are sent, and a server recognises a
    /// repeated reply by its key.
    static let actions: [TicketAction.Kind: ActionRepetition] = [
        .like: .safe, .unlike: .safe, .boost: .safe, .unboost: .safe, .bookmark: .safe, .unbookmark: .safe,
        .reply: .safe,
    ]

    /// Performs an action on the post of a ticket.
    func act(_ request: ActionRequest, on ticket: Ticket, items: MastodonItems) async -> ActionOutcome {
        guard server.account != nil else {
            return .refused(
                SupplierError(.notAuthorised, Message("accountNeeded", ["address": .text(name)])))
        }
        let target = ticket.source.fields[SourceLayer.PostField.target] ?? ticket.id.item
        let path = "/api/v1/statuses/\(PercentCoding.encoded(target))"
        do throws(SupplierError) {
            let status: MastodonStatus
            switch request.action {
            case .like: status = try await post("\(path)/favourite", request)
            case .unlike: status = try await post("\(path)/unfavourite", request)
            case .boost: status = try await post("\(path)/reblog", request)
            case .unboost: status = try await post("\(path)/unreblog", request)
            case .bookmark: status = try await post("\(path)/bookmark", request)
            case .unbookmark: status = try await post("\(path)/unbookmark", request)
            case .reply(let text):
                return .done(try await reply(text, to: target, ticket, request, items))
            case .quote, .edit, .delete, .vote, .pin, .unpin:
                throw SupplierError(.unsupported, Message("actionUnsupported", ["source": .text(name)]))
            }
            return .done(item(status, for: ticket, items))
        } catch {
            return Self.outcome(of: error)
        }
    }

    private func post(
        _ path: String, _ request: ActionRequest, _ parameters: [MastodonParameter] = [], key: String? = nil
    ) async throws(SupplierError) -> MastodonStatus {
        try await server.post(MastodonStatus.self, path, parameters, idempotencyKey: key, now: request.now).value
    }

    /// Returns the answer as the item of the ticket, or `nil` if it is another one: a boost is a post of its own, and the
    /// answer to a reaction on it is the boosted post.
    private func item(_ status: MastodonStatus, for ticket: Ticket, _ items: MastodonItems) -> SourceItem? {
        guard timeline != .notifications else { return nil }
        let candidates = [status, status.boosted].compactMap(\.self)
        guard let same = candidates.first(where: { $0.id == ticket.id.item }),
            case .success(let item) = items.item(same)
        else { return nil }
        return item
    }

    /// Sends a reply with the audience and the content warning of the post. Servers notify only people that the text
    /// names, so it begins with the author's name if that is missing.
    private func reply(
        _ text: String, to target: String, _ ticket: Ticket, _ request: ActionRequest, _ items: MastodonItems
    ) async throws(SupplierError) -> SourceItem? {
        var text = text
        let author = ticket.body.boosted?.author ?? ticket.body.author
        if let handle = author?.handle, handle.lowercased() != server.account?.handle.lowercased(),
            !text.lowercased().contains(handle.lowercased())
        {
            text = "\(handle) \(text)"
        }
        var parameters: [MastodonParameter] = [("status", text), ("in_reply_to_id", target)]
        if let visibility = ticket.source.fields[SourceLayer.PostField.visibility],
            ["unlisted", "private", "direct"].contains(visibility)
        {
            parameters.append(("visibility", visibility))
        }
        if let warning = ticket.body.contentWarning, !warning.hasPrefix("⚑") {
            parameters.append(("spoiler_text", warning))
        }
        let created = try await post("/api/v1/statuses", request, parameters, key: request.id.rawValue)
        guard timeline != .notifications, case .success(let item) = items.item(created) else { return nil }
        return item
    }

    /// Returns the outcome of an action that failed. Without an answer, it may have happened.
    private static func outcome(of error: SupplierError) -> ActionOutcome {
        switch error.code {
        case .timedOut, .malformed, .limitExceeded, .cancelled: return .uncertain(error)
        case .unreachable:
            return ["connectionClosed", "connectionLost"].contains(error.message.code)
                ? .uncertain(error) : .failed(error)
        case .rateLimited: return .failed(error)
        // The user can sign in again, and the action is sent then.
        case .notAuthorised where error.message.code == "accountSignInAgain": return .failed(error)
        case .refused where error.message.code == "serverError": return .uncertain(error)
        case .notAuthorised, .gone, .refused, .tokenExpired, .unsupported: return .refused(error)
        }
    }
}
