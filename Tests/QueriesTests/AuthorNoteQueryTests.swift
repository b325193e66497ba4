import EngineConcepts
import Localization
import Queries
import Testing

@Suite("Queries about notes on authors")
struct AuthorNoteQueryTests {
    private static let notes: AuthorNotes = {
        func key(_ text: String) -> AuthorKey? { AuthorKey(text, kinds: SourceKinds()) { SupplierID($0) } }
        let own = [
            key("@ann@pit.example"): AuthorNote(text: "reliable on tyres", label: "Press corps"),
            key("@bob@pit.example"): AuthorNote(text: "rumours"),
        ]
        return AuthorNotes(
            own: own.reduce(into: [:]) { notes, entry in if let key = entry.key { notes[key] = entry.value } },
            lists: key("@ann@pit.example").map { ["drivers": [$0: AuthorNote(text: "ex-driver", label: "driver")]] }
                ?? [:])
    }()

    private static func ticket(by handle: String, boosting boosted: String? = nil) -> Ticket {
        Ticket(
            SourceItem(
                id: handle, orderTime: Timestamp(seconds: 1),
                body: TicketBody(
                    text: .plain("Words."), author: Author(id: handle, name: handle, handle: handle),
                    boosted: boosted.map { EmbeddedTicket(id: "b", author: Author(id: $0, name: $0, handle: $0)) })),
            of: "mastodon:home", seen: Timestamp(seconds: 1))
    }

    @Test(
        "Words and labels of notes are found, for the author and for the booster",
        arguments: [
            ("note:tyres", true, false), ("note:TYRE*", true, false), ("note:\"reliable on\"", true, false),
            ("note:driver", true, false), ("note:/^rel/", true, false), ("note:rumours", false, true),
            ("label:driver", true, false), ("label:\"press corps\"", true, false), ("label:press", false, false),
            ("label:press*", true, false), ("label:/corps$/", true, false), ("has:note", true, true),
            ("-has:note", false, false), ("note:(tyres OR rumours)", true, true), ("tyres", false, false),
            ("-label:driver", false, true),
        ])
    func found(text: String, ann: Bool, bob: Bool) throws {
        let matcher = QueryMatcher(try Query(parsing: text), in: QueryContext(authorNotes: Self.notes))
        #expect(matcher.mightMatch(QuerySubject(Self.ticket(by: "@ann@pit.example")), at: nil) == ann)
        #expect(matcher.mightMatch(QuerySubject(Self.ticket(by: "@bob@pit.example")), at: nil) == bob)
        let boost = QuerySubject(Self.ticket(by: "@else@pit.example", boosting: "@ann@pit.example"))
        #expect(matcher.mightMatch(boost, at: nil) == ann)
    }

    @Test("Without notes nothing has one")
    func none() throws {
        for text in ["note:tyres", "label:driver", "has:note"] {
            let matcher = QueryMatcher(try Query(parsing: text))
            #expect(!matcher.mightMatch(QuerySubject(Self.ticket(by: "@ann@pit.example")), at: nil))
        }
    }

    @Test("The definition of a label changes with the notes that its query reads, and with no others")
    func definitions() throws {
        let topics = try ["label:driver", "note:tyres", "tyres", "has:(image OR note)"]
            .map { Topic(name: $0, query: try Query(parsing: $0)) }
        let rules = [Rule(name: "r", subject: .offTopic("label:driver"))]
        func definitions(_ notes: AuthorNotes) -> [String] {
            QueryClassifier(
                topics: topics, rules: rules, in: QueryContext(authorNotes: notes),
                now: { Timestamp(seconds: 1) }
            )
            .labels.map(\.definition)
        }
        let (before, after) = (definitions(.none), definitions(Self.notes))
        #expect(zip(before, after).map { $0 != $1 } == [true, true, false, true, true])
    }

    @Test("Notes are explained in both languages")
    func explained() throws {
        let texts = ["label:driver", "-note:rumours", "has:note"]
        #expect(
            try texts.map { try Localizer.english(Query(parsing: $0).explanation()) } == [
                "items by authors labelled “driver”", "items by authors without a note about “rumours”",
                "items by authors with a note",
            ])
        #expect(
            try texts.map { try Localizer.spanish(Query(parsing: $0).explanation()) } == [
                "entradas de autores que llevan la marca «driver»",
                "entradas de autores sin una nota sobre «rumours»", "entradas de autores con nota",
            ])
        #expect(
            try ["note:/rum/", "-label:/dr/"].map { try Localizer.spanish(Query(parsing: $0).explanation()) } == [
                "entradas de autores con una nota que concuerda con /rum/",
                "entradas de autores sin una marca que concuerde con /dr/",
            ])
    }
}
