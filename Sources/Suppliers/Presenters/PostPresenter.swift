public import EngineConcepts
import FeedParsing

/// Presents short posts: posts, boosts and quotes of Mastodon, Bluesky and similar services.
public struct PostPresenter: Presenter {
    /// Creates a presenter, which has no state.
    public init() {}

    /// Shows a boost as the boosted post, with the booster above.
    public func present(_ ticket: Ticket) -> Presentation {
        let body = ticket.body
        let fields = ticket.source.fields
        let author = body.boosted?.author ?? body.author
        return Presentation(
            context: context(of: body, fields),
            byline: author.map(Presentation.Byline.init),
            title: body.boosted?.title ?? body.title,
            warning: body.contentWarning ?? (fields[SourceLayer.PostField.sensitive].map { _ in "Sensitive media" }),
            body: text(of: body),
            quote: body.quoted.map(quote),
            facts: Presentation.Fact.all(of: ticket),
            media: body.media,
            link: body.boosted?.link ?? body.link)
    }

    /// Returns the text, followed by what belongs to it, such as a poll.
    private func text(of body: TicketBody) -> StyledText {
        var text = (body.boosted?.text ?? body.text).styled(marksEntities: true).markingNames()
        if let summary = body.summary { text.blocks += summary.styled(marksEntities: true).blocks }
        return text
    }

    private func context(of body: TicketBody, _ fields: [String: String]) -> String? {
        if let notification = fields[SourceLayer.PostField.notification], let words = Self.news[notification] {
            return words
        }
        guard body.boosted != nil else { return body.replyTo == nil ? nil : "in reply" }
        return body.author.map { "boosted by \($0.name)" } ?? "boosted"
    }

    /// The words for what a notification reports.
    private static let news = [
        "mention": "mentions you", "status": "posted", "reblog": "boosted your post", "favourite": "liked your post",
        "follow": "follows you", "follow_request": "asks to follow you", "poll": "a poll has ended",
        "update": "edited a post", "quote": "quoted your post", "quoted_update": "edited a post that you quoted",
        "pleroma:emoji_reaction": "reacted to your post", "admin.sign_up": "signed up",
        "moderation_warning": "a moderator has warned you",
        "severed_relationships": "connections to a server were cut",
    ]

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
