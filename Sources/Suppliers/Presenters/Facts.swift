public import EngineConcepts

extension Presentation.Byline {
    /// Creates the byline of an author.
    init(_ author: Author) {
        self.init(name: author.name, handle: author.handle, isVerified: author.isVerified, avatar: author.avatar)
    }
}

extension SourceLayer {
    /// The name of the field with a note for the user, such as a log line's level or another site of the story.
    /// Presenters show it among the facts.
    public static let noteField = "note"
    /// The name of the field with the address of the discussion page.
    public static let discussionField = "discussion"
}

extension Presentation.Fact {
    /// Returns the counts of a ticket, the most important first, without zeros.
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
        return counts
            + (ticket.source.fields[SourceLayer.noteField].map { [Presentation.Fact(note: .verbatim($0))] } ?? [])
    }
}
