import ArgumentParser
import Coordinators
import EngineConcepts
import Queries
import TerminalUI

/// The outcome of ``OpenRequest``: the place is on the screen.
struct OpenResult: Codable {}

/// The parameters of `fiber open`: a place and its name.
struct OpenRequest: ForwardedRequest, Equatable {
    typealias Outcome = OpenResult

    /// The places that can be opened: those with a name of their own, and the screens that need no more than theirs.
    struct Place: RawRepresentable, Equatable, ExpressibleByArgument, Codable {
        let rawValue: String

        static let timeline = Place(known: "timeline")
        static let ticket = Place(known: "ticket")
        static let links = Place(known: "links")
        static let topic = Place(known: "topic")
        static let source = Place(known: "source")
        static let search = Place(known: "search")
        private static let named = [timeline, ticket, links, topic, source, search]

        static let allValueStrings = named.map(\.rawValue) + ScreenTable.openable.map(\.rawValue)

        private init(known name: String) {
            rawValue = name
        }

        init?(rawValue: String) {
            guard Self.allValueStrings.contains(rawValue) else { return nil }
            self.rawValue = rawValue
        }

        /// The rule for the name that is given with a place.
        enum NameRule {
            case required, optional, forbidden
        }

        var nameRule: NameRule {
            switch self {
            case .ticket, .links, .topic, .source: .required
            case .search: .optional
            default: .forbidden
            }
        }
    }

    static var timeoutSeconds: Int { 5 }

    var envelope: RequestEnvelope.Request { .open(self) }

    var place: Place
    /// The ticket, topic, source or query; empty if the place has none.
    var name = ""

    /// The reason why the request cannot mean a place, or `nil` if it can.
    var usageError: Message? {
        switch place.nameRule {
        case .required where name.isEmpty: Message("openNeedsName", ["place": .text(place.rawValue)])
        case .forbidden where !name.isEmpty: Message("openTakesNoName", ["place": .text(place.rawValue)])
        case .required, .optional, .forbidden: nil
        }
    }

    /// Returns the route. Throws if there is no such topic, source or ticket.
    func route(in context: AppContext) async throws -> Route {
        if let usageError { throw CommandFailure(.usage, usageError) }
        switch place {
        case .timeline: return .timeline
        case .ticket: return .ticket(try await context.entry(named: name).ticket.id)
        case .links: return .links(try await context.entry(named: name).ticket.id)
        case .topic: return .topics([try context.topic(named: name).id])
        case .source: return .source(try await context.source(named: name).id)
        case .search: return .search(name)
        default: return .screen(ScreenName(rawValue: place.rawValue))
        }
    }
}
