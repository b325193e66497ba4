/// The relation of an account to a person, as the account's server reports it.
public enum PersonRelation: Hashable, Sendable {
    /// The person is the account itself, which can neither follow nor mute itself.
    case own
    /// The server does not report it.
    case unknown
    /// The person is somebody else.
    case other(Ties)

    /// The degree to which an account follows a person.
    public enum Following: Hashable, Sendable {
        case notFollowing
        /// The person has not agreed yet.
        case requested
        case following
    }

    /// The ties between an account and another person.
    public struct Ties: Hashable, Sendable {
        public var following: Following
        /// True if the person follows the account.
        public var followsBack: Bool
        public var isMuted: Bool
        public var isBlocked: Bool

        public init(
            _ following: Following = .notFollowing, followsBack: Bool = false, isMuted: Bool = false,
            isBlocked: Bool = false
        ) {
            self.following = following
            self.followsBack = followsBack
            self.isMuted = isMuted
            self.isBlocked = isBlocked
        }
    }

    /// Returns true if an action certainly changes nothing.
    public func includes(_ action: PersonAction) -> Bool {
        guard case .other(let ties) = self else { return false }
        return switch action {
        case .follow: ties.following != .notFollowing
        case .unfollow: ties.following == .notFollowing
        case .mute: ties.isMuted
        case .unmute: !ties.isMuted
        case .block: ties.isBlocked
        case .unblock: !ties.isBlocked
        }
    }

    /// Returns the actions that restore this relation after an action, in their order: none if the action changes nothing.
    /// Returns `nil` if the relation is not known, so that nothing can be restored.
    public func restoring(after action: PersonAction) -> [PersonAction]? {
        guard case .other(let ties) = self else { return self == .own ? [] : nil }
        guard !includes(action) else { return [] }
        // Servers of the Fediverse end the following with the block.
        if action == .block, ties.following != .notFollowing { return [.unblock, .follow] }
        return [action.opposite]
    }

    /// Returns the relation after an action that is still to be sent.
    public func after(_ action: PersonAction) -> PersonRelation {
        guard case .other(var ties) = self else { return self }
        switch action {
        case .follow where ties.following == .notFollowing: ties.following = .following
        case .follow: break
        case .unfollow: ties.following = .notFollowing
        case .mute, .unmute: ties.isMuted = action == .mute
        case .block, .unblock: ties.isBlocked = action == .block
        }
        return .other(ties)
    }
}
