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

    /// Returns the notes on the author whose name a ticket shows: the user's own first, then those of lists by their
    /// names.
    public static func all(on ticket: Ticket, in notes: AuthorNotes) -> [NoteText] {
        ticket.shownAuthor.map { notes.notes(on: $0, in: ticket.supplier).map(NoteText.init) } ?? []
    }
}
