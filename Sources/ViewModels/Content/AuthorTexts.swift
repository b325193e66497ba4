public import EngineConcepts

/// A note on an author, ready to be drawn.
public nonisolated struct NoteText: Equatable, Sendable {
    /// The name of its list, or `nil` for the user's own note.
    public var list: String?
    /// The text, or the label in its place.
    public var text: String
    /// The label beside the text, or `nil` if there is none or it is the text.
    public var label: String?

    init(_ listed: ListedNote) {
        list = listed.list
        text = listed.note.text.isEmpty ? listed.note.label.map { "#\($0)" } ?? "" : listed.note.text
        label = listed.note.text.isEmpty ? nil : listed.note.label
    }

    /// The text after the name of its list.
    public var line: String { list.map { "\($0): \(text)" } ?? text }

    /// Returns the notes on the author whose name a ticket shows: the user's own first, then those of lists by their names.
    public static func all(on ticket: Ticket, in notes: AuthorNotes) -> [NoteText] {
        ticket.shownAuthor.map { notes.notes(on: $0, in: ticket.supplier).map(NoteText.init) } ?? []
    }
}

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
