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

    /// The first version of Mastodon's API with which a post can quote another one.
    private static let quotingVersion = 7
    /// The time in which a server without an answer may still be creating a post. It knows the key only afterwards, so a
    /// repetition within this time would create a second one.
    private static let arrival = Duration.seconds(60)
    /// The time for which a key is surely recognised. Mastodon keeps them for an hour.
    private static let keyLifetime = Duration.seconds(3300)
    /// The size of the largest file that is uploaded, in bytes.
    private static let maximumMediumBytes = 200 << 20

    private var memory: ServerMemoryCache { server.shared.memory }

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
                .put, MastodonStatus.self, "/api/v1/statuses/\(PercentCoding.encoded(post))",
                parameters(media, isNew: false), now: now
            )
            .value
        }
    }

    private func create<Created: Decodable & Sendable>(_ kind: Created.Type) async throws(ActionFailure) -> Created {
        let media = try await preparedMedia()
        try await begin()
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
            case .failed: await end()
            case .done, .refused: await memory.removeAttempt(at: action)
            }
            throw error
        }
    }

    /// Records that the request for a post is about to be sent. Fails if it was sent before and the server may not know the
    /// key yet, or not any more.
    private func begin() async throws(ActionFailure) {
        guard server.creation == .safe else { return }
        if let first = memory.attempt(at: action)?.first {
            let age = now.since(first)
            guard age >= .zero, age < Self.keyLifetime else {
                // The user decides, and what the user sends again is a new attempt.
                await end()
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
    private func end() async {
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

    // MARK: Media

    /// Returns the server's identities of the media. Throws if the server would publish the post without its quotation.
    private func preparedMedia() async throws(ActionFailure) -> [String] {
        try await server.prepare { () throws(SupplierError) in
            if draft.quote != nil, try await server.instance(now: now).apiVersion ?? 0 < Self.quotingVersion {
                throw SupplierError(.unsupported, Message("quotesUnsupported", ["host": .text(server.endpoint)]))
            }
            var ids: [String] = []
            for (index, medium) in draft.media.enumerated() {
                switch medium.content {
                case .uploaded(let id): ids.append(id)
                case .file(let path):
                    ids.append(try await uploaded(path, description: medium.alternativeText, index: index))
                }
            }
            return ids
        }
    }

    /// Returns the server's identity of a file, which is uploaded unless an earlier attempt did so. Throws with the time of
    /// the next attempt if the server has not processed it.
    private func uploaded(
        _ path: String, description: String?, index: Int
    ) async throws(SupplierError) -> String {
        let id: String
        let status: Int
        if let known = memory.attempt(at: action)?.uploads[index], let found = try await self.status(ofMedium: known) {
            (id, status) = (known, found)
        } else {
            let form = try Self.form(ofFile: path, description: description, boundary: "\(action)-\(index)")
            let reply = try await server.change(.post, MastodonMedia.self, "/api/v2/media", body: form, now: now)
            (id, status) = (reply.value.id, reply.head.status)
            // Fails with the store: after a restart, the file would be uploaded again, and nobody would know why.
            try await memory.changeAttempt(at: action, now: now) { $0.uploads[index] = id }
        }
        // 202 to the upload and 206 afterwards: not processed yet.
        guard status == 200 else {
            throw SupplierError(
                .rateLimited, Message("mediumProcessed", ["host": .text(server.endpoint)]),
                retryAt: now.advanced(by: .seconds(2)))
        }
        return id
    }

    /// Returns the status of a medium that was uploaded before, or `nil` if the server has forgotten it. Servers delete
    /// media that no post shows after some hours.
    private func status(ofMedium id: String) async throws(SupplierError) -> Int? {
        do throws(SupplierError) {
            return try await server.reply(IgnoredAnswer.self, "/api/v1/media/\(PercentCoding.encoded(id))", now: now)
                .head.status
        } catch {
            guard error.isNotFound else { throw error }
            return nil
        }
    }

    /// Returns a form with a file. The server sees the kind of the file, but not its name.
    private static func form(
        ofFile path: String, description: String?, boundary: String
    ) throws(SupplierError) -> TransportRequest.Body {
        let file = AttachedFile(path: path)
        let content = try file.content(limit: maximumMediumBytes)
        var bytes: [UInt8] = []
        if let description {
            bytes +=
                "--\(boundary)\r\nContent-Disposition: form-data; name=\"description\"\r\n\r\n\(description)\r\n".utf8
        }
        let type = file.mediaType
        let name = type == nil ? "medium" : "medium.\(file.ending)"
        bytes += "--\(boundary)\r\nContent-Disposition: form-data; name=\"file\"; filename=\"\(name)\"\r\n".utf8
        bytes += "Content-Type: \(type ?? "application/octet-stream")\r\n\r\n".utf8
        bytes += content
        bytes += "\r\n--\(boundary)--\r\n".utf8
        return TransportRequest.Body(type: "multipart/form-data; boundary=\"\(boundary)\"", bytes: bytes)
    }
}
