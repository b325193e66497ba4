/// The rule for repeating an action whose outcome is uncertain.
public enum ActionRepetition: String, Hashable, Sendable {
    /// Can be repeated automatically: the call is idempotent, or the source recognises the action's identity.
    case safe
    /// Must not be repeated automatically, because the action could happen twice.
    case unsafe
}
