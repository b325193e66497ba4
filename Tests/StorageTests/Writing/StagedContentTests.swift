import EngineConcepts
import EngineTestSupport
import GRDB
import TestSupport
import Testing

@testable import Storage

@Suite("Contents written before their commit")
struct StagedContentTests {
    /// Fills several transactions.
    private let entries = (1...5000).map { Samples.entry($0 / 3, item: "\($0)", title: "Title \($0)") }

    private func contentCount(_ store: TrackDatabase) async throws -> Int64? {
        try await store.writer.read { try $0.integer("SELECT count(*) FROM content") }
    }

    /// Expects that each entry has its own content.
    private func expectOwnContents(_ store: TrackDatabase) async throws {
        let shown = try await store.shownTickets
        #expect(entries.map(\.ticket).filter { shown[$0.id] != $0 }.map(\.id) == [])
        #expect(shown.count == 5000)
        #expect(try await contentCount(store) == 5000)
    }

    private func refuse(_ item: String, in store: TrackDatabase) async throws {
        try await store.writer.writeWithoutTransaction { db in
            try db.execute(
                sql: """
                    CREATE TEMP TRIGGER refuse BEFORE INSERT ON place WHEN new.item = '\(item)'
                    BEGIN SELECT raise(ABORT, 'refused'); END
                    """)
        }
    }

    @Test("Each ticket of a large commit has its own content")
    func ownContents() async throws {
        let store = try TrackDatabase(stagingThreshold: 0)
        _ = try await store.commit(Samples.commit(entries))
        try await expectOwnContents(store)
        #expect(try await store.integrityReport().failures == [])
    }

    @Test("A large commit that fails after its contents were written is invisible, and the next commit removes them")
    func abandoned() async throws {
        let store = try TrackDatabase(stagingThreshold: 0)
        _ = try await store.commit(Samples.commit([Samples.entry(2, item: "first")]))
        let before = try await store.window(WindowRequest(anchor: .top, above: 0, below: 9))
        try await refuse("5000", in: store)
        await #expect(throws: StorageError.self) { try await store.commit(Samples.commit(entries)) }
        #expect(try await contentCount(store) == 5001)
        #expect(try await store.window(WindowRequest(anchor: .top, above: 0, below: 9)) == before)
        #expect(try await store.integrityReport().failures == [])

        _ = try await store.commit(Samples.commit([Samples.entry(3, item: "second")]))
        #expect(try await contentCount(store) == 2)
        #expect(try await store.entry(Samples.key(2, item: "first").id) != nil)
        #expect(try await store.entry(Samples.key(3, item: "second").id) != nil)
    }

    @Test("A large commit that failed can be made again")
    func repeated() async throws {
        let store = try TrackDatabase(stagingThreshold: 0)
        try await refuse("5000", in: store)
        await #expect(throws: StorageError.self) { try await store.commit(Samples.commit(entries)) }
        try await store.writer.writeWithoutTransaction { try $0.execute(sql: "DROP TRIGGER refuse") }
        _ = try await store.commit(Samples.commit(entries))
        try await expectOwnContents(store)
    }

    @Test("Of two items of one name in a large commit, the later content stays, without a previous version")
    func sameName() async throws {
        for threshold in [0, .max] {
            let store = try TrackDatabase(stagingThreshold: threshold)
            let later = Samples.entry(9, item: "1", title: "Later")
            _ = try await store.commit(Samples.commit([Samples.entry(5, item: "1", title: "Earlier"), later]))
            #expect(try await store.entry(later.ticket.id)?.ticket.body.title == "Later")
            #expect(try await store.history(of: later.ticket.id) == [])
            #expect(try await contentCount(store) == 1)
        }
    }

    @Test("A deleted ticket that comes back in the second of new tickets replaces the content of none")
    func revived() async throws {
        let store = try TrackDatabase(stagingThreshold: 0)
        let old = Samples.entry(1, item: "old", title: "Old")
        _ = try await store.commit(Samples.commit([old]))
        _ = try await store.commit(Samples.commit(deleted: [old.ticket.id]))
        let back = Samples.entry(7, item: "old", title: "Back")
        let new = (1...20).map { Samples.entry(7, item: "new \($0)", title: "New \($0)") }
        _ = try await store.commit(Samples.commit([back] + new))
        for entry in [back] + new {
            #expect(try await store.entry(entry.ticket.id)?.ticket.body.title == entry.ticket.body.title)
        }
        #expect(try await contentCount(store) == 21)
        #expect(try await store.integrityReport().failures == [])
    }
}
