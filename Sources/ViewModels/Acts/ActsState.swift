public import EngineConcepts

/// An action at the source that is chosen from a list.
public nonisolated enum PostAct: Hashable, Sendable {
    case vote
    /// Boost for followers only.
    case boostToFollowers
    /// Boost without public timelines.
    case boostUnlisted
    case pin
    case unpin
    case edit
    /// Delete the post and write it anew.
    case redraft
    case delete
    case person(PersonAction)
    /// Report the post to the moderators.
    case report
    /// Actions on all authors who are the same person.
    case followEverywhere
    case unfollowEverywhere
    case muteEverywhere
    case unmuteEverywhere

    /// True if a question comes first.
    var isDestructive: Bool {
        switch self {
        case .redraft, .delete, .person(.block): true
        default: false
        }
    }
}

/// The state of the list of actions on a post.
public nonisolated struct ActsState: Equatable, Sendable {
    /// A row.
    public enum Row: Equatable, Sendable {
        /// An answer of a poll.
        case option(Option)
        /// An action, in words.
        case act(PostAct, String)
    }

    /// An answer of a poll.
    public struct Option: Equatable, Sendable {
        /// Its text.
        public var title: String
        /// Its share of the votes in percent, or `nil` if results are hidden.
        public var share: Int?
        /// True if it is chosen now, or was voted for.
        public var isChosen: Bool
        /// True if it can be chosen.
        public var canBeChosen: Bool
    }

    /// The title of the screen.
    public var title: String
    /// The start of the post's text.
    public var excerpt = ""
    /// The number of votes in the poll in words, or `nil` without one.
    public var poll: String?
    /// The rows, or `nil` while they load.
    public var rows: [Row]?
    /// The index of the row under the cursor.
    public var cursor = 0
    /// The question for a comment, or `nil` while none is written.
    public var prompt: TextPrompt?
    /// A question that the next key answers, or `nil`.
    public var question: String?
}
