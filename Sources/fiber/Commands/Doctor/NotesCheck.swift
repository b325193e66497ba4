import Application
import EngineConcepts
import FiberConfiguration

/// The check of the notes on authors, of their lists and of linked people.
enum NotesCheck {
    /// Prints the user's notes on authors, the lists and the linked people, with what is wrong with them.
    static func run(in context: AppContext) async throws -> ExitStatus {
        var worst = ExitStatus.done
        let own = await context.notes.ownNotes
        let errors = await context.notes.notesErrors
        if !own.isEmpty || !errors.isEmpty {
            let count = Console.text(Message("notesCount", ["count": .number(own.count)]))
            try DoctorOutput.entry(Message("doctorNotes"), context.directories.notesFile, count)
            for error in errors { try DoctorOutput.detail(error) }
            if !errors.isEmpty { worst = .configuration }
        }
        let people = await context.notes.peopleEntries
        let failures = await context.notes.peopleErrors
        if !people.isEmpty || !failures.isEmpty {
            let count = Console.text(Message("peopleCount", ["count": .number(people.count)]))
            try DoctorOutput.entry(Message("doctorPeople"), context.directories.peopleFile, count)
            for failure in failures { try DoctorOutput.detail(failure) }
            if !failures.isEmpty { worst = .configuration }
        }
        for (list, record) in await context.notes.listRecords {
            try DoctorOutput.entry(Message("doctorNotes"), list.name, Console.text(record.state))
            if record.failure != nil { worst = max(worst, .failed) }
        }
        return worst
    }
}
