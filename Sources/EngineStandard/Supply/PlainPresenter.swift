public import EngineConcepts

/// Presents the plain text of a ticket from any source. Used if the supplier is unknown.
public struct PlainPresenter: Presenter {
    public init() {}

    /// Returns author, title and text without markup.
    public func present(_ ticket: Ticket) -> Presentation {
        let body = ticket.body
        let text = if case .styled(let styled) = body.text { styled } else { StyledText(plain: body.text.source) }
        return Presentation(
            byline: body.author.map {
                .init(name: $0.name, handle: $0.handle, isVerified: $0.isVerified)
            },
            title: body.title, warning: body.contentWarning.map(Message.verbatim), body: text, media: body.media,
            link: body.link)
    }
}
