import EngineConcepts
import WebText

// Polls and cards behind the text of a post.
extension MastodonItemConverter {
    /// Returns the poll and the card as HTML behind the text, or `nil` if there are none. A card is left out beside
    /// media, where servers show none either.
    func attachments(of status: MastodonStatus) -> TicketText? {
        var html = ""
        if let poll = status.poll { html += Self.html(poll) }
        if let card = status.card, status.media.isEmpty, card.title != nil { html += Self.html(card) }
        return html.isEmpty ? nil : .html(html, base: nil)
    }

    static func poll(_ poll: MastodonPoll) -> PostPoll {
        PostPoll(
            poll.options.map { PostPoll.Option($0.title, votes: $0.votes) },
            voters: poll.voters ?? (poll.allowsSeveral ? nil : poll.votes), votes: poll.votes, own: poll.ownVotes,
            allowsSeveral: poll.allowsSeveral, closes: poll.expiresAt, isClosed: poll.isExpired)
    }

    private static func html(_ poll: MastodonPoll) -> String {
        let shown = self.poll(poll)
        let options = shown.options.indices.map { "<li>\(Markup.escaped(shown.line(of: $0)))</li>" }
        return "<ul>\(options.joined())</ul>"
    }

    private static func html(_ card: MastodonCard) -> String {
        let title = Markup.escaped(card.title ?? card.url)
        let provider = card.provider.map { " (\(Markup.escaped($0)))" } ?? ""
        let description = card.description.map { "<br>\(Markup.escaped($0))" } ?? ""
        return "<blockquote><a href=\"\(Markup.escaped(card.url))\">\(title)</a>\(provider)\(description)</blockquote>"
    }
}
