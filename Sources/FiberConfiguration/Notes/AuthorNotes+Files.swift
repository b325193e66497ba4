public import EngineConcepts

extension AuthorNotes {
    /// Creates a lookup of the user's notes and those of lists. If one list has several notes on an author, the first counts.
    ///
    /// - Parameter keys: Reads the keys of authors.
    public init(own: OwnNotes, lists: [(name: String, entries: [CommentaryDocument.Entry])], keys: AuthorKeyReader) {
        var notes: [AuthorKey: AuthorNote] = [:]
        for note in own.entries {
            if let key = keys.key(note.author), notes[key] == nil { notes[key] = note.note }
        }
        var named: [String: [AuthorKey: AuthorNote]] = [:]
        for list in lists {
            named[list.name] = list.entries.reduce(into: [:]) { notes, entry in
                if let key = keys.key(entry.author), notes[key] == nil { notes[key] = entry.note }
            }
        }
        self.init(own: notes, lists: named)
    }
}
