import ArgumentParser
import EngineConcepts
import FiberConfiguration

/// Prints every source and every stored ticket.
struct ExportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Print all sources and all stored tickets as JSON Lines.",
        discussion: """
            First the sources in the format of `sources --json`, then tickets and gaps in the format of `timeline --json`, \
            newest first. Includes the tickets that `fiber timeline` withholds below a gap. The source `file:PATH` reads \
            such a file.
            """)

    @OptionGroup var global: GlobalOptions

    @Flag(help: "Only starred tickets.")
    var starred = false

    @Flag(help: "Only tickets saved to read later.")
    var later = false

    func run() async throws {
        try await AppContext.with(global.directories) { context in
            try await SourcePrinter(context: context, json: true).printAll()
            let printer = try await TrackPrinter(context: context, json: true)
            var anchor = WindowRequest.Anchor.top
            let view = TrackView(starredOnly: starred, laterOnly: later)
            while true {
                let window = try await context.reader.window(
                    WindowRequest(anchor: anchor, above: 0, below: 501, view: view, reach: .store))
                let rows = window.rows.dropFirst(window.anchorIndex)
                for row in rows.prefix(500) { try printer.print(row) }
                guard let next = rows.dropFirst(500).first else { return }
                anchor = .place(next.place)
            }
        }
    }
}
