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
        var presentation = Presentation(
            context: context(of: body, fields),
            byline: author.map(Presentation.Byline.init),
            title: body.boosted?.title ?? body.title,
            warning: body.contentWarning.map(Message.verbatim)
                ?? (fields[SourceLayer.PostField.sensitive].map { _ in Message("postSensitive") }),
            body: text(of: body),
            quote: body.quoted.map(quote),
            facts: Presentation.Fact.all(of: ticket),
            media: body.media,
            link: body.boosted?.link ?? body.link)
        presentation.notice = fields[SourceLayer.PostField.quote]
            .map { Self.hiddenQuotes[$0] ?? Message("quoteUnavailable") }
        presentation.poll = ticket.poll
        presentation.origin = origin(of: body, fields)
        presentation.verifiedLinks =
            fields[SourceLayer.PostField.verified]?.split(separator: " ").map(String.init) ?? []
        return presentation
    }

    public func printed(_ ticket: Ticket, withText: Bool) -> PrintedTicket {
        let body = ticket.body
        var text: PrintedText?
        if withText {
            // Only a summary needs the styled text, and few posts have one.
            text = body.summary == nil ? (body.boosted?.text ?? body.text).printed : PrintedText(self.text(of: body))
        }
        return PrintedTicket(title: body.boosted?.title ?? body.title, text: text, media: body.media, discussion: nil)
    }

    /// Returns the audience (unless it is everybody), the language and the application.
    private func origin(of body: TicketBody, _ fields: [String: String]) -> [Message] {
        var origin: [Message] = []
        if let word = fields[SourceLayer.PostField.visibility] {
            origin.append(Self.audiences[word] ?? Message("audienceOther", ["word": .text(word)]))
        }
        if let language = body.language { origin.append(Message("postLanguage", ["language": .text(language)])) }
        if let application = body.application {
            origin.append(Message("postApplication", ["name": .text(application)]))
        }
        return origin
    }

    /// The audiences by the words of the Mastodon API, with those of GoToSocial and Pleroma.
    private static let audiences = [
        "unlisted": Message("audienceUnlisted"),
        "private": Message("audienceFollowers"),
        "mutuals_only": Message("audienceMutuals"),
        "direct": Message("audienceMentioned"),
        "local": Message("audienceLocal"),
    ]

    /// The reasons why a quoted post is not shown.
    private static let hiddenQuotes = [
        "pending": Message("quotePending"),
        "rejected": Message("quoteRejected"),
        "revoked": Message("quoteRevoked"),
        "deleted": Message("quoteDeleted"),
        "unauthorized": Message("quoteUnauthorized"),
        "filtered": Message("quoteFiltered"),
    ]

    /// Returns the text, followed by the summary, which holds a poll and the card of a linked page.
    private func text(of body: TicketBody) -> StyledText {
        var text = (body.boosted?.text ?? body.text).rendered.markingNames()
        if let summary = body.summary { text.blocks += summary.rendered.blocks }
        return text
    }

    /// Returns the most important relation: the event of a notification, a boost, a pin, a reply, or limited replies.
    private func context(of body: TicketBody, _ fields: [String: String]) -> Presentation.Context? {
        if let news = fields[SourceLayer.PostField.notification].flatMap({ Self.news[$0] }) {
            guard let others = fields[SourceLayer.PostField.others].flatMap({ Int($0) }) else { return news }
            let message = Message("newsOthers", ["news": .message(news.message), "count": .number(others)])
            return Presentation.Context(message, news.kind)
        }
        if body.boosted != nil {
            let booster = body.author.map { Message("postBoostedBy", ["name": .text($0.name)]) }
            return Presentation.Context(booster ?? Message("postBoosted"), .boost)
        }
        if fields[SourceLayer.PostField.pinned] != nil { return Presentation.Context(Message("postPinned"), .pin) }
        if body.replyTo != nil { return Presentation.Context(Message("postInReply"), .reply) }
        return fields[SourceLayer.PostField.replies].map { _ in Presentation.Context(Message("postRepliesLimited")) }
    }

    /// The events that notifications report.
    private static let news: [String: Presentation.Context] = [
        "mention": .init(Message("newsMention"), .mention),
        "reply": .init(Message("newsReply"), .mention),
        "status": .init(Message("newsPost")),
        "reblog": .init(Message("newsBoost"), .boost),
        "favourite": .init(Message("newsLike"), .like),
        "follow": .init(Message("newsFollow")),
        "follow_request": .init(Message("newsFollowRequest")),
        "poll": .init(Message("newsPoll")),
        "update": .init(Message("newsEdit")),
        "quote": .init(Message("newsQuote")),
        "quoted_update": .init(Message("newsQuotedEdit")),
        "pleroma:emoji_reaction": .init(Message("newsReaction"), .like),
        "admin.sign_up": .init(Message("newsSignUp")),
        "moderation_warning": .init(Message("newsModeration")),
        "severed_relationships": .init(Message("newsSevered")),
    ]

    private func quote(_ quoted: EmbeddedTicket) -> Presentation.Quote {
        var text = quoted.text.rendered
        if let title = quoted.title {
            let heading = StyledText.Entity(.strong, 0..<title.utf8.count)
            text.blocks.insert(StyledText.Block(text: title, entities: [heading]), at: 0)
        }
        return Presentation.Quote(byline: quoted.author.map(Presentation.Byline.init), time: quoted.time, body: text)
    }
}
