public import EngineConcepts

extension Presentation.Byline {
    /// Names an author.
    init(_ author: Author) {
        self.init(name: author.name, handle: author.handle, isVerified: author.isVerified)
    }
}

extension SourceLayer {
    /// The name of the field that holds a word on the ticket for readers, such as a log line's level or where else a
    /// story stands. The presenters print it among the facts.
    public static let noteField = "note"
    /// The name of the field that holds the address of the page where a ticket is talked about.
    public static let discussionField = "discussion"
}

extension Presentation.Fact {
    /// What is counted of a ticket, most important first. A count of nothing is no fact.
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
            return Presentation.Fact(role, count)
        }
        return counts + (ticket.source.fields[SourceLayer.noteField].map { [Presentation.Fact(note: $0)] } ?? [])
    }
}
