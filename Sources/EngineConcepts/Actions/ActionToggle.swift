/// A switch at the source, such as a like or a follow, with the position that an action gives it.
public struct ActionToggle: Hashable, Sendable {
    /// The name of the switch: that of the action that turns it on.
    public let name: String
    /// True if the action turns the switch on.
    public let isOn: Bool
}

extension PersonAction {
    /// The switch that the action sets.
    public var toggle: ActionToggle {
        switch self {
        case .follow, .mute, .block: ActionToggle(name: rawValue, isOn: true)
        case .unfollow, .unmute, .unblock: ActionToggle(name: opposite.rawValue, isOn: false)
        }
    }
}
