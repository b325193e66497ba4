import Application
import ArgumentParser
import EngineConcepts
import FiberConfiguration
import Foundation
import Localization
import WebText

/// Lists, adds and removes lists of notes on authors.
struct CommentaryCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "commentary", abstract: "List, add and remove lists of notes on authors.",
        discussion: """
            A list is a document in TOML, JSON or CSV at a URL or in a file, with an author, a note and an optional \
            label in each entry. `fiber refresh` and an open timeline keep it current.
            """,
        subcommands: [List.self, Add.self, Remove.self], defaultSubcommand: List.self)

    struct List: ReadingCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "Print the lists of notes with the result of their last request.")

        @OptionGroup var global: GlobalOptions
        @OptionGroup var output: OutputOptions

        func run(_ context: AppContext) async throws {
            let lists = await context.notes.listRecords
            for (list, record) in lists {
                try output.form.print(
                    JSONObject(list, record), or: "\(list.name)  \(Console.text(record.state))  \(list.address)")
            }
            if lists.isEmpty { output.form.inform(Message("noCommentaryYet")) }
        }
    }

    struct Add: ContextCommand {
        static let configuration = CommandConfiguration(
            commandName: "add", abstract: "Add a list, or change the one with this name, and fetch it.")

        @OptionGroup var global: GlobalOptions

        @Option(help: "The name that stands before its notes. Default: the host or the file's name.")
        var name: String?

        @Option(help: "The time between requests, such as 12h. Default: as often as the list changes.")
        var every: IntervalChoice?

        @Argument(help: "The URL, or the path of a file.", completion: .file())
        var address: String

        func validate() throws {
            if let name { try LabelName.check(name) }
            guard !address.allSatisfy(\.isWhitespace) else { throw ValidationError(Message("commentaryAddressEmpty")) }
            guard CommentaryList.canRead(place) else {
                throw ValidationError(Message("commentaryAddressMalformed", ["address": .text(address)]))
            }
        }

        /// The address, with the directory of a relative path.
        private var place: String {
            let isPath = !address.contains(":") && !address.hasPrefix("/") && !address.hasPrefix("~/")
            return isPath ? "\(FileManager.default.currentDirectoryPath)/\(address)" : address
        }

        func run(_ context: AppContext) async throws {
            let last = place.split(separator: "/").last.map(String.init)
            let list = CommentaryList(
                name: name ?? WebAddress.site(of: place) ?? last ?? place, address: place,
                interval: every?.seconds)
            let record = try await context.commentary.add(list, replacesOther: name != nil)
            try Console.print(
                Message("commentaryIsAdded", ["name": .text(list.name), "state": .message(record.state)]))
        }
    }

    struct Remove: ContextCommand {
        static let configuration = CommandConfiguration(commandName: "remove", abstract: "Remove lists of notes.")

        @OptionGroup var global: GlobalOptions

        @Argument(help: "The lists, by name.")
        var names: [String]

        func run(_ context: AppContext) async throws {
            try await context.commentary.remove(names)
            for name in names.uniqued() { try Console.print(Message("commentaryIsRemoved", ["name": .text(name)])) }
        }
    }
}

extension CommentaryRecord {
    /// The number of notes, or that the list has not been requested, or the reason of the last failure with the number of
    /// notes of before.
    var state: Message {
        let notes = Message("notesCount", ["count": .number(entries.count)])
        if let failure { return Message("commentaryFailing", ["notes": .message(notes), "reason": .message(failure)]) }
        guard checked != nil else { return Message("commentaryNotRequested") }
        guard ignored > 0 else { return notes }
        return Message("notesIgnored", ["notes": .message(notes), "count": .number(ignored)])
    }
}

extension JSONObject {
    /// Creates the JSON of a list as `commentary --json` prints it.
    fileprivate init(_ list: CommentaryList, _ record: CommentaryRecord) {
        self = [
            "type": "commentary", "name": list.name, "url": list.address, "notes": record.entries.count,
            "ignored": record.ignored, "checked": record.checked?.rfc3339, "changed": record.changed?.rfc3339,
            "due": record.due?.rfc3339, "failure": record.failure.map { Localizer.english($0) },
            "failureCode": record.failure?.code,
        ]
    }
}
