import ArgumentParser
import EngineConcepts
import FiberConfiguration

/// Prints every source and every stored ticket.
struct ExportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Print all sources and all tickets that are stored, as JSON Lines.",
        discussion: """
            First the sources as `sources --json` prints them, then tickets and gaps as `timeline --json` prints them, \
            newest first: all tickets that are stored, those that `fiber timeline` withholds below a gap as well. `file:PATH` \
            follows such a file.
            """)

    @OptionGroup var global: GlobalOptions

    @Flag(help: "Only tickets with a star.")
    var starred = false

    @Flag(help: "Only tickets that are kept to be read later.")
    var later = false

    func run() async throws {
        try await AppContext.with(global) { context in
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
