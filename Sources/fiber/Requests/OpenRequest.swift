import ArgumentParser
import Coordinators
import EngineConcepts
import Queries
import TerminalUI

/// The outcome of ``OpenRequest``: the place is on the screen.
struct PlaceOpened: Codable {}

/// A request to open a place, as typed behind `fiber open`.
struct OpenRequest: ForwardedRequest, Equatable {
    typealias Outcome = PlaceOpened

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

        /// True if a name is required, false if none is allowed, `nil` if it is optional.
        var takesName: Bool? {
            switch self {
            case .ticket, .links, .topic, .source: true
            case .search: nil
            default: false
            }
        }
    }

    static var timeoutSeconds: Int { 5 }

    var envelope: RequestEnvelope.Request { .open(self) }

    var place: Place
    /// The ticket, topic, source or query; empty if the place has none.
    var name = ""

    /// Returns why the request cannot mean a place, or `nil` if it can.
    var fault: Message? {
        if place.takesName == true, name.isEmpty {
            return Message("openNeedsName", ["place": .text(place.rawValue)])
        }
        if place.takesName == false, !name.isEmpty {
            return Message("openTakesNoName", ["place": .text(place.rawValue)])
        }
        return nil
    }

    /// Returns the route. Throws if there is no such topic, source or ticket.
    func route(in context: AppContext) async throws -> Route {
        if let fault { throw CommandFailure(.usage, fault) }
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
