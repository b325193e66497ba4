public import EngineConcepts

/// Presents single lines from files and commands; spaces are kept.
public struct LinePresenter: Presenter {
    private let source: String

    /// Creates a presenter for the lines of `source`.
    public init(source: String) {
        self.source = source
    }

    /// Shows the line as it is, without looking for markup.
    public func present(_ ticket: Ticket) -> Presentation {
        let body = ticket.body
        let text: StyledText =
            switch body.text {
            case .styled(let styled): styled
            case .plain(let line), .html(let line, _):
                StyledText(blocks: line.isEmpty ? [] : [StyledText.Block(kind: .preformatted, text: line)])
            }
        return Presentation(
            byline: body.author.map(Presentation.Byline.init) ?? Presentation.Byline(name: source),
            title: body.title,
            body: text,
            facts: Presentation.Fact.all(of: ticket),
            media: body.media,
            link: body.link)
    }
}
