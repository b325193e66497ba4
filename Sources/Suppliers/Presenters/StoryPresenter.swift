public import EngineConcepts
import FeedParsing

/// Presents links that people vote on and talk about: Hacker News, Lobsters and their like.
public struct StoryPresenter: Presenter {
    private let rendering: TextRendering

    /// Makes a presenter that renders HTML by `markup`.
    public init(markup: any MarkupRendering) {
        rendering = TextRendering(markup: markup)
    }

    /// Points and comments first: they are what a reader of such sites goes by. A comment says what it is about.
    public func present(_ ticket: Ticket) -> Presentation {
        let body = ticket.body
        let discussion = ticket.source.fields[SourceLayer.discussionField]
        return Presentation(
            context: body.quoted?.title.map { "on \($0)" },
            byline: body.author.map(Presentation.Byline.init),
            title: body.title,
            warning: body.contentWarning,
            body: rendering.styled(body.text, marksEntities: true),
            facts: Presentation.Fact.all(of: ticket),
            media: body.media,
            link: body.link,
            discussion: discussion == body.link ? nil : discussion)
    }
}
