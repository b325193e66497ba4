import Application
import ArgumentParser
import EngineConcepts
import FiberConfiguration
import Queries
import Storage

/// Prints the Track.
struct TimelineCommand: ReadingCommand {
    static let configuration = CommandConfiguration(
        commandName: "timeline", abstract: "Print the timeline, newest first.",
        discussion: """
            Missing items are printed as a gap: `fiber fill --gap ID` loads them. Items that some sources have already \
            delivered there are withheld until no others can come between them; the gap shows their number, and \
            `fiber search` and `fiber export` include them. With --json, prints one object for each item and each gap.
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: OutputOptions

    @OptionGroup var fields: FieldOptions

    @OptionGroup var amount: LimitOptions

    @Option(help: "Only this source, by name or id. Can be repeated.")
    var source: [String] = []

    @OptionGroup var topics: TopicOptions

    @Flag(
        help: """
            Print one item for each story from several sources, as on the screen, with the names of the others; in JSON, \
            with their ids as alsoOn.
            """)
    var fold = false

    @Option(help: "Leave out items hidden by rules: on or off.")
    var filter = FilterChoice.on

    @Option(
        help: "Only items since this time (RFC 3339, 2026-11-23, yesterday, 14:05, 2d).",
        transform: ArgumentValue.time)
    var since: Timestamp?

    @Option(help: "Only items before this time (in the same forms).", transform: ArgumentValue.time)
    var before: Timestamp?

    @Flag(help: "Only unread items.")
    var unread = false

    func validate() throws {
        try fields.check(among: JSONObject.ticketMembers.union(JSONObject.gapMembers))
        if let since, let before, since >= before {
            throw ValidationError(Message("sinceAfterBefore", ["since": .time(since), "before": .time(before)]))
        }
    }

    func run(_ context: AppContext) async throws {
        let suppliers = Set(try await context.sources(named: source).map(\.id))
        let selection = try topics.selection(in: context)
        try await context.reportMissingSources()
        if fold { try await context.matchStories() }
        try await context.finishLabels()
        let view = await view(of: suppliers, selection, context)
        let (listed, isEmpty) = try await printRows(of: view, context)
        let counts = try await context.reader.counts(in: view)
        let isFiltered = view.filter == .on && counts.total == 0 && counts.hidden > 0
        if isFiltered { Console.inform(hidden: counts.hidden) }
        if amount.tellsEnd(after: listed, in: form) {
            Console.inform(limit: amount.limit, of: since == nil && before == nil ? counts.total : nil)
        }
        // Missing sources were reported above.
        if isEmpty, !isFiltered, !context.library.sources.isEmpty { form.inform(Message("searchNothing")) }
    }

    private var form: OutputForm { fields.form(in: output) }

    private func view(
        of suppliers: Set<SupplierID>, _ selection: TopicSelection?, _ context: AppContext
    ) async -> TrackView {
        var view = TrackView(
            suppliers: suppliers.isEmpty ? nil : suppliers, topics: selection, filter: filter.state,
            unreadOnly: unread, foldsStories: fold)
        let snapshot = await context.engine.snapshot
        view.gaps.unloaded = snapshot.unloaded
        view.gaps.silent = Set(snapshot.suppliers.lazy.filter(\.isPaused).map(\.id))
        view.gaps.contributors = selection?
            .contributors(
                of: context.library.allTopics, among: snapshot.suppliers.map(\.id), in: context.queryContext)
        return view
    }

    /// Prints the rows of a view. Returns the number of items, and true if there was no gap either.
    private func printRows(of view: TrackView, _ context: AppContext) async throws -> (listed: Int, isEmpty: Bool) {
        let printer = try await TrackPrinter(context: context, output: form, namesOthers: fold)
        let start: WindowRequest.Anchor = before.map { .time($0.advanced(by: .milliseconds(-1))) } ?? .top
        var listed = 0
        var showsGap = false
        try await RowPages(reader: context.reader, view: view)
            .read(from: start, limit: amount.limit) { rows in
                let recent = since.map { since in rows.prefix { $0.place.time >= since } } ?? rows[...]
                let gaps = recent.indicesOfGaps
                listed += recent.count - gaps.count
                var printed = recent.startIndex
                for index in gaps {
                    guard case .gap(let gap) = recent[index] else { continue }
                    try await printer.print(recent[printed..<index])
                    printed = index + 1
                    if try await print(gap, seenIn: view, by: printer, context) { showsGap = true }
                }
                try await printer.print(recent[printed...])
                return recent.count == rows.count
            }
        return (listed, listed == 0 && !showsGap)
    }

    /// Prints a gap unless it is of no interest to the view. Returns true if it was printed or reported.
    private func print(
        _ gap: Gap, seenIn view: TrackView, by printer: TrackPrinter, _ context: AppContext
    ) async throws -> Bool {
        if gap.isEverything, form.isText {
            Console.inform(Message("nothingLoaded"))
            return true
        }
        let waiting = try await waiting(in: gap, view, context)
        guard waiting > 0 || gap.concerns(view) else { return false }
        try printer.print(gap, waiting: waiting)
        return true
    }

    /// Returns the number of stored tickets of the view that stay hidden until the gap is filled.
    private func waiting(in gap: Gap, _ view: TrackView, _ context: AppContext) async throws -> Int {
        guard gap.kind == .full else { return 0 }
        let active = Set(await context.engine.snapshot.suppliers.map(\.id))
        return try await context.store.count(seenIn: view, of: active, in: gap.timeframe, upTo: .max)
    }
}

extension Gap {
    /// True if nothing was loaded yet.
    fileprivate var isEverything: Bool {
        kind == .full && timeframe == .always && missing.allSatisfy { $0.cause == .notAsked }
    }

    /// Returns true if a source of the view is missing from the gap.
    fileprivate func concerns(_ view: TrackView) -> Bool {
        guard let suppliers = view.suppliers else { return true }
        return missing.contains { suppliers.contains($0.supplier) }
    }
}
