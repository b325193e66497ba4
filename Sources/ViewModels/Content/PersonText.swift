public import EngineConcepts

/// A person whom an author belongs to, ready to be drawn.
public nonisolated struct PersonText: Equatable, Sendable {
    /// The name that the user has given.
    public var name: String
    /// The person's other authors, as they are written.
    public var others: [String]

    /// Creates the text of the person who is the author whose name a ticket shows, or `nil` if the author is not linked.
    public init?(authorOf ticket: Ticket, in people: People) {
        guard let author = ticket.shownAuthor else { return nil }
        self.init(author, in: ticket.supplier, among: people)
    }

    /// Creates the text of the person who is an author in a source, or `nil` if the author is not linked.
    init?(_ author: Author, in source: SupplierID, among people: People) {
        guard let person = people.person(of: author, in: source) else { return nil }
        let own = person.identity(of: author, in: source)
        name = person.name
        others = person.identities.filter { $0 != own }.map(\.text)
    }

    /// The person in one line.
    public var line: String { ([name] + others).joined(separator: "  ") }
}
