/// The beginning of tickets in a form.
public nonisolated enum SharePreview: Equatable, Sendable {
    /// A card, without its pictures, which are loaded when it is drawn.
    case cards([TicketContent])
    case text(String)
}
