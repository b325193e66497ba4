public import EngineConcepts
import FeedParsing

/// Presents articles: title, publisher and text of any length.
public struct ArticlePresenter: Presenter {
    private let publisher: SharedValue<String>

    /// Creates a presenter with `publisher` for articles without an author.
    public init(publisher: String) {
        self.init(publisher: SharedValue(publisher))
    }

    /// Creates a presenter for a publisher whose name may become known later.
    init(publisher: SharedValue<String>) {
        self.publisher = publisher
    }

    /// Shows the whole text, or the summary if there is no text.
    public func present(_ ticket: Ticket) -> Presentation {
        let body = ticket.body
        let styled = body.textOrSummary.rendered
        return Presentation(
            byline: body.author.map(Presentation.Byline.init) ?? Presentation.Byline(name: publisher.value),
            title: body.title,
            warning: body.contentWarning.map(Message.verbatim),
            body: styled,
            facts: Presentation.Fact.all(of: ticket) + readingTime(of: styled),
            media: body.media,
            link: body.link,
            discussion: ticket.discussion)
    }

    public func printed(_ ticket: Ticket, withText: Bool) -> PrintedTicket {
        PrintedTicket(
            title: ticket.body.title, text: withText ? ticket.body.textOrSummary.printed : nil,
            media: ticket.body.media, discussion: ticket.discussion)
    }

    /// Returns a note such as "6 min" for texts of more than a minute.
    private func readingTime(of text: StyledText) -> [Presentation.Fact] {
        text.readingMinutes.map { [Presentation.Fact.note(Message("readingTime", ["0": .number($0)]))] } ?? []
    }
}
