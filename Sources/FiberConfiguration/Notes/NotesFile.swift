public import EngineConcepts
import TOMLKit
import WebText

/// A note of the user as `notes.toml` holds it.
public struct OwnNote: Hashable, Sendable {
    /// The text of the author's key, exactly as written.
    public var author: String
    /// The author's name when the note was written, for people who read the file.
    public var name: String?
    public var note: AuthorNote
}

/// The user's notes on authors, in the order of the file.
public struct OwnNotes: Equatable, Sendable {
    public internal(set) var notes: [OwnNote] = []
    /// The entries that are ignored, with their positions.
    public internal(set) var warnings: [LibraryWarning] = []

    public init() {}
}

/// `notes.toml` on disk: the user's own notes on authors. It lies apart from `library.toml`, which people publish with
/// their dotfiles. Writing changes only the necessary lines, so that comments, order and unknown keys survive.
public struct NotesFile: Sendable {
    public let path: String

    private static let kind = TableName.noteKind
    private static let keys: Set<String> = ["author", "name", "note", "label"]

    /// Creates a file at `path`, which need not exist.
    public init(path: String) { self.path = path }

    /// Reads the notes; none if there is no file. An invalid entry is left out with a warning.
    public func read() throws(ConfigurationError) -> OwnNotes {
        guard let file = try TOMLFile(path: path) else { return OwnNotes() }
        return Self.notes(in: file)
    }

    /// Writes a note, or removes it if `note` is `nil`.
    ///
    /// - Parameters:
    ///   - isSame: Returns true for the keys of the author, under which the note may be written already.
    ///   - author: The text of the author's key for a new entry.
    /// - Returns: The former note, or `nil` if there was none.
    public func set(
        _ note: AuthorNote?, on author: String, named name: String?, where isSame: (String) -> Bool
    ) throws(ConfigurationError) -> AuthorNote? {
        let turn = try FileLock(beside: path)
        defer { turn.end() }
        let note = note.map { AuthorNote(text: TextSanitizer.line($0.text), label: $0.label) }
        let file = try TOMLFile(path: path)
        let before = file.map(Self.notes) ?? OwnNotes()
        let former = before.notes.first { isSame($0.author) }
        guard note != former?.note else { return former?.note }
        var expected = before.notes
        if let former, let index = expected.firstIndex(of: former) {
            if let note { expected[index].note = note } else { expected.remove(at: index) }
        } else if let note {
            expected.append(OwnNote(author: TextSanitizer.line(author), name: name.map(TextSanitizer.line), note: note))
        }
        var text = TableText(file?.text ?? Self.preamble, warnings: before.warnings, kinds: nil)
        text.edit(from: before.notes.map(Self.table), to: expected.map(Self.table))
        let edited = text.text
        guard Self.notes(in: try TOMLFile.edited(edited, path: path)).notes == expected else {
            throw .unsafeEdit(of: path)
        }
        try AtomicFile.write(edited, to: path)
        return former?.note
    }

    private static func notes(in file: TOMLFile) -> OwnNotes {
        var notes = OwnNotes()
        var seen: Set<String> = []
        notes.notes = TableEntry.readAll(kind, in: file, consequence: Message("noteOff")) { error, entry in
            notes.warnings.append(LibraryWarning(error, about: entry))
        } read: { entry throws(ConfigurationError) in
            let note = try self.note(in: entry)
            guard seen.insert(note.author).inserted else {
                throw entry.error("author", Message("noteDoubled", ["author": .text(note.author)]))
            }
            notes.warnings += entry.unknownKeys(beside: keys)
            return note
        }
        return notes
    }

    private static func note(in entry: TableEntry) throws(ConfigurationError) -> OwnNote {
        let author = try entry.requiredText("author")
        let text = TextSanitizer.line(try entry.text("note") ?? "")
        let label = try entry.text("label")
        if let label, !LabelName.isUsable(label) { throw entry.error("label", Message("nameIsOneLine")) }
        guard !text.isEmpty || label != nil else {
            throw entry.error("author", Message("noteEmpty", ["author": .text(author)]))
        }
        return OwnNote(
            author: author, name: try entry.text("name").map(TextSanitizer.line),
            note: AuthorNote(text: text, label: label))
    }

    private static func table(_ note: OwnNote) -> TableText.Table {
        var lines = [(key: "author", value: TOMLText.quoted(note.author))]
        if let name = note.name { lines.append(("name", TOMLText.quoted(name))) }
        if !note.note.text.isEmpty { lines.append(("note", TOMLText.quoted(note.note.text))) }
        if let label = note.note.label { lines.append(("label", TOMLText.quoted(label))) }
        return (TableName(kind: kind, name: note.author), lines)
    }

    private static let preamble = """
        # Your notes on authors. Fiber writes this file when you write a note; you may edit it too.

        """
}
