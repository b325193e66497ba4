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

    /// True if the action takes back its opposite.
    public var takesBack: Bool {
        switch self {
        case .follow, .mute, .block: false
        case .unfollow, .unmute, .unblock: true
        }
    }

    /// The switch that the action sets.
    public var toggle: ActionToggle {
        ActionToggle(name: (takesBack ? opposite : self).rawValue, isOn: !takesBack)
    }
}
