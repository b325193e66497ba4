/// The effect of a rule on the tickets that have its label.
public enum LabelEffect: String, Hashable, Sendable, CaseIterable {
    /// Hidden while the filter is on.
    case hide
    /// Shown as one dim line that can be opened.
    case muffle
    /// Shown highlighted.
    case highlight
    /// The user gets a notification when one arrives.
    case notify
}
