/// An action on a person at a server. All come in pairs that undo each other.
public enum PersonAction: String, Hashable, Sendable, Codable, CaseIterable {
    case follow
    case unfollow
    case mute
    case unmute
    case block
    case unblock

    /// The action that undoes this one.
    public var opposite: PersonAction {
        switch self {
        case .follow: .unfollow
        case .unfollow: .follow
        case .mute: .unmute
        case .unmute: .mute
        case .block: .unblock
        case .unblock: .block
        }
    }
}
