package import EngineConcepts

/// The outcome of actions, so that another process can print it.
package struct OutboxResult: Codable {
    /// The state of an action.
    package enum State: String, Codable {
        case done, waiting, running, retrying, uncertain, expired, refused, cancelled

        package init(_ state: ActionState) {
            self =
                switch state {
                case .done: .done
                case .waiting: .waiting
                case .running: .running
                case .retrying: .retrying
                case .uncertain: .uncertain
                case .expired: .expired
                case .refused: .refused
                case .dropped: .cancelled
                }
        }
    }

    /// One action.
    package struct Entry: Codable {
        package let id: ActionID
        /// The action and its target in words.
        package let name: Message
        package let state: State
        /// The text that it publishes, or `nil` if it publishes none.
        package let text: String?
        /// The time of the user's request (RFC 3339).
        package let requestedAt: String
        /// The reason why the action was not done, or `nil`.
        package var reasonNotDone: Message?
        /// The created ticket, or `nil` if nothing was created or no followed source contains it.
        package var ticket: TicketID?
        /// The address of what was created.
        package var link: String?
        /// The server's identity of a post that it publishes later, or `nil` if it is not known.
        package var scheduled: String?
        /// The time at which the server publishes it, or `nil` for at once.
        package var scheduledTime: Timestamp?

        /// Creates the entry of an action.
        ///
        /// - Parameter pending: All actions of the outbox, in their order.
        package init(_ action: PendingAction, in pending: [PendingAction] = []) {
            id = action.id
            name = action.request.words
            text = action.request.text
            requestedAt = action.requestedAt.rfc3339
            state = State(action.state)
            reasonNotDone = action.reasonNotDone(in: pending)
        }
    }

    package var entries: [Entry] = []
}

extension OutboxResult {
    /// Adds the time at which the servers publish posts, and what they call them. Without an answer the identities are
    /// missing, and the reasons are returned.
    package mutating func addSchedule(
        _ time: Timestamp, of acts: [OutboxRequest.Act], by clients: [any AccountClient], now: Timestamp
    ) async -> [Message] {
        var failures: [Message] = []
        for (index, act) in acts.enumerated() where index < entries.count {
            guard case .post(let draft, let account) = act, entries[index].state == .done else { continue }
            entries[index].scheduledTime = time
            guard let client = clients.first(where: { $0.id == account }) else { continue }
            do {
                // The answer to a post has no identity that the outbox could tell.
                let posts = try await client.scheduledPosts(now: now).filter { $0.time.seconds == time.seconds }
                // A text that the server or the reading of its answer has cleaned differs.
                entries[index].scheduled = (posts.last { $0.text == draft.text } ?? posts.last)?.id
            } catch {
                failures.append(ScheduledPosts.failure(error, of: client).message)
            }
        }
        return failures
    }
}
