import EngineConcepts
import TestSupport
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
            ticket: Ticket(key: key, shownTime: key.time, body: TicketBody(text: .plain(text), author: author)),
            fingerprint: Samples.fingerprint(text))
    }

    private static func linked(_ texts: String...) -> SupplierClassifier {
        let identities = texts.compactMap { text in
            AuthorKey(text, kinds: SourceKinds()) { SupplierID($0) }.map { LinkedPerson.Identity(text: text, key: $0) }
        }
        return SupplierClassifier(people: People([LinkedPerson(name: "Ann", identities: identities)]))
    }

    private func matched(_ store: TrackDatabase) async throws -> Int {
        try await store.rematchIfPeopleChanged()
        while try await !store.matchStories(upTo: 10).isComplete {}
        #expect(try await store.integrityReport().failures == [])
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

    /// A post at Bluesky as one of several sources of an account delivers it.
    private static func copy(_ second: Int, _ supplier: SupplierID, _ text: String) -> TrackCommit.Entry {
        var entry = entry(second, supplier, text)
        var body = entry.ticket.body
        body.uri = "at://did:plc:ann/app.bsky.feed.post/\(second)"
        entry.ticket = Ticket(key: entry.ticket.key, shownTime: entry.ticket.shownTime, body: body)
        return entry
    }

    private static let suppliers: [SupplierID] = ["bluesky:home", "bluesky:list", "bluesky:feed", "bluesky:user"]

    @Test(
        "A crosspost that several sources deliver is one row, in whatever order and in however many refreshes they arrive",
        arguments: 0..<12)
    func copies(seed: Int) async throws {
        let store = try TrackDatabase()
        try await store.adopt(Self.linked("@ann@pit.example", "did:plc:ann"))
        try await store.rematchIfPeopleChanged()
        var random = SeededGenerator(seed: UInt64(seed))
        let text = "Pit lane speed is eighty again"
        let entries =
            (Self.suppliers.map { Self.copy(11, $0, text) } + [
                Self.entry(seed % 2 == 0 ? 10 : 12, "mastodon:home", text)
            ])
            .shuffled(using: &random)
        let active = Set(Self.suppliers + ["mastodon:home"])
        let cut = seed % 3 == 0 ? entries.count : Int.random(in: 1..<entries.count, using: &random)
        for part in [entries[..<cut], entries[cut...]] where !part.isEmpty {
            _ = try await store.commit(StoryStoreTests.commit(Array(part), active: active))
        }
        #expect(try await StoryStoreTests.rows(store).count == 1, "\(entries.map(\.ticket.supplier))")
        #expect(try await matched(store) == 1)
    }

    @Test("Linking unites the stories of two posts that several sources have delivered")
    func linkedCopies() async throws {
        let store = try TrackDatabase()
        try await store.adopt(SupplierClassifier())
        let text = "The pit wall has a new roof"
        var others = [Self.entry(10, "mastodon:home", text), Self.entry(10, "mastodon:list", text)]
        for index in others.indices {
            var body = others[index].ticket.body
            body.author = Author(id: "https://pit.example/ann", name: "Ann", handle: "@ann@pit.example")
            body.uri = "https://pit.example/posts/10"
            others[index].ticket = Ticket(
                key: others[index].ticket.key, shownTime: others[index].ticket.shownTime, body: body)
        }
        _ = try await store.commit(
            StoryStoreTests.commit(
                Self.suppliers.map { Self.copy(11, $0, text) } + others,
                active: Set(Self.suppliers + ["mastodon:home", "mastodon:list"])))
        #expect(try await matched(store) == 2)
        try await store.adopt(Self.linked("@ann@pit.example", "did:plc:ann"))
        #expect(try await matched(store) == 1)
    }

    @Test("Without folding, linked people change no rows")
    func notFolding() async throws {
        let store = try TrackDatabase()
        try await store.setStoryMatching(false)
        try await store.adopt(Self.linked("@ann@pit.example", "did:plc:ann"))
        _ = try await store.commit(
            StoryStoreTests.commit(
                [Self.entry(10, "mastodon:home", "Box, box."), Self.entry(11, "bluesky:home", "Box, box!")],
                active: Self.active))
        #expect(try await matched(store) == 2)
        try await store.setStoryMatching(true)
        #expect(try await matched(store) == 1)
    }
}
