public import EngineConcepts

/// Presents single lines, as files and commands print them: the text keeps its spaces.
public struct LinePresenter: Presenter {
    private let source: String

    /// Makes a presenter of the lines that `source` prints.
    public init(source: String) {
        self.source = source
    }

    /// The line as it is; markup is not looked for.
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
