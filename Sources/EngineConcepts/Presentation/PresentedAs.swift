/// As what a source's tickets are shown, where the reader wants it otherwise than its kind has it.
public enum PresentedAs: String, Hashable, Sendable, CaseIterable {
    /// Texts with titles.
    case articles
    /// What people say in short.
    case posts
    /// Links with points and comments.
    case stories
    /// Single lines, without markup.
    case lines
}
