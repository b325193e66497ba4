/// A user's reaction to a ticket at its source. It exists at most once and can be undone.
public enum Reaction: String, Hashable, Sendable, CaseIterable {
    case like
    case boost
    case bookmark
}
