import EngineConcepts
import Localization
import Queries
import Testing

@Suite("Queries about people")
struct PersonQueryTests {
    private static let people: People = {
        let identities = ["@ann@pit.example", "did:plc:ann"]
            .compactMap { text in
                AuthorKey(text, kinds: SourceKinds()) { SupplierID($0) }
                    .map { LinkedPerson.Identity(text: text, key: $0) }
            }
        return People([LinkedPerson(name: "Ann Day", identities: identities)])
    }()

    private static func ticket(by author: Author, boosting boosted: Author? = nil) -> Ticket {
        Ticket(
            SourceItem(
                id: author.id, orderTime: Timestamp(seconds: 1),
                body: TicketBody(
                    text: .plain("Words."), author: author,
                    boosted: boosted.map { EmbeddedTicket(id: "b", author: $0) })),
            of: "bluesky:home", seen: Timestamp(seconds: 1))
    }

    private static let ann = Author(id: "did:plc:ann", name: "ann", handle: "@ann.example")
    private static let bob = Author(id: "did:plc:bob", name: "Ann Day", handle: "@bob.example")

    @Test(
        "A person is found by the whole name, as author and as boosted author, and never by an author's own name",
        arguments: [
            ("person:\"Ann Day\"", true), ("person:\"ann day\"", true), ("person:ann", false), ("person:ann*", true),
            ("person:/day$/", true), ("-person:\"Ann Day\"", false), ("person:(\"Ann Day\" OR bob)", true),
        ])
    func found(text: String, isFound: Bool) throws {
        let matcher = QueryMatcher(try Query(parsing: text), in: QueryContext(people: Self.people))
        #expect(matcher.mightMatch(QuerySubject(Self.ticket(by: Self.ann)), at: nil) == isFound)
        #expect(matcher.mightMatch(QuerySubject(Self.ticket(by: Self.bob, boosting: Self.ann)), at: nil) == isFound)
        let isNegated = text.hasPrefix("-")
        #expect(matcher.mightMatch(QuerySubject(Self.ticket(by: Self.bob)), at: nil) == isNegated)
        let nobody = QueryMatcher(try Query(parsing: text))
        #expect(nobody.mightMatch(QuerySubject(Self.ticket(by: Self.ann)), at: nil) == isNegated)
    }

    @Test("The definition of a label changes with the people if its query reads them, and explanations name the person")
    func definitions() throws {
        let topics = try ["person:\"Ann Day\"", "ann"].map { Topic(name: $0, query: try Query(parsing: $0)) }
        func definitions(_ people: People) -> [String] {
            QueryClassifier(
                topics: topics, rules: [], in: QueryContext(people: people), now: { Timestamp(seconds: 1) }
            )
            .labels.map(\.definition)
        }
        #expect(zip(definitions(.none), definitions(Self.people)).map { $0 != $1 } == [true, false])
        let query = try Query(parsing: "person:\"Ann Day\"")
        #expect(Localizer.english(query.explanation()) == "items whose person is called “Ann Day”")
        #expect(Localizer.spanish(query.explanation()) == "entradas cuya persona se llama «Ann Day»")
    }
}
