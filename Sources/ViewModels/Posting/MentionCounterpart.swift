/// The name of a person in a text, as another network writes it.
public nonisolated enum MentionCounterpart: Hashable, Sendable {
    /// The account's network knows the name as it is.
    case same
    /// The name of the same person at the account's network.
    case other(String)
    /// The account's network does not know the name, and nobody there is linked with the person.
    case unknown
}
