public import EngineConcepts

/// Shows a ticket's body as it is.
public struct PlainTestPresenter: Presenter {
    public init() {}

    public func present(_ ticket: Ticket) -> Presentation {
        let body = ticket.body
        var facts: [Presentation.Fact] = []
        if let points = body.counts.points { facts.append(.count(.points, points)) }
        if let boosts = body.counts.boosts { facts.append(.count(.boosts, boosts)) }
        if let likes = body.counts.likes { facts.append(.count(.likes, likes)) }
        if let replies = body.counts.replies { facts.append(.count(.replies, replies)) }
        return Presentation(
            context: body.boosted.map { .init(.verbatim("boosted \($0.author?.name ?? $0.id)"), .boost) },
            byline: body.author.map { .init(name: $0.name, handle: $0.handle, isVerified: $0.isVerified) },
            title: body.title, warning: body.contentWarning.map(Message.verbatim), body: body.text.styled,
            quote: body.quoted.map { quoted in
                .init(
                    byline: quoted.author.map { .init(name: $0.name, handle: $0.handle) }, time: quoted.time,
                    body: quoted.text.styled)
            },
            facts: facts, media: body.media, link: body.link)
    }
}

extension TicketText {
    /// The text with its styles if it has any, markup as it is.
    fileprivate var styled: StyledText {
        if case .styled(let styled) = self { styled } else { StyledText(plain: source) }
    }
}
