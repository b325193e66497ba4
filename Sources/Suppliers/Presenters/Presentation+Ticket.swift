import EngineConcepts

extension Presentation.Byline {
    init(_ author: Author) {
        self.init(name: author.name, handle: author.handle, isVerified: author.isVerified, avatar: author.avatar)
    }
}

extension Presentation.Fact {
    /// Returns the counts of a ticket, the most important first, without zeros, and then the source's note.
    static func all(of ticket: Ticket) -> [Presentation.Fact] {
        let body = ticket.body
        let counted: [(Role, Int?)] = [
            (.points, body.counts.points),
            (.boosts, body.counts.boosts),
            (.likes, body.counts.likes),
            (.replies, body.counts.replies),
            (.media, body.media.count),
        ]
        let counts = counted.compactMap { role, count -> Presentation.Fact? in
            guard let count, count != 0 else { return nil }
            return .count(role, count)
        }
        return counts
            + (ticket.source.fields[SourceLayer.noteField].map { [Presentation.Fact.note(.verbatim($0))] } ?? [])
    }
}

extension Ticket {
    /// The address of the discussion or the comments, or `nil` if there is none. A discussion page that is the ticket's own
    /// link is left out.
    var discussion: String? {
        let fields = source.fields
        if let page = fields[SourceLayer.discussionField], page != body.link { return page }
        return fields[SourceLayer.commentsField]
    }
}
