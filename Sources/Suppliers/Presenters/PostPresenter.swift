public import EngineConcepts
import FeedParsing

/// Presents short posts: posts, boosts and quotes of Mastodon, Bluesky and similar services.
public struct PostPresenter: Presenter {
    /// Creates a presenter, which has no state.
    public init() {}

    /// Shows a boost as the boosted post, with the booster above.
    public func present(_ ticket: Ticket) -> Presentation {
        let body = ticket.body
        let author = body.boosted?.author ?? body.author
        return Presentation(
            context: context(of: body),
            byline: author.map(Presentation.Byline.init),
            title: body.boosted?.title ?? body.title,
            warning: body.contentWarning,
            body: (body.boosted?.text ?? body.text).styled(marksEntities: true),
            quote: body.quoted.map(quote),
            facts: Presentation.Fact.all(of: ticket),
            media: body.media,
            link: body.boosted?.link ?? body.link)
    }

    private func context(of body: TicketBody) -> String? {
        guard body.boosted != nil else { return body.replyTo == nil ? nil : "in reply" }
        return body.author.map { "boosted by \($0.name)" } ?? "boosted"
    }

    private func quote(_ quoted: EmbeddedTicket) -> Presentation.Quote {
        var text = quoted.text.styled(marksEntities: true)
        if let title = quoted.title {
            let heading = StyledText.Entity(.strong, 0..<title.utf8.count)
            text.blocks.insert(StyledText.Block(text: title, entities: [heading]), at: 0)
        }
        return Presentation.Quote(
            byline: quoted.author.map(Presentation.Byline.init), time: quoted.time, body: text)
    }
}
