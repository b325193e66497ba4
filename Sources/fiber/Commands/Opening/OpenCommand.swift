import Application
import ArgumentParser
import Coordinators
import EngineConcepts
import FiberConfiguration
import Foundation
import Localization
import TerminalUI

/// Opens the timeline at a place.
struct OpenCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "open", abstract: "Open a part of the timeline, or another screen.",
        discussion: """
            \(HelpTable.places.line)

            A Fiber that runs in another terminal goes to the place, unless --new or --linear asks for one of its own.
            """)

    /// Returns the table of places in the help.
    static func places(in localizer: Localizer) -> String {
        let rows = described.map { (words: $0.words, help: $0.help.map(localizer.help)) }
        return HelpColumns(rows + [(others, nil)], placesIn: localizer).text
    }

    static let described: [(words: [String], help: String?)] = [
        (["timeline"], "the timeline at its last position"),
        (["item ID"], "an item; `fiber timeline --json` and `fiber search --json` print ids"),
        (["links ID"], "the links of an item"), (["topic NAME"], "the timeline of a topic"),
        (["source NAME"], "the timeline of a source, by its name, its id or its address"),
        (["search [QUERY]"], "the search"), (["filtered"], "the hidden items"),
    ]

    /// The places whose names say what they are.
    private static var others: [String] {
        let names = described.flatMap { $0.words.compactMap { $0.split(separator: " ").first.map(String.init) } }
        return PlaceChoice.allValueStrings.filter { !names.contains($0) }
    }

    @OptionGroup var global: GlobalOptions
    @OptionGroup var screen: ScreenOptions

    @Flag(name: .customLong("new"), help: "Open another Fiber, even if one runs already.")
    var opensAnother = false

    @Argument(help: "The screen.")
    var place: PlaceChoice

    @Argument(help: "The item, topic, source or query.")
    var name: [String] = []

    private var request: OpenRequest { OpenRequest(place: place.place, name: name.joined(separator: " ")) }

    func validate() throws {
        if let error = request.usageError { throw ValidationError(error) }
    }

    func run() async throws {
        if !opensAnother, !screen.linear {
            if try await RequestClient.send(request, for: global.directories) != nil {
                return Console.inform(Message("openedInRunningFiber"))
            }
            for process in RequestClient.suspendedProcesses(for: global.directories) {
                Console.report(Message("fiberIsSuspended", ["process": .number(Int(process))]))
            }
        }
        try await TimelineLauncher(directories: global.directories, isLinear: screen.linear)
            .run { try await request.route(in: $0) }
    }
}

/// A place to open, as typed: one with a name of its own, or a screen that needs no more than its name.
struct PlaceChoice: ExpressibleByArgument {
    let place: OpenRequest.Place

    static let allValueStrings = OpenRequest.Place.named.map(\.rawValue) + ScreenTable.openable.map(\.rawValue)
    static var defaultCompletionKind: CompletionKind { .list(allValueStrings) }

    init?(argument: String) {
        place = OpenRequest.Place(rawValue: argument)
        guard Self.allValueStrings.contains(place.rawValue) else { return nil }
    }
}
