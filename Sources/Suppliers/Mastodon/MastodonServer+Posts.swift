import EngineConcepts
import FeedParsing
import Networking
import WebText

extension MastodonServer {
    /// The first version of Mastodon's API with which a post can quote another one.
    private static let quotingVersion = 7

    /// The time in which a server without an answer may still be creating a post. It knows the key only afterwards, so a
    /// repetition within this time would create a second one.
    private static let arrival = Duration.seconds(60)
    /// The time for which a key is surely recognised. Mastodon keeps them for an hour.
    private static let keyLifetime = Duration.seconds(3300)

    /// The rule for repeating what creates a post: safe where the server is known to recognise the key. GoToSocial
    /// ignores it.
    var creation: ActionRepetition {
        let format = MastodonIDFormat(storedFor: shared)
        guard let software = shared.server?.software else { return format == .snowflake ? .safe : .unsafe }
        return software == "mastodon" && (format ?? .snowflake) == .snowflake ? .safe : .unsafe
    }

    /// Publishes a post, or replaces the content of one, with its media uploaded before.
    ///
    /// - Parameter edited: The identity of the post to change, or `nil` for a new one.
    func publish(
        _ draft: PostDraft, as action: ActionID, editing edited: String? = nil, now: Timestamp
    ) async throws(ActionFailure) -> MastodonStatus {
        try await send(MastodonStatus.self, draft, as: action, editing: edited, now: now)
    }

    /// Lets the server publish a post at the time of the draft. Refuses a time that has passed while the post waited: servers
    /// would publish it at once.
    func schedule(_ draft: PostDraft, as action: ActionID, now: Timestamp) async throws(ActionFailure) {
        if let time = draft.scheduled, time <= now {
            throw ActionFailure(refused: Message("scheduleHasPassed", ["time": .time(time)]))
        }
        try await prepare { () throws(SupplierError) in try await checkScheduling(now: now) }
        _ = try await send(MastodonScheduledPost.self, draft, as: action, now: now)
    }

    private func send<Created: Decodable & Sendable>(
        _ kind: Created.Type, _ draft: PostDraft, as action: ActionID, editing edited: String? = nil, now: Timestamp
    ) async throws(ActionFailure) -> Created {
        let media = try await prepare { () throws(SupplierError) in
            if draft.quote != nil { try await checkQuoting(now: now) }
            return try await uploaded(draft.media, for: action, now: now)
        }
        if edited == nil { try await begin(action, now: now) }
        do throws(SupplierError) {
            let created: Created
            if let edited {
                created = try await change(
                    .put, kind, "/api/v1/statuses/\(PercentCoding.encoded(edited))",
                    Self.parameters(of: draft, media, isNew: false), now: now
                )
                .value
            } else {
                created = try await post(
                    kind, "/api/v1/statuses", Self.parameters(of: draft, media, isNew: true),
                    idempotencyKey: action.rawValue, now: now
                )
                .value
            }
            await shared.forgetAttempt(at: action)
            return created
        } catch {
            let failure = ActionFailure(error, at: host)
            switch failure.outcome {
            case .uncertain, .unrepeatable: break
            case .failed: await end(action, now: now)
            case .done, .refused: await shared.forgetAttempt(at: action)
            }
            throw failure
        }
    }

    /// Records that the request for a post is about to be sent. Fails if it was sent before and the server may not know the
    /// key yet, or not any more.
    private func begin(_ action: ActionID, now: Timestamp) async throws(ActionFailure) {
        guard creation == .safe else { return }
        if let first = shared.attempt(at: action)?.first {
            let age = now.since(first)
            guard age >= .zero, age < Self.keyLifetime else {
                // The reader decides, and what the reader sends again is a new attempt.
                await end(action, now: now)
                throw ActionFailure(
                    outcome: .unrepeatable(SupplierError(.timedOut, Message("postUnknown", ["host": .text(host)]))))
            }
            guard age >= Self.arrival else {
                throw ActionFailure(
                    outcome: .failed(
                        SupplierError(
                            .timedOut, Message("postArriving", ["host": .text(host)]),
                            retryAt: first.advanced(by: Self.arrival))))
            }
            return
        }
        do {
            try await shared.changeAttempt(at: action, now: now) { $0.first = now }
        } catch {
            throw ActionFailure(outcome: .failed(SupplierError(.unreachable, Message(error))))
        }
    }

    /// Records that no request for the post can have created it.
    private func end(_ action: ActionID, now: Timestamp) async {
        guard shared.attempt(at: action)?.first != nil else { return }
        do {
            try await shared.changeAttempt(at: action, now: now) { $0.first = nil }
        } catch {
            // The next attempt counts as a repetition, which the reader decides about if it comes late.
        }
    }

    private static func parameters(of draft: PostDraft, _ media: [String], isNew: Bool) -> [QueryParameter] {
        var parameters: [QueryParameter] = [("status", draft.text)]
        if let visibility = draft.visibility, isNew { parameters.append(("visibility", visibility.mastodonWord)) }
        // An empty warning takes a former one away.
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

    /// Throws if the server would publish a post without its quotation.
    private func checkQuoting(now: Timestamp) async throws(SupplierError) {
        let instance = try await instance(now: now)
        guard instance.apiVersion ?? 0 < Self.quotingVersion else { return }
        throw SupplierError(.unsupported, Message("quotesUnsupported", ["host": .text(host)]))
    }
}
