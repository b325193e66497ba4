public import EngineConcepts

/// The notes on authors, and the faults of their files and lists.
public nonisolated struct CommentaryState: Equatable, Sendable {
    /// The notes.
    public var commentary: Commentary
    /// The faults of the user's own notes, in the order of the file.
    public var complaints: [Message]
    /// The lists that could not be updated, in the order of the library.
    public var failures: [Message]

    /// Makes a state.
    public init(commentary: Commentary = .none, complaints: [Message] = [], failures: [Message] = []) {
        self.commentary = commentary
        self.complaints = complaints
        self.failures = failures
    }
}

/// Keeps the user's notes on authors and the lists of notes.
public protocol CommentaryManaging: Sendable {
    /// The current notes.
    nonisolated func state() async -> CommentaryState

    /// Writes the user's note on an author, or removes it if `note` is `nil`. Returns the former note.
    nonisolated func write(
        _ note: AuthorNote?, on author: Author, in source: SupplierID
    ) async throws -> AuthorNote?

    /// The notes after each change from now on. Each call returns a new stream.
    nonisolated func changes() -> AsyncStream<CommentaryState>
}
