package import EngineConcepts
import ViewModels

/// The posts that the servers of accounts publish later.
package struct ScheduledPosts {
    /// The posts in the order of their times.
    package private(set) var all: [(account: any AccountClient, post: ScheduledPost)] = []
    /// The failure of the first server that could not be asked, or `nil` if all answered.
    package private(set) var failure: CommandFailure?

    /// Asks the servers.
    package init(of clients: [any AccountClient], at now: Timestamp) async {
        for client in clients {
            do {
                all += try await client.scheduledPosts(now: now).map { (client, $0) }
            } catch {
                failure = failure ?? Self.failure(error, of: client)
            }
        }
        all.sort { ($0.post.time, $0.post.id) < ($1.post.time, $1.post.id) }
    }

    /// Returns the failure of an account's server that could not be asked.
    static func failure(_ error: SupplierError, of client: any AccountClient) -> CommandFailure {
        CommandFailure(Message("scheduledUnread", ["account": .text(client.name), "reason": .message(error.message)]))
    }

    /// Cancels a post, keeps it as a draft, and returns it. Throws a ``CommandFailure`` if no account or several have one of
    /// this id.
    ///
    /// - Parameter owner: The account of the post, or `nil` if it may be any.
    package func cancel(
        _ id: String, of owner: AccountID?, at now: Timestamp, keepingIn store: any SettingStore
    ) async throws -> ScheduledPost {
        let found = all.filter { $0.post.id == id && (owner == nil || $0.account.id == owner) }
        guard let (account, post) = found.first else {
            throw failure ?? CommandFailure(Message("scheduledUnknown", ["id": .text(id)]))
        }
        guard found.count == 1 else { throw CommandFailure(Message("scheduledAmbiguous", ["id": .text(id)])) }
        let setting = try StoredDraft(cancelled: post, by: account.id, at: now).setting
        // Stored first, since the server does not have the text afterwards.
        try await store.setSetting(setting.name, to: setting.value)
        do {
            try await account.cancelScheduled(id, now: now)
        } catch {
            try await store.setSetting(setting.name, to: nil)
            throw error
        }
        return post
    }
}
