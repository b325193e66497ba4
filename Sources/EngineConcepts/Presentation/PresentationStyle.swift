/// The user's choice of how to show the tickets of a source, in place of the default of its kind.
public enum PresentationStyle: String, Hashable, Sendable, CaseIterable {
    /// Texts with titles.
    case articles
    /// Short messages by people.
    case posts
    /// Submissions to link sites, with points and comments. Such sites call them stories; see ``StoryMember`` for ours.
    case stories
    /// Single lines without markup.
    case lines
}
