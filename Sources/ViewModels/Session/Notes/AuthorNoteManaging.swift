public import EngineConcepts
public import FiberConfiguration

/// The notes on authors, the people whom authors belong to, and the errors of their files and lists.
public nonisolated struct AuthorNotesState: Equatable, Sendable {
    public var authorNotes: AuthorNotes
    /// The people that the user has linked.
    public var people: People
    /// The errors in the files of the user's own notes and of the linked people, in the order of the files.
    public var fileErrors: [Message]
    /// The failures to update lists, in the order of the library.
    public var listFailures: [Message]

    public init(
        authorNotes: AuthorNotes = .none, people: People = .none, fileErrors: [Message] = [],
        listFailures: [Message] = []
    ) {
        self.authorNotes = authorNotes
        self.people = people
        self.fileErrors = fileErrors
        self.listFailures = listFailures
    }
}

/// Keeps the user's notes on authors, the lists of notes, and the linked people.
public protocol AuthorNoteManaging: Sendable {
    /// Returns the current notes.
    nonisolated func state() async -> AuthorNotesState

    /// Writes the user's note on an author, or removes it if `note` is `nil`. Returns the former note.
    nonisolated func write(_ note: AuthorNote?, on author: Author, in source: SupplierID) async throws -> AuthorNote?

    /// Links an author with another one, or with a person.
    ///
    /// - Parameter other: The text of the other author's key, or a person's name, as typed.
    nonisolated func link(_ author: Author, in source: SupplierID, with other: String) async throws -> PeopleEdit

    /// Takes an author out of the person to whom it belongs.
    nonisolated func unlink(_ author: Author, in source: SupplierID) async throws -> PeopleEdit

    /// Makes a change of the people that was made before, or its opposite.
    nonisolated func make(_ edit: PeopleEdit) async throws

    /// Returns the notes and people after each change from now on. Each call returns a new stream.
    nonisolated func changes() -> AsyncStream<AuthorNotesState>
}
