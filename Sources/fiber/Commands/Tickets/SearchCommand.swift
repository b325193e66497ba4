import Application
import ArgumentParser
import EngineConcepts
import FiberConfiguration
import Localization
import Queries
import Storage

/// Searches for tickets.
struct SearchCommand: ReadingCommand {
    static let configuration = CommandConfiguration(
        commandName: "search", abstract: "Print the items that match a query, newest first.",
        discussion: """
            Words are searched in title, text, author and tags. Terms are combined with AND unless OR, NOT, - or parentheses \
            say otherwise. Several arguments form one query. All stored items are searched, including those that \
            `fiber timeline` withholds below a gap. The terms are:

            \(HelpTable.terms.line)
            """)

    /// Returns the table of terms in the help.
    static func terms(in localizer: Localizer) -> String {
        HelpColumns(terms.map { (words: $0, help: nil) }, placesIn: localizer).text
    }

    /// The terms of queries, by lines.
    static var terms: [[String]] {
        let texts: [String] = SearchScope.allCases.filter { $0 != .anywhere }.map { "\($0.rawValue):WORD" }
        let counts: [String] = ReactionCount.allCases.map { "\($0.rawValue):>10" }
        return [
            ["WORD", "BEGINNING*", "\"A PHRASE\"", "/REGULAR EXPRESSION/"],
            texts + ["site:HOST", "kind:KIND", "lang:LANGUAGE"],
            // A quote counts as a reply too.
            Trait.allCases.map(\.rawValue) + ["has:quote"],
            counts + ["age:<2d", "date:2026-11-01..", "date:yesterday"],
        ]
    }

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: OutputOptions

    @OptionGroup var amount: LimitOptions

    @Option(help: "Leave out items hidden by rules: on or off.")
    var filter = FilterChoice.on

    @OptionGroup var fields: FieldOptions

    @OptionGroup var topics: TopicOptions

    @Argument(parsing: .allUnrecognized, help: "The query.")
    var query: [String]

    func validate() throws {
        try fields.check(among: JSONObject.ticketMembers)
        _ = try ArgumentValue.text(of: query)
    }

    func run(_ context: AppContext) async throws {
        let query = try ArgumentValue.query(ArgumentValue.text(of: query))
        try await context.finishLabels()
        let printer = try await TrackPrinter(context: context, output: fields.form(in: output))
        let view = TrackView(topics: try topics.selection(in: context), filter: filter.state)
        let now = context.time.now()
        await context.warn(about: query)
        let results = context.store.search(query, in: context.queryContext, .store) { now }
        var listed = 0
        try await RowPages(reader: results, view: view, reach: .store)
            .read(from: .top, limit: amount.limit) { rows in
                listed += rows.count
                try await printer.print(rows)
                return true
            }
        // Counting may look at every stored item again.
        let form = fields.form(in: output)
        let isCut = amount.tellsEnd(after: listed, in: form)
        let counts = view.filter == .on || isCut ? try await results.counts(in: view) : nil
        let hidden = view.filter == .on ? counts?.hidden ?? 0 : 0
        Console.inform(hidden: hidden)
        if isCut { Console.inform(limit: amount.limit, of: counts.flatMap { $0.isCapped ? nil : $0.total }) }
        guard form.isText, listed == 0, hidden == 0 else { return }
        if context.library.sources.isEmpty {
            try await context.reportMissingSources()
        } else {
            Console.inform(Message("searchNothing"))
        }
    }
}

extension Console {
    /// Says on standard error how many items the filter hides, if there are any.
    static func inform(hidden: Int) {
        guard hidden > 0 else { return }
        inform(Message("searchHides", ["count": .number(hidden)]))
    }

    /// Says on standard error that a list ends at its limit, unless it is complete.
    ///
    /// - Parameter total: The number of items that there are, or `nil` if it is not known.
    static func inform(limit: Int, of total: Int?) {
        guard let total else { return inform(Message("listEndsAtLimit", ["limit": .number(limit)])) }
        if total > limit { inform(Message("listLeavesOut", ["count": .number(total - limit)])) }
    }
}
