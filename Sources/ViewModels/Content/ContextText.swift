public import EngineConcepts
import Localization

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
