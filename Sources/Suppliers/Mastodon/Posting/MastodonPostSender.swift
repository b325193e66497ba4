import EngineConcepts
import Networking
import WebText

/// Sends one draft to a server, in one attempt at an action: as a new post, as an edit, or for a later time.
struct MastodonPostSender {
    let server: MastodonServer
    let draft: PostDraft
    /// The identity of the action, by which the server recognises a repetition.
    let action: ActionID
    let now: Timestamp

    /// The time in which a server without an answer may still be creating a post. It knows the key only afterwards, so a
    /// repetition within this time would create a second one.
    private static let arrival = Duration.seconds(60)
    /// The time for which a key is surely recognised. Mastodon keeps them for an hour.
    private static let keyLifetime = Duration.seconds(3300)

    var memory: ServerMemoryCache { server.shared.memory }

    /// Publishes the draft as a new post.
    func publish() async throws(ActionFailure) -> MastodonStatus {
        try await create(MastodonStatus.self)
    }

    /// Lets the server publish the draft at its time. Refuses a time that has passed while the draft waited: servers would
    /// publish it at once.
    func schedule() async throws(ActionFailure) {
        if let time = draft.scheduled, time <= now {
            throw ActionFailure(refused: Message("scheduleHasPassed", ["time": .time(time)]))
        }
        try await server.prepare { () throws(SupplierError) in
            let known = try await server.instance(now: now).memory
            guard known.takesSchedule else {
                throw SupplierError(.unsupported, Message("schedulesUnsupported"))
            }
        }
        _ = try await create(MastodonScheduledPost.self)
    }

    /// Replaces the content of a post by the draft.
    func edit(_ post: String) async throws(ActionFailure) -> MastodonStatus {
        let media = try await preparedMedia()
        return try await send { () throws(SupplierError) in
            try await server.change(
                .put, MastodonStatus.self, MastodonServer.path(ofPost: post), parameters(media, isNew: false), now: now
            )
            .value
        }
    }

    private func create<Created: Decodable & Sendable>(_ kind: Created.Type) async throws(ActionFailure) -> Created {
        let media = try await preparedMedia()
        try await beginAttempt()
        return try await send { () throws(SupplierError) in
            try await server.change(
                .post, kind, "/api/v1/statuses", parameters(media, isNew: true), idempotencyKey: action.rawValue,
                now: now
            )
            .value
        }
    }

    /// Sends the request of the action, and forgets the attempt unless it may be repeated.
    private func send<Answer>(
        _ request: () async throws(SupplierError) -> Answer
    ) async throws(ActionFailure) -> Answer {
        do throws(ActionFailure) {
            let answer = try await server.attempt(request)
            await memory.removeAttempt(at: action)
            return answer
        } catch {
            switch error.outcome {
            case .uncertain, .unrepeatable: break
            case .failed: await forgetFirstRequest()
            case .done, .refused: await memory.removeAttempt(at: action)
            }
            throw error
        }
    }

    /// Records that the request for a post is about to be sent. Fails if it was sent before and the server may not know the
    /// key yet, or not any more.
    private func beginAttempt() async throws(ActionFailure) {
        guard server.creation == .safe else { return }
        if let first = memory.attempt(at: action)?.first {
            let age = now.since(first)
            guard age >= .zero, age < Self.keyLifetime else {
                // The user decides, and what the user sends again is a new attempt.
                await forgetFirstRequest()
                throw ActionFailure(
                    outcome: .unrepeatable(
                        SupplierError(.timedOut, Message("postUnknown", ["host": .text(server.endpoint)]))))
            }
            guard age >= Self.arrival else {
                throw ActionFailure(
                    outcome: .failed(
                        SupplierError(
                            .timedOut, Message("postArriving", ["host": .text(server.endpoint)]),
                            retryAt: first.advanced(by: Self.arrival))))
            }
            return
        }
        do throws(SupplierError) {
            try await memory.changeAttempt(at: action, now: now) { $0.first = now }
        } catch {
            throw ActionFailure(outcome: .failed(error))
        }
    }

    /// Records that no request for the post can have created it.
    private func forgetFirstRequest() async {
        guard memory.attempt(at: action)?.first != nil else { return }
        do {
            try await memory.changeAttempt(at: action, now: now) { $0.first = nil }
        } catch {
            // The next attempt counts as a repetition, which the user decides about if it comes late.
        }
    }

    /// Returns the fields of the request.
    private func parameters(_ media: [String], isNew: Bool) -> [QueryParameter] {
        var parameters: [QueryParameter] = [("status", draft.text)]
        if let visibility = draft.visibility, isNew { parameters.append(("visibility", visibility.mastodonWord)) }
        // An empty warning takes a previous one away.
        if let warning = draft.contentWarning ?? (isNew ? nil : "") { parameters.append(("spoiler_text", warning)) }
        if draft.isSensitive || !isNew { parameters.append(("sensitive", draft.isSensitive ? "true" : "false")) }
        if let language = draft.language { parameters.append(("language", language)) }
        if isNew, let post = draft.inReplyTo?.post { parameters.append(("in_reply_to_id", post)) }
        if isNew, let post = draft.quote?.post { parameters.append(("quoted_status_id", post)) }
        if isNew, let time = draft.scheduled { parameters.append(("scheduled_at", time.rfc3339)) }
        parameters += media.map { ("media_ids[]", $0) }
        if let poll = draft.poll {
            parameters += poll.options.map { ("poll[options][]", $0) }
            parameters.append(("poll[expires_in]", String(poll.seconds)))
            parameters.append(("poll[multiple]", poll.allowsSeveral ? "true" : "false"))
        }
        return parameters
    }
}
