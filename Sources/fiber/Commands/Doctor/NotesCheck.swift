import Application
import EngineConcepts
import FiberConfiguration

/// The check of the notes on authors, of their lists and of linked people.
enum NotesCheck {
    /// Returns the user's notes on authors, the lists and the linked people, with what is wrong with them.
    static func run(in context: AppContext) async -> [DoctorEntry] {
        let (notes, people) = (await context.notes.ownNotes.count, await context.notes.peopleEntries.count)
        let files = [
            entry(
                Message("doctorNotes"), at: context.directories.notesFile, with: notes,
                Message("notesCount", ["count": .number(notes)]), errors: await context.notes.notesErrors),
            entry(
                Message("doctorPeople"), at: context.directories.peopleFile, with: people,
                Message("peopleCount", ["count": .number(people)]), errors: await context.notes.peopleErrors),
        ]
        let lists = await context.notes.listRecords.map { list, record in
            DoctorEntry(
                Message("doctorNotes"), .verbatim(list.name), record.state,
                status: record.failure == nil ? .done : .failed)
        }
        return files.compactMap(\.self) + lists
    }

    /// Returns the entry of a file with the number of its entries and its errors, or `nil` if it has neither.
    private static func entry(
        _ name: Message, at path: String, with count: Int, _ words: Message, errors: [Message]
    ) -> DoctorEntry? {
        guard count > 0 || !errors.isEmpty else { return nil }
        return DoctorEntry(
            name, .verbatim(path), words, details: errors, status: errors.isEmpty ? .done : .configuration)
    }
}
