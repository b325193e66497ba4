import EngineConcepts
import Localization

/// The progress of sending a post: what the user has to change, to confirm or to wait for before it is handed over.
nonisolated struct ComposeSending: Sendable {
    /// The stages. Nothing changes the post outside ``Stage/writing``.
    enum Stage: Equatable {
        /// The post is written.
        case writing
        /// The user has sent this post, and names in it are looked up before it is handed over.
        case lookingUp(PostDraft)
        /// The post was handed over, or the screen is closed.
        case ended
    }

    /// A reason why a post is not sent.
    enum Refusal: Equatable {
        /// Nothing was written.
        case empty
        /// The scheduled time is too soon for servers.
        case tooSoon
        /// An account cannot publish it.
        case obstacle(PostObstacle, handle: String)
        /// The text is too long by this number of characters and cannot be cut.
        case tooLong(Int)
        /// The text becomes threads, which the user has not confirmed yet.
        case thread([Thread])
        /// A medium has no description, which the user has not confirmed yet.
        case undescribed
        /// The look-up of these names failed, and the user has not confirmed that they stay as they are.
        case notLookedUp([String])
    }

    /// A thread that a text becomes at an account.
    struct Thread: Hashable {
        let account: AccountID
        let handle: String
        let posts: Int
    }

    private(set) var stage = Stage.writing
    /// The threads that the user was asked to confirm.
    private var reportedThreads: [Thread] = []
    /// True once the user was asked about a medium without a description.
    private var hasReportedDescriptions = false
    /// The names of which the user was told that they could not be looked up.
    private var reportedNames: Set<String> = []

    /// True while the post waits for names.
    var isLookingUp: Bool { if case .lookingUp = stage { true } else { false } }

    var hasEnded: Bool { stage == .ended }

    // MARK: Stages

    /// Begins to look up names for a post that was sent.
    mutating func lookUp(for post: PostDraft) { if stage == .writing { stage = .lookingUp(post) } }

    /// Ends the look-up. Returns false if the post is not to be sent any more: the user has cancelled, or it is another post.
    mutating func endLookUp(with post: PostDraft) -> Bool {
        guard stage == .lookingUp(post) else {
            cancel()
            return false
        }
        stage = .writing
        return true
    }

    /// Goes back to writing, if names are looked up.
    mutating func cancel() { if isLookingUp { stage = .writing } }

    /// Ends the writing. Returns false if it has ended before.
    mutating func end() -> Bool {
        defer { stage = .ended }
        return stage != .ended
    }

    // MARK: Checks

    /// Returns the reason why the post is not sent, or `nil` if it can be. Records the warnings that it returns, since
    /// each is a reason only once.
    ///
    /// - Parameters:
    ///   - plans: The post as each account publishes it; none for the source of a ticket.
    ///   - names: The names whose look-up failed.
    mutating func check(
        _ post: PostDraft, plans: [PostPlan], notLookedUp names: [String], at now: Timestamp
    ) -> Refusal? {
        if let time = post.scheduled, time.since(now) < ScheduledPost.minimumWait { return .tooSoon }
        for plan in plans {
            if let obstacle = plan.obstacles.first { return .obstacle(obstacle, handle: plan.account.handle) }
            if plan.isUncut { return .tooLong(plan.gauge.excess) }
        }
        let threads = plans.filter { $0.post.postCount > 1 }
            .map { Thread(account: $0.account.id, handle: $0.account.handle, posts: $0.post.postCount) }
        guard threads.isEmpty || threads == reportedThreads else {
            reportedThreads = threads
            return .thread(threads)
        }
        guard hasReportedDescriptions || post.media.allSatisfy({ $0.alternativeText != nil }) else {
            hasReportedDescriptions = true
            return .undescribed
        }
        guard reportedNames.isSuperset(of: names) else {
            reportedNames.formUnion(names)
            return .notLookedUp(names)
        }
        return nil
    }
}

nonisolated extension ComposeSending.Refusal {
    func text(in localizer: Localizer) -> String {
        switch self {
        case .empty: localizer(.composeEmpty)
        case .tooSoon: localizer(.composeTooSoon)
        case .obstacle(let obstacle, let handle):
            localizer(.composeObstacle, .text(handle), .text(obstacle.text(in: localizer)))
        case .tooLong(let excess): localizer(.composeTooLong, .number(excess))
        case .thread(let threads):
            localizer(
                .composeThread,
                .text(
                    threads.map { "\($0.handle): \(localizer(.composePosts, .number($0.posts)))" }
                        .joined(separator: ", ")))
        case .undescribed: localizer(.composeUndescribed)
        case .notLookedUp(let names):
            // A name can be missing at several networks.
            localizer(.composeNotLookedUp, .text(names.uniqued().joined(separator: ", ")))
        }
    }
}
