import EngineConcepts
import EngineTestSupport
import FiberConfiguration
import Queries

/// A timeline of five tickets about racing and bread, with topics, and a rule of each effect.
enum TopicScene {
    static var topics: [Topic] {
        get throws {
            [
                Topic(name: "F1", query: try Query(parsing: "title:f1")),
                Topic(name: "WEC", query: try Query(parsing: "title:wec")),
            ]
        }
    }

    static var rules: [Rule] {
        get throws {
            [
                Rule(name: "no bakery", query: try Query(parsing: "bread")),
                Rule(name: "quiet", query: try Query(parsing: "title:results"), effect: .muffle),
                Rule(name: "grids", query: try Query(parsing: "grid"), effect: .highlight),
            ]
        }
    }

    static let supplier = SupplierStatus(
        id: "feed:a", name: "Kerb Notes", kind: "feed", requests: RequestHistory(.healthy))

    static let tickets = [
        ticket(1, "F1 rumour in the paddock"), ticket(2, "WEC results"), ticket(3, "F1 grid"),
        ticket(4, "Bread and butter", by: "Bob"), ticket(5, "F1 and WEC rumour"),
    ]

    /// Returns a ticket that is as many minutes old as its number.
    static func ticket(_ number: Int, _ title: String, by author: String = "Ada") -> Ticket {
        Ticket(
            SourceItem(
                id: String(number), orderTime: AppFixture.now.advanced(by: .seconds(-60 * number)),
                body: TicketBody(
                    title: title, text: .plain("Text of \(title)."), author: Author(id: author, name: author),
                    link: "https://\(author.lowercased()).example/\(number)")),
            of: supplier.id, seen: AppFixture.now)
    }
}

extension AppFixture {
    /// Starts the program with the timeline of ``TopicScene``, labelled by its topics and by these rules.
    static func withTopics(width: Int = 80, height: Int = 24, rules: [Rule] = []) async throws -> AppFixture {
        let library = Library(topics: try TopicScene.topics, rules: rules)
        let fixture = try AppFixture(width: width, height: height, library: library)
        fixture.track.setSuppliers([TopicScene.supplier])
        fixture.track.commit(TopicScene.tickets)
        try await fixture.labelTickets()
        await fixture.start()
        return fixture
    }
}
