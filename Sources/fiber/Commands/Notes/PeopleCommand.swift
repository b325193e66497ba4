import Application
import ArgumentParser
import EngineConcepts
import FiberConfiguration

/// Lists, links and unlinks the authors that are one person.
struct PeopleCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "people", abstract: "List people, and link the authors that are one person.",
        discussion: """
            A person is a set of authors at several networks and sources. Queries find their items by person:"NAME", \
            and what they post at two networks is one row. The people are in people.toml, beside config.toml.
            """,
        subcommands: [List.self, Link.self, Unlink.self], defaultSubcommand: List.self)

    struct List: ReadingCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "List the people with their authors.")

        @OptionGroup var global: GlobalOptions
        @OptionGroup var output: OutputOptions

        func run(_ context: AppContext) async throws {
            try await context.notes.checkPeopleFile()
            for error in await context.notes.peopleErrors { Console.report(error) }
            let people = await context.notes.peopleEntries
            for person in people {
                try output.form.print(
                    ["type": "person", "name": person.name, "authors": person.authors],
                    or: "\(person.name)  \(person.authors.joined(separator: ", "))")
            }
            if people.isEmpty { output.form.inform(Message("noPeopleYet")) }
        }
    }

    struct Link: ContextCommand {
        static let configuration = CommandConfiguration(
            commandName: "link", abstract: "Link authors: they become one person.",
            discussion: "\(NoteCommand.authorForms) The name of a person stands for all their authors.")

        @OptionGroup var global: GlobalOptions

        @Option(
            help:
                "The name of the person. Default: the name of the first one who is linked already, or of the first author."
        )
        var name: String?

        @Argument(help: "The authors.")
        var authors: [String]

        func validate() throws {
            if let name { try LabelName.check(name) }
            guard authors.count > 1 || name != nil else { throw ValidationError(Message("personNeedsTwo")) }
        }

        func run(_ context: AppContext) async throws {
            let edit = try await context.notes.link(authors, named: name)
            try await context.finishPeople()
            guard let person = edit.after.first else { return try Console.print(Message("personIsSame")) }
            try Console.print(
                Message(
                    "personIsLinked",
                    ["name": .text(person.name), "authors": .list(person.authors.map { .text($0) })]))
        }
    }

    struct Unlink: ContextCommand {
        static let configuration = CommandConfiguration(
            commandName: "unlink", abstract: "Unlink authors from their person, or remove people by name.")

        @OptionGroup var global: GlobalOptions

        @Argument(help: "The authors, or the names of people.")
        var authors: [String]

        func run(_ context: AppContext) async throws {
            try await context.notes.unlink(authors)
            try await context.finishPeople()
            for author in authors { try Console.print(Message("personIsUnlinked", ["author": .text(author)])) }
        }
    }
}

extension AppContext {
    /// Relabels by the changed people, and matches what they post at several networks.
    fileprivate func finishPeople() async throws {
        try await labels.indexer.notesChanged()
        try await finishLabels()
        try await matchStories()
    }
}
