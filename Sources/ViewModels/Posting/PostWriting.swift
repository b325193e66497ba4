public import EngineConcepts

/// The name of a person in a text, as another network writes it.
public nonisolated enum MentionCounterpart: Hashable, Sendable {
    /// The account's network knows the name as it is.
    case same
    /// The name of the same person at the account's network.
    case other(String)
    /// The account's network does not know the name, and nobody there is linked with the person.
    case unknown
}

/// The rules, names, drafts and files for writing a post.
public protocol PostWriting: Sendable {
    /// Returns the rules of an account's server. Asks the server.
    nonisolated func rules(of account: AccountID) async throws -> PostRules

    /// Returns the people or hashtags of stored posts that begin with `word`, which begins with @ or #; those seen last
    /// first.
    nonisolated func completions(of word: String, limit: Int) async throws -> [String]

    /// Returns the name by which an account's network knows the person whom a text names, such as
    /// `@ann@example.social`.
    nonisolated func counterpart(
        of mention: String, at account: AccountID, among people: People
    ) async throws -> MentionCounterpart

    /// Returns the account's own post as a draft to change.
    nonisolated func draft(of ticket: Ticket) async throws -> PostDraft

    /// Returns the medium in a file. Throws a ``PresentableError`` if the file cannot be read.
    nonisolated func medium(at path: String) async throws -> PostDraft.Medium
}
