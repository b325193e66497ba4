/// The state of the prompt that links an author.
public nonisolated struct PersonLinkState: Equatable, Sendable {
    /// The question, with the author's name, or a word while the ticket is read.
    public var prompt: String
    /// The other authors of the same person, as they are written.
    public var identities: [String] = []
    /// The names and handles that the typed text can become.
    public var suggestions: [String] = []
    /// The index of the suggestion that is in the line, or `nil` for none.
    public var selected: Int?
    /// True once the author is known.
    public var isReady = false
}
