public import EngineConcepts
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
public typealias OwnNotes = FileEntries<OwnNote>

/// `notes.toml` on disk: the user's own notes on authors. It lies apart from `library.toml`, which people publish with
/// their dotfiles. Writing changes only the necessary lines, so that comments, order and unknown keys survive.
public struct NotesFile: Sendable {
    public let path: String

    /// Creates a file at `path`, which need not exist.
    public init(path: String) { self.path = path }

    /// Reads the notes; none if there is no file. An invalid entry is left out with a warning.
    public func read() throws(ConfigurationError) -> OwnNotes { OwnNotes(in: try TOMLFile(path: path)) }

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
        let before = OwnNotes(in: file)
        let former = before.entries.first { isSame($0.author) }
        guard note != former?.note else { return former?.note }
        var wanted = before.entries
        if let former, let index = wanted.firstIndex(of: former) {
            if let note { wanted[index].note = note } else { wanted.remove(at: index) }
        } else if let note {
            wanted.append(OwnNote(author: TextSanitizer.line(author), name: name.map(TextSanitizer.line), note: note))
        }
        try before.replace(by: wanted, in: file, at: path)
        return former?.note
    }
}

extension OwnNote: FileEntry {
    static let kind = TableKind.note
    static let keys: Set<String> = ["author", "name", "note", "label"]
    static let consequence = Message("noteOff")
    static let preamble = """
        # Your notes on authors. Fiber writes this file when you write a note; you may edit it too.

        """

    init(_ table: TableEntry) throws(ConfigurationError) {
        author = try table.requiredText("author")
        let text = TextSanitizer.line(try table.text("note") ?? "")
        let label = try table.text("label")
        if let label, !LabelName.isUsable(label) { throw table.error("label", Message("nameIsOneLine")) }
        guard !text.isEmpty || label != nil else {
            throw table.error("author", Message("noteEmpty", ["author": .text(author)]))
        }
        name = try table.text("name").map(TextSanitizer.line)
        note = AuthorNote(text: text, label: label)
    }

    var identity: String { author }

    var table: TableEditor.Table {
        var lines = [(key: "author", value: TOMLWriter.quoted(author))]
        if let name { lines.append(("name", TOMLWriter.quoted(name))) }
        if !note.text.isEmpty { lines.append(("note", TOMLWriter.quoted(note.text))) }
        if let label = note.label { lines.append(("label", TOMLWriter.quoted(label))) }
        return (TableName(kind: Self.kind, name: author), lines)
    }

    func doubled(in table: TableEntry) -> ConfigurationError {
        table.error("author", Message("noteDoubled", ["author": .text(author)]))
    }
}
