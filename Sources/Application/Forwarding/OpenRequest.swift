package import Coordinators
package import EngineConcepts
import Queries

/// The parameters of `fiber open`: a place and its name.
package struct OpenRequest: ForwardedRequest, Equatable {
    package typealias Outcome = OpenResult

    /// A place to open: one with a name of its own, or a screen that needs no more than its name.
    package struct Place: RawRepresentable, Equatable, Codable {
        package let rawValue: String

        package static let timeline = Place(rawValue: "timeline")
        package static let item = Place(rawValue: "item")
        static let links = Place(rawValue: "links")
        package static let topic = Place(rawValue: "topic")
        package static let source = Place(rawValue: "source")
        package static let search = Place(rawValue: "search")
        /// The places that are no screens.
        package static let named = [timeline, item, links, topic, source, search]

        /// Creates a place. An item can also be called a ticket.
        package init(rawValue: String) { self.rawValue = rawValue == "ticket" ? "item" : rawValue }

        /// The rule for the name that is given with a place.
        enum NameRule {
            case required, optional, forbidden
        }

        var nameRule: NameRule {
            switch self {
            case .item, .links, .topic, .source: .required
            case .search: .optional
            default: .forbidden
            }
        }
    }

    package static var timeout: Duration { .seconds(5) }

    package var envelope: RequestEnvelope.Request { .open(self) }

    var place: Place
    /// The ticket, topic, source or query; empty if the place has none.
    var name: String

    package init(place: Place, name: String = "") {
        self.place = place
        self.name = name
    }

    /// The reason why the request cannot mean a place, or `nil` if it can.
    package var usageError: Message? {
        switch place.nameRule {
        case .required where name.isEmpty: Message("openNeedsName", ["place": .text(place.rawValue)])
        case .forbidden where !name.isEmpty: Message("openTakesNoName", ["place": .text(place.rawValue)])
        case .required, .optional, .forbidden: nil
        }
    }

    /// Returns the route. Throws if there is no such topic, source or ticket.
    package func route(in context: AppContext) async throws -> Route {
        if let usageError { throw CommandFailure(.usage, usageError) }
        switch place {
        case .timeline: return .timeline
        case .item: return .ticket(try await context.entry(named: name).ticket.id)
        case .links: return .links(try await context.entry(named: name).ticket.id)
        case .topic: return .topics([try context.topic(named: name).id])
        case .source: return .source(try await context.source(named: name).id)
        case .search: return .search(name)
        default: return .screen(ScreenName(rawValue: place.rawValue))
        }
    }
}

/// The outcome of ``OpenRequest``: the place is on the screen.
package struct OpenResult: Codable {}
