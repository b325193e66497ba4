package import EngineConcepts

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
