import Application
import ArgumentParser
import EngineConcepts
import FiberConfiguration
import ViewModels
import WebText

/// Writes, shows or removes the user's note on an author.
struct NoteCommand: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "note", abstract: "Write a note on an author, or show the notes on them.",
        discussion: """
            \(authorForms)

            Without TEXT and --label, prints the notes on the author. Your notes are in notes.toml.
            """)

    /// The texts that name an author, for help.
    static let authorForms = """
        AUTHOR is a handle (@ann@example.social, @ann.example), a DID, the URI of an account, a name at a service \
        (hn:ann), or a name with the address of its source: "Ana Sol <https://kerb.example/feed>".
        """

    @OptionGroup var global: GlobalOptions

    @Option(help: "A label for topics and rules, as in label:press. An empty one removes it. Default: the present one.")
    var label: String?

    @Flag(help: "Remove the note.")
    var remove = false

    @Argument(help: "The author.")
    var author: String

    @Argument(help: "The note, on one line. Several arguments form one note. An empty one removes the note.")
    var text: [String] = []

    func validate() throws {
        guard !remove || (text.isEmpty && label == nil) else { throw ValidationError(Message("noteAndRemove")) }
        if let label, !label.isEmpty, !LabelName.isUsable(label) || label.count > AuthorNote.maximumLabelLength {
            throw ValidationError(Message("noteLabelInvalid", ["limit": .number(AuthorNote.maximumLabelLength)]))
        }
    }

    func run(_ context: AppContext) async throws {
        guard let key = await context.notes.keys.key(author) else {
            throw CommandFailure(
                .usage, Message("authorNotUnderstood", ["author": .text(author)]), advice: Message("authorForms"))
        }
        guard !text.isEmpty || label != nil || remove else { return try await show(key, context) }
        let note = remove ? nil : await newNote(on: key, context)
        let former = try await context.notes.write(note, on: author, keys: [key])
        guard former != nil || note != nil else {
            throw CommandFailure(Message("noteWasMissing", ["author": .text(author)]))
        }
        try Console.print(Message(note == nil ? "noteIsRemoved" : "noteIsWritten", ["author": .text(author)]))
        try await context.labels.indexer.notesChanged()
        try await context.finishLabels()
    }

    /// Returns the note as it was typed, or `nil` for an empty one. The label is that of the option, or else the one in the
    /// text. The present text and label stay where no other is given.
    private func newNote(on key: AuthorKey, _ context: AppContext) async -> AuthorNote? {
        let typed = AuthorNote(typed: text.joined(separator: " "))
        if typed == nil, label == nil { return nil }
        let present = await context.notes.state().authorNotes.notes(for: key).first { $0.list == nil }?.note
        let newText = text.isEmpty ? present?.text : typed?.text
        let newLabel = label ?? typed?.label ?? present?.label
        let note = AuthorNote(text: newText ?? "", label: newLabel.flatMap { $0.isEmpty ? nil : $0 })
        return note.typed.isEmpty ? nil : note
    }

    private func show(_ key: AuthorKey, _ context: AppContext) async throws {
        try await context.notes.checkNotesFile()
        let notes = await context.notes.state().authorNotes.notes(for: key)
        guard !notes.isEmpty else { return try Console.print(Message("noteNone", ["author": .text(author)])) }
        for note in notes { try Console.print(note.line) }
    }
}

extension ListedNote {
    /// The list, the text and the label.
    var line: String {
        let label = note.label.map { "#\($0)" }
        return [list.map { "\($0):" }, note.text, label].compactMap(\.self).filter { !$0.isEmpty }
            .joined(separator: " ")
    }
}
