import Application
import EngineConcepts
import FiberConfiguration

/// The check of the notes on authors, of their lists and of linked people.
enum NotesCheck {
    /// Prints the user's notes on authors, the lists and the linked people, with what is wrong with them.
    static func run(in context: AppContext) async throws -> ExitStatus {
        let notes = await context.notes.ownNotes.count
        var worst = try printFile(
            at: context.directories.notesFile, named: Message("doctorNotes"),
            with: notes, Message("notesCount", ["count": .number(notes)]), errors: await context.notes.notesErrors)
        let people = await context.notes.peopleEntries.count
        let status = try printFile(
            at: context.directories.peopleFile, named: Message("doctorPeople"),
            with: people, Message("peopleCount", ["count": .number(people)]), errors: await context.notes.peopleErrors)
        worst = max(worst, status)
        for (list, record) in await context.notes.listRecords {
            try DoctorOutput.entry(Message("doctorNotes"), list.name, Console.text(record.state))
            if record.failure != nil { worst = max(worst, .failed) }
        }
        return worst
    }

    /// Prints a file with the number of its entries and its errors, or nothing if it has neither.
    private static func printFile(
        at path: String, named name: Message, with count: Int, _ words: Message, errors: [Message]
    ) throws -> ExitStatus {
        guard count > 0 || !errors.isEmpty else { return .done }
        try DoctorOutput.entry(name, path, Console.text(words))
        for error in errors { try DoctorOutput.detail(error) }
        return errors.isEmpty ? .done : .configuration
    }
}
