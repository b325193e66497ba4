public import EngineConcepts

/// The posts that the server of an account publishes later.
public nonisolated struct PostSchedule: Hashable, Sendable {
    /// The account.
    public var account: PostingAccount
    /// The posts.
    public var posts: [ScheduledPost]

    /// Creates the schedule of an account.
    public init(account: PostingAccount, posts: [ScheduledPost]) {
        self.account = account
        self.posts = posts
    }
}

/// The posts that servers publish later.
public protocol PostSchedules: Sendable {
    /// Returns the schedule of each account. Those of a server that does not answer are missing.
    nonisolated func schedules() async -> [PostSchedule]

    /// Cancels a post that the server would publish later.
    nonisolated func cancelScheduled(_ id: String, by account: AccountID) async throws
}
