/// The user's choice of how to show the tickets of a source, in place of the default of its kind.
public enum PresentationStyle: String, Hashable, Sendable, CaseIterable {
    /// Texts with titles.
    case articles
    /// Short messages by people.
    case posts
    /// Links with points and comments.
    case stories
    /// Single lines without markup.
    case lines
}
