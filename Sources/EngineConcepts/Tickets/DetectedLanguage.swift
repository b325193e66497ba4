/// The language guessed from the words of a ticket, kept with the ticket because a guess takes longer than anything else
/// that is read from its text.
///
/// It follows from the texts, so it does not count when tickets are compared.
public enum DetectedLanguage: Hashable, Sendable {
    /// No guess was made yet.
    case unknown
    /// The BCP 47 tag of the language, or `nil` if the words do not show it.
    case guess(String?)

    /// Returns true always: the language does not count in comparisons.
    public static func == (lhs: DetectedLanguage, rhs: DetectedLanguage) -> Bool { true }

    public func hash(into hasher: inout Hasher) {}
}
