public import EngineConcepts
import FeedParsing

/// Presents submissions to link sites, with votes and comments: Hacker News, Lobsters and the like, which call them stories.
public struct SubmissionPresenter: Presenter {
    /// Creates a presenter, which has no state.
    public init() {}

    /// Shows points and comments first, which users of such sites use to choose. A comment shows its subject.
    public func present(_ ticket: Ticket) -> Presentation {
        let body = ticket.body
        return Presentation(
            context: body.quoted?.title.map { Presentation.Context(Message("storyOn", ["title": .text($0)])) },
            byline: body.author.map(Presentation.Byline.init),
            title: body.title,
            warning: body.contentWarning.map(Message.verbatim),
            body: body.text.rendered,
            facts: Presentation.Fact.all(of: ticket),
            media: body.media,
            link: body.link,
            discussion: ticket.discussion)
    }

    public func printed(_ ticket: Ticket, withText: Bool) -> PrintedTicket {
        PrintedTicket(
            title: ticket.body.title, text: withText ? ticket.body.text.printed : nil,
            media: ticket.body.media, discussion: ticket.discussion)
    }
}
