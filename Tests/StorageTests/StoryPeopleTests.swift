import EngineConcepts
import Testing

@testable import Storage

@Suite("Stories of one person at several networks")
struct StoryPeopleTests {
    private static let active: Set<SupplierID> = ["mastodon:home", "bluesky:home"]

    private static func entry(_ second: Int, _ supplier: SupplierID, _ text: String) -> TrackCommit.Entry {
        let key = Samples.key(second, supplier, item: "\(second)")
        let author =
            supplier == "mastodon:home"
            ? Author(id: "https://pit.example/ann", name: "Ann", handle: "@ann@pit.example")
            : Author(id: "did:plc:ann", name: "ann", handle: "@ann.example")
        return TrackCommit.Entry(
            ticket: Ticket(
                key: key, shownTime: key.time, body: TicketBody(text: .plain(text), author: author)),
            fingerprint: Samples.fingerprint(text))
    }

    private static func linked(_ texts: String...) -> SupplierClassifier {
        let identities = texts.compactMap { text in
            AuthorKey(text, kinds: SourceKinds()) { SupplierID($0) }.map { LinkedPerson.Identity(text: text, key: $0) }
        }
        return SupplierClassifier(people: People([LinkedPerson(name: "Ann", identities: identities)]))
    }

    private func matched(_ store: TrackDatabase) async throws -> Int {
        try await store.followPeople()
        while try await !store.fold(upTo: 10).isComplete {}
        #expect(try await store.integrityReport().problems == [])
        return try await StoryStoreTests.rows(store).count
    }

    @Test("New posts of a linked person fold at once; linking folds stored ones, and unlinking takes them apart")
    func followed() async throws {
        let store = try TrackDatabase()
        try await store.adopt(SupplierClassifier())
        _ = try await store.commit(
            StoryStoreTests.commit(
                [
                    Self.entry(10, "mastodon:home", "Box, box."), Self.entry(11, "bluesky:home", "Box, box!"),
                    Self.entry(12, "bluesky:home", "Lights out"),
                ], active: Self.active))
        #expect(try await matched(store) == 3)
        try await store.adopt(Self.linked("@ann@pit.example", "did:plc:ann"))
        #expect(try await matched(store) == 2)
        _ = try await store.commit(
            StoryStoreTests.commit([Self.entry(13, "mastodon:home", "Lights out")], active: Self.active))
        #expect(try await StoryStoreTests.rows(store).count == 2, "the commit folds it")
        try await store.adopt(Self.linked("@ann@pit.example"))
        #expect(try await matched(store) == 4)
        try await store.adopt(Self.linked("@ann@pit.example", "@ann.example"))
        #expect(try await matched(store) == 2)
    }

    @Test("Without folding, people change nothing")
    func notFolding() async throws {
        let store = try TrackDatabase()
        try await store.setFolding(false)
        try await store.adopt(Self.linked("@ann@pit.example", "did:plc:ann"))
        _ = try await store.commit(
            StoryStoreTests.commit(
                [Self.entry(10, "mastodon:home", "Box, box."), Self.entry(11, "bluesky:home", "Box, box!")],
                active: Self.active))
        #expect(try await matched(store) == 2)
        try await store.setFolding(true)
        #expect(try await matched(store) == 1)
    }
}
