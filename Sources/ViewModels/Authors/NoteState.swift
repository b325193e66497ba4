/// The state of the prompt for a note.
public nonisolated struct NoteState: Equatable, Sendable {
    /// The question, with the author's name, or a word while the ticket is read.
    public var prompt: String
    /// The notes of lists on the author.
    public var others: [NoteText] = []
    /// The text to begin with: the present note.
    public var text = ""
    /// True once the present note is known.
    public var isReady = false
}
