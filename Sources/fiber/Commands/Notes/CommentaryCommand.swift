import Application
import ArgumentParser
import EngineConcepts
import FiberConfiguration
import Foundation
import Localization
import Storage
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
            commandName: "list", abstract: "List the lists with the result of their last request.")

        @OptionGroup var global: GlobalOptions

        @Flag(help: "Print JSON Lines.")
        var json = false

        func run(_ context: AppContext) async throws {
            let lists = await context.notes.listRecords
            for (list, record) in lists {
                try Console.print(json ? JSONObject(list, record).line : Self.line(list, record))
            }
            if lists.isEmpty { Console.report(Message("noCommentaryYet")) }
        }

        private static func line(_ list: CommentaryList, _ record: CommentaryRecord) -> String {
            "\(list.name)  \(Console.text(record.state))  \(list.address)"
        }
    }

    struct Add: ContextCommand {
        static let configuration = CommandConfiguration(
            commandName: "add", abstract: "Add a list, or change the one with this name, and get it.")

        @OptionGroup var global: GlobalOptions

        @Option(help: "The name that stands before its notes. Default: the host or the file's name.")
        var name: String?

        @Option(help: "The time between requests, such as 12h. Default: as often as the list changes.")
        var every: String?

        @Argument(help: "The URL, or the path of a file.")
        var address: String

        func validate() throws {
            if let name, !LabelName.isUsable(name) { throw ValidationError(Message("nameIsOneLine")) }
            if let every, SourceInterval.seconds(in: every) == nil {
                throw ValidationError(Message("intervalInvalid", ["text": .text(every)]))
            }
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
                interval: every.flatMap(SourceInterval.seconds))
            let former = context.library.commentary.first { $0.name == list.name }
            if name == nil, let former, former.address != list.address {
                throw CommandFailure(
                    .usage,
                    Message("commentaryNameTaken", ["name": .text(list.name), "address": .text(former.address)]))
            }
            _ = try await context.labels.update { $0.put(list) }
            try await context.getLists()
            let found = await context.notes.listRecords.first { $0.list.name == list.name }
            guard let record = found?.record else {
                // The library has as many as it may have.
                throw CommandFailure(Message("commentaryTooMany", ["limit": .number(CommentaryList.maximumCount)]))
            }
            if let failure = AuthorNoteService.failureMessage(list, record) {
                // Like a source whose first request fails, a list without any content is not added.
                let isAdded = record.changed != nil || former?.address == list.address
                if !isAdded { try await context.restore(former, insteadOf: list) }
                throw CommandFailure(failure, advice: isAdded ? nil : Message("commentaryNotAdded"))
            }
            try Console.print(
                Message("commentaryIsAdded", ["name": .text(list.name), "state": .message(record.state)]))
        }
    }

    struct Remove: ContextCommand {
        static let configuration = CommandConfiguration(commandName: "remove", abstract: "Remove lists.")

        @OptionGroup var global: GlobalOptions

        @Argument(help: "The lists, by name.")
        var names: [String]

        func run(_ context: AppContext) async throws {
            for name in names where !context.library.commentary.contains(where: { $0.name == name }) {
                throw CommandFailure(Message("commentaryNotFound", ["name": .text(name)]))
            }
            _ = try await context.labels.update { library in
                for name in names { library.removeCommentary(name) }
            }
            try await context.finishLabels()
            for name in names { try Console.print(Message("commentaryIsRemoved", ["name": .text(name)])) }
        }
    }
}

extension CommentaryRecord {
    /// The number of notes, or that the list has not been requested, or the reason of the last failure with the number of
    /// notes of before.
    var state: Message {
        let notes = Message("notesCount", ["count": .number(entries.count)])
        if let failure {
            return Message("commentaryFailing", ["notes": .message(notes), "reason": .message(failure)])
        }
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

extension AppContext {
    /// Takes back the addition of a list: `former` had its name before, or `nil` if no list had.
    fileprivate func restore(_ former: CommentaryList?, insteadOf list: CommentaryList) async throws {
        _ = try await labels.update { library in
            if let former { library.put(former) } else { library.removeCommentary(list.name) }
        }
        try await finishLabels()
        try await notes.forget(list)
    }

    /// Gets the lists that are due, unless another process is the lease holder: that one does it.
    fileprivate func getLists() async throws {
        try await lease.holding {
            await notes.refreshLists(onlyDue: true)
            try await labels.indexer.notesChanged()
            try await finishLabels()
        }
    }
}
