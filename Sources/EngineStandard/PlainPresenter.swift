public import EngineConcepts

/// Shows a ticket's bare text, whatever its source. Stands in where a supplier is not known any more.
public struct PlainPresenter: Presenter {
    /// The presenter; it has no state.
    public init() {}

    /// Shows author, title and text without any of their markup's meaning.
    public func present(_ ticket: Ticket) -> Presentation {
        let body = ticket.body
        let text: StyledText =
            switch body.text {
            case .plain(let text): StyledText(plain: text)
            case .html(let markup, _): StyledText(plain: markup)
            case .styled(let text): text
            }
        return Presentation(
            byline: body.author.map {
                .init(name: $0.name, handle: $0.handle, isVerified: $0.isVerified)
            },
            title: body.title, warning: body.contentWarning, body: text, media: body.media, link: body.link)
    }
}
