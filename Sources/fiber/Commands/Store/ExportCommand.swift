import Application
import ArgumentParser
import EngineConcepts
import FiberConfiguration

/// Prints every source and every stored ticket.
struct ExportCommand: ReadingCommand {
    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Print all sources and all stored items as JSON Lines.",
        discussion: """
            First the sources in the format of `sources --json`, then items and gaps in the format of `timeline --json`, \
            newest first. With --starred or --later, only these items are printed. Includes the items that \
            `fiber timeline` withholds below a gap. The source `file:PATH` reads \
            such a file.
            """)

    static let requiresLibrary = true

    @OptionGroup var global: GlobalOptions

    @Flag(help: "Only starred items.")
    var starred = false

    @Flag(help: "Only items marked to read later.")
    var later = false

    @OptionGroup var fields: FieldOptions

    /// True if only marked items are printed, without sources and gaps.
    private var isSelection: Bool { starred || later }

    func validate() throws {
        let others = isSelection ? [] : JSONObject.gapMembers.union(JSONObject.sourceMembers)
        try fields.check(among: JSONObject.ticketMembers.union(others))
    }

    func run(_ context: AppContext) async throws {
        try await context.reportMissingSources()
        let output = OutputForm.json(fields.selection)
        if !isSelection { try await context.printSources(as: output) }
        let printer = try await TrackPrinter(context: context, output: output)
        var view = TrackView(starredOnly: starred, laterOnly: later)
        view.gaps.unloaded = await context.engine.snapshot.unloaded
        try await RowPages(reader: context.reader, view: view, reach: .store)
            .read(from: .top) { rows in
                try await printer.print(isSelection ? rows.filter(\.isTicket)[...] : rows)
                return true
            }
    }
}
