public import EngineConcepts

/// Shows the plain text.
public struct ScriptedPresenter: Presenter {
    public init() {}

    public func present(_ ticket: Ticket) -> Presentation {
        Presentation(title: ticket.id.description, body: StyledText(plain: ticket.body.text.source))
    }
}
