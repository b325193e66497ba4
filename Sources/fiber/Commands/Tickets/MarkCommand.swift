import Application
import ArgumentParser
import EngineConcepts
import FiberConfiguration
import Queries
import Storage
import ViewModels

/// Marks tickets.
struct MarkCommand: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "mark", abstract: "Mark items as read, starred or to read later.",
        discussion: """
            The marks are read, unread, star, unstar, later and not-later. unhide shows items that a rule hides, and \
            rehide leaves them to the rules again.

            The items are named by their ids, as `fiber timeline --json` and `fiber search --json` print them, or found by \
            a query. A query means all items that `fiber search` finds with the same options, without its limit. \
            `fiber undo` takes the last change back.
            """)

    @OptionGroup var global: GlobalOptions

    @Flag(help: "Print the items that would change and their number, and change nothing.")
    var dryRun = false

    @OptionGroup var output: OutputOptions

    @OptionGroup var topics: TopicOptions

    @Option(help: "Leave out items hidden by rules: on or off. The default is on, and off for unhide and rehide.")
    var filter: FilterChoice?

    @Argument(help: "The mark.")
    var mark: MarkName

    @Argument(parsing: .allUnrecognized, help: "The query, or the ids of items.")
    var words: [String] = []

    func validate() throws {
        guard try !ArgumentValue.text(of: words).isEmpty else {
            throw ValidationError(Message("markNeedsQuery", ["mark": .text(mark.rawValue)]))
        }
    }

    func run(_ context: AppContext) async throws {
        try await context.finishLabels()
        let found = try await entries(in: context)
        let changed = found.filter(mark.changes)
        let unchanged = found.count - changed.count
        if dryRun {
            let printer = try await TrackPrinter(context: context, output: output.form)
            try await printer.print(changed)
            return Console.inform(summary(of: changed.count, unchanged: unchanged))
        }
        try await MarkService(store: context.store).mark(changed.map(\.ticket.id), mark) { Console.progress($0) }
        Console.endProgress()
        try output.form.print(
            ["type": "mark", "mark": mark.rawValue, "changed": changed.count, "unchanged": unchanged],
            or: Console.text(summary(of: changed.count, unchanged: unchanged)))
    }

    private func summary(of changed: Int, unchanged: Int) -> Message {
        func message(_ key: String, _ count: Int) -> Message {
            Message(key, ["count": .number(count), "mark": .message(mark.title)])
        }
        let before = message("markedBefore", unchanged)
        guard changed > 0 || unchanged == 0 else { return before }
        var summary = message(dryRun ? "wouldMark" : "marked", changed)
        if unchanged > 0 { summary = .sentences(summary, before) }
        if changed > 0, !dryRun { summary = .sentences(summary, Message("undoTakesBack")) }
        return summary
    }

    /// Returns the named items, or those that the query finds, each once.
    private func entries(in context: AppContext) async throws -> [TrackEntry] {
        var named: [TrackEntry] = []
        var queries: [String] = []
        for word in words {
            if let entry = try await entry(word, in: context) { named.append(entry) } else { queries.append(word) }
        }
        guard named.isEmpty else {
            if let query = queries.first { throw CommandFailure(.usage, Message("idsOrQuery", ["text": .text(query)])) }
            return named.uniqued { $0.ticket.id }
        }
        let view = TrackView(topics: try topics.selection(in: context), filter: (filter ?? mark.filter).state)
        let query: Query
        do {
            query = try ArgumentValue.query(ArgumentValue.text(of: words))
        } catch {
            // An id is no query either, so what is missing is said.
            let id = words.first { TicketID($0) != nil && !$0.contains(" ") && !Query.namesField($0) }
            guard let id else { throw error }
            throw CommandFailure.noTicket(named: id)
        }
        await context.warn(about: query)
        let found = try await context.search.entries(of: query, in: context.queryContext, seenIn: view)
        if found.isEmpty, view.filter == .on {
            let now = context.time.now()
            let results = context.store.search(query, in: context.queryContext, .store) { now }
            let hidden = try await results.counts(in: view).hidden
            if hidden > 0 { Console.inform(Message("markHides", ["count": .number(hidden)])) }
        }
        return found
    }

    /// Returns the item with this id, or `nil` if the word is not an id. Fails if the source of the id has no such item.
    private func entry(_ word: String, in context: AppContext) async throws -> TrackEntry? {
        guard let id = TicketID(word) else { return nil }
        if let entry = try await context.store.entry(id) { return entry }
        guard context.library.source(id.supplier) != nil else { return nil }
        throw CommandFailure.noTicket(named: word)
    }
}

extension MarkName: ExpressibleByArgument {
    /// The filter of queries unless an option names one: hidden tickets are what ``unhide`` is for.
    fileprivate var filter: FilterChoice { change.unhidden == nil ? .on : .off }
}
