public import EngineConcepts

/// Opens outlines: threads, and the posts of a person.
public protocol OutlineOpening: Sendable {
    /// Returns what reads the thread around a ticket, or `nil` if its source has no threads. Nothing is requested yet.
    nonisolated func thread(of ticket: Ticket) -> (any PostLoading)?

    /// Returns what reads the posts of the ticket's author, and of all authors who are the same person, or `nil` if no
    /// source can. Nothing is requested yet.
    nonisolated func profile(ofAuthorOf ticket: Ticket, in people: People) -> (any PostLoading)?
}
