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
            contextKind: contextKind(of: body, fields),
            byline: author.map(Presentation.Byline.init),
            title: body.boosted?.title ?? body.title,
            warning: body.contentWarning.map(Message.verbatim)
                ?? (fields[SourceLayer.PostField.sensitive].map { _ in Message("postSensitive") }),
            body: text(of: body),
            ending: fields[SourceLayer.PostField.quote].map { Self.hiddenQuotes[$0] ?? Message("quoteUnavailable") },
            poll: ticket.poll,
            quote: body.quoted.map(quote),
            facts: Presentation.Fact.all(of: ticket),
            media: body.media,
            link: body.boosted?.link ?? body.link)
        presentation.origin = origin(of: body, fields)
        presentation.verified = fields[SourceLayer.PostField.verified]?.split(separator: " ").map(String.init) ?? []
        return presentation
    }

    private func origin(of body: TicketBody, _ fields: [String: String]) -> [Message] {
        var phrases: [Message] = []
        if let word = fields[SourceLayer.PostField.visibility] {
            phrases.append(Self.audiences[word] ?? Message("audienceOther", ["word": .text(word)]))
        }
        if let language = body.language { phrases.append(Message("postLanguage", ["language": .text(language)])) }
        if let application = body.application {
            phrases.append(Message("postApplication", ["name": .text(application)]))
        }
        return phrases
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

    public func printed(_ ticket: Ticket, withText: Bool) -> PrintedTicket {
        let body = ticket.body
        var text = PrintedText()
        if withText {
            // A block begins after the text, which is rare.
            text = body.summary == nil ? (body.boosted?.text ?? body.text).printed : PrintedText(self.text(of: body))
        }
        return PrintedTicket(
            title: body.boosted?.title ?? body.title, text: text, media: body.media, discussion: nil)
    }

    /// Returns the text, followed by what belongs to it, such as a poll.
    private func text(of body: TicketBody) -> StyledText {
        var text = (body.boosted?.text ?? body.text).styled(marksEntities: true).markingNames()
        if let summary = body.summary { text.blocks += summary.styled(marksEntities: true).blocks }
        return text
    }

    private func context(of body: TicketBody, _ fields: [String: String]) -> Message? {
        if let notification = fields[SourceLayer.PostField.notification], let news = Self.news[notification] {
            guard let others = fields[SourceLayer.PostField.others].flatMap({ Int($0) }) else { return news }
            return Message("newsOthers", ["news": .message(news), "count": .number(others)])
        }
        if fields[SourceLayer.PostField.pinned] != nil, body.boosted == nil { return Message("postPinned") }
        guard body.boosted != nil else {
            if body.replyTo != nil { return Message("postInReply") }
            return fields[SourceLayer.PostField.replies].map { _ in Message("postRepliesLimited") }
        }
        return body.author.map { Message("postBoostedBy", ["name": .text($0.name)]) } ?? Message("postBoosted")
    }

    private func contextKind(of body: TicketBody, _ fields: [String: String]) -> Presentation.ContextKind? {
        if let notification = fields[SourceLayer.PostField.notification] {
            return switch notification {
            case "mention", "reply": .mention
            case "reblog": .boost
            case "favourite", "pleroma:emoji_reaction": .like
            default: nil
            }
        }
        if body.boosted != nil { return .boost }
        if fields[SourceLayer.PostField.pinned] != nil { return .pin }
        return body.replyTo == nil ? nil : .reply
    }

    /// The events that notifications report.
    private static let news = [
        "mention": Message("newsMention"),
        "reply": Message("newsReply"),
        "status": Message("newsPost"),
        "reblog": Message("newsBoost"),
        "favourite": Message("newsLike"),
        "follow": Message("newsFollow"),
        "follow_request": Message("newsFollowRequest"),
        "poll": Message("newsPoll"),
        "update": Message("newsEdit"),
        "quote": Message("newsQuote"),
        "quoted_update": Message("newsQuotedEdit"),
        "pleroma:emoji_reaction": Message("newsReaction"),
        "admin.sign_up": Message("newsSignUp"),
        "moderation_warning": Message("newsModeration"),
        "severed_relationships": Message("newsSevered"),
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
