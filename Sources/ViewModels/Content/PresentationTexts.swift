public import EngineConcepts
public import Localization

/// The reason why a ticket is here, such as the account that boosted it.
public nonisolated struct ContextText: Equatable, Sendable {
    /// The reason in words.
    public var text: String
    /// Its kind, for its symbol, or `nil` if it has none.
    public var kind: Presentation.Context.Kind?

    init(_ context: Presentation.Context, in localizer: Localizer) {
        text = localizer(context.message)
        kind = context.kind
    }
}

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

/// A fact in words.
public nonisolated struct FactText: Equatable, Sendable {
    /// The kind of fact; the screen chooses its symbol and colour.
    public var role: Presentation.Fact.Role
    /// The number, shortened if it is large, or the words.
    public var text: String
    /// The number itself, which chooses plural forms, or `nil` for words.
    public var count: Int?

    /// Returns the fact where there are no symbols: a count with its unit.
    public func text(in localizer: Localizer) -> String {
        let number = Message.Argument.number(count ?? 0)
        return switch role {
        case .boosts: localizer(.saidBoosts, .text(text), number)
        case .likes: localizer(.saidLikes, .text(text), number)
        case .replies: localizer(.saidReplies, .text(text), number)
        case .media: localizer(.saidMedia, .text(text), number)
        // The texts of these have words already: `12 points`.
        case .points, .note: text
        }
    }
}
