public import EngineConcepts

/// A quoted item.
public nonisolated struct QuoteText: Equatable, Sendable {
    /// The author, or `nil` if the source does not name one.
    public var byline: Presentation.Byline?
    /// The time, in words.
    public var time: String?
    /// The text; in a row, only its start.
    public var text: StyledText

    /// The name of the author, or empty if the source does not name one.
    public var name: String { byline?.name ?? "" }
}
