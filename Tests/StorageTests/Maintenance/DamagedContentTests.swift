import EngineConcepts
import GRDB
import Queries
import Testing

@testable import Storage

@Suite("Damaged contents in a file that SQLite can read")
struct DamagedContentTests {
    @Test(
        "The check names an item whose content cannot be decoded, which SQLite's own check does not find",
        arguments: [
            "UPDATE content SET rest = x'03ff'", "UPDATE content SET title = CAST(x'ff41' AS TEXT)",
            "UPDATE former_content SET rest = x'03ff'",
        ])
    func undecodableContent(change: String) async throws {
        let store = try TrackDatabase()
        let first = Samples.entry(1, item: "number-7", title: "First")
        _ = try await store.commit(Samples.commit([first]))
        let second = Samples.entry(1, item: "number-7", title: "Second")
        _ = try await store.commit(Samples.commit(updated: [second]))
        #expect(try await store.integrityReport().failures == [])
        try await store.writing { try $0.execute(sql: change) }
        let failures = try await store.integrityReport().failures
        #expect(failures.count == 1 && failures.first?.contains("number-7") == true)
    }

    @Test("Recovery saves an item whose labels cannot be decoded: labels are made anew")
    func undecodableLabels() async throws {
        try await withStore { store, path in
            let entries = (1...3).map { Samples.entry($0, item: "\($0)") }
            _ = try await store.commit(Samples.commit(entries))
            try await store.writing { try $0.execute(sql: "UPDATE place SET labels = x'ff' WHERE item = '2'") }
            try await store.close()
            let report = try #require(try await DamagedStore(path: path).recover())
            #expect(report.savedTickets == 3 && !report.isIncomplete)
        }
    }

    @Test("A version that cannot grow is reported as damage")
    func highestVersion() async throws {
        let store = try TrackDatabase()
        try await store.writing { try $0.execute(sql: "UPDATE track SET version = \(Int64.max)") }
        let error = await #expect(throws: StorageError.self) { _ = try await store.record() }
        #expect(error?.code == .corrupt)
    }

    @Test("A search does not end the program at a row ID that no time has")
    func highestRowID() async throws {
        let store = try TrackDatabase()
        _ = try await store.commit(Samples.commit([Samples.entry(1)]))
        try await store.writing { db in
            for table in ["place", "content"] { try db.execute(sql: "UPDATE \(table) SET id = \(Int64.max - 1)") }
        }
        let search = store.search(try Query(parsing: "is:unread")) { Samples.time(9) }
        _ = try await search.window(WindowRequest(anchor: .bottom, above: 0, below: 1))
    }

    @Test("A store that has a label twice is reported as damaged")
    func repeatedLabel() async throws {
        let store = try TrackDatabase()
        try await store.writing {
            try $0.execute(
                sql: """
                    DROP INDEX label_name;
                    INSERT INTO label (name, definition) VALUES ('topic', ''), ('topic', '');
                    UPDATE labelling SET version = version + 1
                    """)
        }
        let error = await #expect(throws: StorageError.self) { _ = try await store.integrityReport() }
        #expect(error?.code == .corrupt)
    }

    @Test("Damaged counts whose sum is no number do not end the program, and the check names them")
    func overflowingCounts() async throws {
        let store = try TrackDatabase()
        _ = try await store.commit(Samples.commit([Samples.entry(1)]))
        try await store.writing {
            try $0.execute(sql: "UPDATE supplier_count SET shown = 9223372036854775807, hidden = 9223372036854775807")
        }
        _ = try await store.counts(in: TrackView(filter: .off))
        #expect(try await store.integrityReport().failures == ["the counts of feed:a are wrong"])
    }

    @Test("The check names a waiting action that cannot be decoded")
    func undecodableAction() async throws {
        let store = try TrackDatabase()
        let action = PendingAction(
            id: ActionID("number-7"), request: .ticket(.like, TicketID(supplier: "feed:a", item: "1")),
            requestedAt: Samples.time(1), repetition: .safe)
        try await store.apply([.append(action)])
        #expect(try await store.integrityReport().failures == [])
        try await store.writing { try $0.execute(sql: "UPDATE outbox SET state = '{'") }
        let failures = try await store.integrityReport().failures
        #expect(failures.count == 1 && failures.first?.contains("number-7") == true)
    }

    @Test(
        "A search that must read an item without content or place fails instead of leaving it out",
        arguments: [
            "DELETE FROM content WHERE id = (SELECT id FROM place WHERE item = '2')",
            "DELETE FROM place WHERE item = '2'",
        ])
    func missingContent(change: String) async throws {
        let store = try TrackDatabase()
        let entries = (1...3).map { Samples.entry($0, item: "\($0)") }
        _ = try await store.commit(Samples.commit(entries))
        let search = store.search(try Query(parsing: "title")) { Samples.time(9) }
        let request = WindowRequest(anchor: .top, above: 0, below: 10)
        #expect(try await search.window(request).rows.count == 3)
        try await store.writing { try $0.execute(sql: change) }
        let error = await #expect(throws: StorageError.self) { _ = try await search.window(request) }
        #expect(error?.code == .corrupt)
    }
}
