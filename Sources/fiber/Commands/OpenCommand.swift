import ArgumentParser
import Coordinators
import EngineConcepts
import Queries

/// Opens the timeline at a place.
struct OpenCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "open",
        abstract: "Open the timeline at a place, or a screen over it.",
        discussion: """
            timeline             where you left it
            ticket ID            a ticket; `fiber timeline --json` and `fiber search --json` print ids
            links ID             the links of a ticket
            topic NAME           the timeline of a topic
            source NAME          the timeline of a source, by its name, its id or its address
            search [QUERY]       the search
            filtered             what the filter hides
            sources, settings, messages, help, developer, credits
            """)

    @OptionGroup var global: GlobalOptions

    @Flag(help: "Say everything line by line instead of drawing screens, for screen readers and simple terminals.")
    var linear = false

    /// The places that can be opened.
    enum Place: String, CaseIterable, ExpressibleByArgument {
        case timeline, ticket, links, topic, source, search, filtered, sources, settings, messages, help, developer
        case credits

        /// True if a name is required, false if none is allowed, `nil` if it is optional.
        var takesName: Bool? {
            switch self {
            case .ticket, .links, .topic, .source: true
            case .search: nil
            default: false
            }
        }
    }

    @Argument(help: "The place.")
    var place: Place

    @Argument(help: "The ticket, topic, source or query.")
    var name: [String] = []

    func validate() throws {
        if place.takesName == true, name.isEmpty {
            throw ValidationError(Message("openNeedsName", ["place": .text(place.rawValue)]))
        }
        if place.takesName == false, !name.isEmpty {
            throw ValidationError(Message("openTakesNoName", ["place": .text(place.rawValue)]))
        }
    }

    func run() async throws {
        try await TimelineLauncher(global: global, isLinear: linear).read { context in try await route(in: context) }
    }

    private func route(in context: AppContext) async throws -> Route {
        let name = name.joined(separator: " ")
        switch place {
        case .timeline: return .timeline
        case .ticket: return .ticket(try await ticket(name, in: context))
        case .links: return .links(try await ticket(name, in: context))
        case .topic: return .topics([try context.topic(named: name).id])
        case .source: return .source(try await context.source(named: name).id)
        case .search: return .search(name)
        case .filtered: return .filtered
        case .sources: return .sources
        case .settings: return .settings
        case .messages: return .messages
        case .help: return .help
        case .developer: return .developer
        case .credits: return .credits
        }
    }

    private func ticket(_ name: String, in context: AppContext) async throws -> TicketID {
        guard let id = TicketID(name), try await context.reader.entry(id) != nil else {
            throw CommandFailure(
                .failed, Message("ticketNotFound", ["name": .text(name)]))
        }
        return id
    }
}
