import Application
import ArgumentParser
import EngineConcepts
import FiberConfiguration
import ViewModels
import WebText

/// Prints all notes on authors.
struct NotesCommand: ReadingCommand {
    static let configuration = CommandConfiguration(
        commandName: "notes", abstract: "Print your notes on authors, and those of lists.",
        discussion: "Sends no requests. The lists are managed by `fiber commentary`.")

    @OptionGroup var global: GlobalOptions

    @Flag(help: "Print only your own notes.")
    var own = false

    @OptionGroup var output: OutputOptions

    func run(_ context: AppContext) async throws {
        try await context.notes.checkNotesFile()
        for error in await context.notes.notesErrors { Console.report(error) }
        let notes = await context.notes.ownNotes
        for note in notes { try print(TextSanitizer.line(note.author), note.name, note.note, list: nil) }
        let lists = own ? [] : await context.notes.listRecords
        for (list, record) in lists {
            for entry in record.entries { try print(entry.author, nil, entry.note, list: list.name) }
        }
        if notes.isEmpty, lists.allSatisfy({ $0.record.entries.isEmpty }) { output.form.inform(Message("noNotesYet")) }
    }

    private func print(_ author: String, _ name: String?, _ note: AuthorNote, list: String?) throws {
        let who = name.map { "\($0)  \(author)" } ?? author
        try output.form.print(
            [
                "type": "note", "author": author, "name": name, "note": note.text, "label": note.label, "list": list,
            ], or: "\(who)  \(ListedNote(list: list, note: note).line)")
    }
}
