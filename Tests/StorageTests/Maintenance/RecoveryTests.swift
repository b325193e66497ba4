import EngineConcepts
import EngineTestSupport
import Foundation
import GRDB
import TestSupport
import Testing

@testable import Storage

@Suite("Recovering a damaged store")
struct RecoveryTests {
    @Test(
        "Recovery refuses the database of another program or a newer Fiber, which stays where it is",
        arguments: [StorePlaceTests.ForeignFile.otherProgram, .plainSQLite, .newerFiber])
    func recoveryOfForeignFile(_ file: StorePlaceTests.ForeignFile) async throws {
        try await withDirectory { directory in
            let path = directory + "/fiber.sqlite"
            try file.write(to: path)
            let before = try Data(contentsOf: URL(filePath: path))
            let error = await #expect(throws: StorageError.self) { try await DamagedStore(path: path).recover() }
            #expect(error?.code == file.expected)
            #expect(try Data(contentsOf: URL(filePath: path)) == before)
            #expect(try FileManager.default.contentsOfDirectory(atPath: directory) == ["fiber.sqlite"])
        }
    }

    @Test("Recovery saves readable tickets, shows the rest as gaps and keeps the damaged file")
    func recovery() async throws {
        try await withStore { store, path in
            let entries = (1...2000)
                .map {
                    var entry = Samples.entry($0, item: "\($0)", title: String(repeating: "x", count: 300))
                    entry.firstSeen = Samples.time($0 + 1)
                    return entry
                }
            let frame = Samples.frame(2001, 0)
            _ = try await store.commit(Samples.commit(entries, covering: frame))
            _ = try await store.mark([Samples.key(2000, item: "2000").id], MarkChange(read: true, starred: true))
            try await store.setSetting("density", to: "roomy")
            try await store.close()
            var data = try Data(contentsOf: URL(filePath: path))
            let page = 8192
            let damage = data.count / page * 2 / 3 * page
            data.replaceSubrange(damage..<damage + 3 * page, with: Data(repeating: 0xff, count: 3 * page))
            try data.write(to: URL(filePath: path))

            let report = try #require(try await DamagedStore(path: path).recover())
            #expect(report.isIncomplete)
            #expect(report.savedTickets > 500 && report.savedTickets < 2000)
            #expect(report.lostTickets == 2000 - report.savedTickets)
            #expect(try Data(contentsOf: URL(filePath: report.damagedFile)) == data)
            let saved = try TrackDatabase(path: path)
            #expect(try await saved.integrityReport().failures == [])
            #expect(try await saved.counts(in: .all).total == report.savedTickets)
            #expect(try await saved.setting("density") == "roomy")
            #expect(try await saved.firstSeen(Samples.key(2000, item: "2000").id) == Samples.time(2001))
            let gaps = try await saved.record().gaps
            #expect(gaps.map(\.kind) == [.partial, .full])
            #expect(gaps.allSatisfy { $0.missing.map(\.supplier) == ["feed:a"] })
            var state = try #require(try await saved.record().supplierStates["feed:a"])
            state.ranges.lowerFloor(to: SupplierRanges.Floor(time: frame.start, reason: .threshold))
            #expect(state.ranges.missing(in: frame) == TimeframeSet(frame), "a source with nothing older hides no loss")
            try await saved.close()
        }
    }

    @Test("What is missing without a damaged page counts as lost, and nothing that was complete stays so")
    func unnoticedLoss() async throws {
        try await withStore { store, path in
            let frame = Samples.frame(11, 0)
            _ = try await store.commit(
                Samples.commit((1...10).map { Samples.entry($0, item: "\($0)") }, covering: frame))
            try await store.writing { try $0.execute(sql: "UPDATE supplier_count SET shown = shown + 1") }
            try await store.close()
            let report = try #require(try await DamagedStore(path: path).recover())
            #expect(report.isIncomplete && report.savedTickets == 10 && report.lostTickets == 1)
            let saved = try TrackDatabase(path: path)
            let state = try #require(try await saved.record().supplierStates["feed:a"])
            #expect(state.ranges.missing(in: frame) == TimeframeSet(frame))
            try await saved.close()
        }
    }

    @Test("A recovery that cannot write what it has read leaves the damaged file where it is, and nothing beside it")
    func failedRecovery() async throws {
        try await withStore { store, path in
            _ = try await fill(store, count: 20)
            let action = PendingAction(
                id: ActionID("1"), request: .ticket(.like, Samples.key(1).id), requestedAt: Samples.time(1),
                repetition: .safe)
            try await store.apply([.append(action)])
            // A table that has an action twice, which that of a new store refuses.
            try await store.writing {
                try $0.execute(
                    sql: """
                        CREATE TABLE other AS SELECT * FROM outbox;
                        INSERT INTO other SELECT * FROM outbox;
                        DROP TABLE outbox;
                        ALTER TABLE other RENAME TO outbox;
                        UPDATE supplier_count SET shown = shown + 1
                        """)
            }
            try await store.close()
            let before = try Data(contentsOf: URL(filePath: path))
            let error = await #expect(throws: StorageError.self) { try await DamagedStore(path: path).recover() }
            #expect(error?.path == path)
            #expect(try Data(contentsOf: URL(filePath: path)) == before)
            let directory = URL(filePath: path).deletingLastPathComponent().path(percentEncoded: false)
            let names = try FileManager.default.contentsOfDirectory(atPath: directory)
            #expect(!names.contains { $0.contains("damaged") || $0.contains("recovered") })
        }
    }

    @Test("Recovery leaves a sound store as it is")
    func soundStore() async throws {
        try await withStore { store, path in
            _ = try await store.commit(Samples.commit([Samples.entry(1)]))
            try await store.close()
            let before = try Data(contentsOf: URL(filePath: path))
            #expect(try await DamagedStore(path: path).recover() == nil)
            #expect(try Data(contentsOf: URL(filePath: path)) == before)
            #expect(!FileManager.default.fileExists(atPath: path + ".damaged-1"))
        }
    }

    @Test("If only settings are lost, no item counts as lost, and what was complete stays so")
    func lostSettings() async throws {
        try await withStore { store, path in
            let frame = Samples.frame(11, 0)
            _ = try await store.commit(Samples.commit([Samples.entry(1)], covering: frame))
            try await store.setSetting("density", to: "roomy")
            try await damage("setting", in: store)

            let report = try #require(try await DamagedStore(path: path).recover())
            #expect(report.lostParts == [.settings] && report.savedTickets == 1 && report.lostTickets == 0)
            let saved = try TrackDatabase(path: path)
            let state = try #require(try await saved.record().supplierStates["feed:a"])
            #expect(state.ranges.missing(in: frame).isEmpty)
            try await saved.close()
        }
    }

    @Test(
        "If only the states of the suppliers or the ranges are lost, all items are saved and shown, and none as complete",
        arguments: ["supplier", "track"], [false, true])
    func lostSources(table: String, isHalf: Bool) async throws {
        try await withStore { store, path in
            let frame = Samples.frame(11, 1)
            let state = Samples.supplierState(covering: [frame])
            _ = try await store.commit(
                TrackCommit(
                    inserted: (1...10).map { Samples.entry($0, $0 > 5 ? "feed:a" : "feed:ab", item: "\($0)") },
                    supplierStates: ["feed:a": state, "feed:ab": state], active: ["feed:a", "feed:ab"],
                    visibleRanges: TimeframeSet([frame])))
            if isHalf {
                try await damage(table, in: store, at: 4096, writing: Self.emptyHalf)
                let damaged = try TrackDatabase(path: path)
                let error = await #expect(throws: StorageError.self) { _ = try await damaged.record() }
                #expect(error?.code == .corrupt)
                try await damaged.close()
            } else {
                try await damage(table, in: store)
            }

            let report = try #require(try await DamagedStore(path: path).recover())
            #expect(report.lostParts == [.sources] && report.savedTickets == 10 && report.lostTickets == 0)
            let saved = try TrackDatabase(path: path)
            #expect(try await saved.counts(in: .all).total == 10)
            let record = try await saved.record()
            #expect(record.active == ["feed:a", "feed:ab"] && record.visibleRanges == TimeframeSet([frame]))
            #expect(record.supplierStates["feed:a"]?.ranges.missing(in: frame) == TimeframeSet(frame))
            try await saved.close()
        }
    }

    /// The second half of a page, which has the rows of a small table.
    private static let emptyHalf = [UInt8](repeating: 0, count: 4096)

    @Test("A store whose list of migrations cannot be read is reported as damaged, and all of it is saved")
    func unreadableMigrations() async throws {
        try await withStore { store, path in
            _ = try await fill(store, count: 20)
            try await damage("grdb_migrations", in: store, at: 4096, writing: Self.emptyHalf)
            let error = #expect(throws: StorageError.self) { _ = try TrackDatabase(path: path) }
            #expect(error?.code == .corrupt)
            let report = try #require(try await DamagedStore(path: path).recover())
            #expect(report.savedTickets == 20 && !report.isIncomplete)
        }
    }

    /// Overwrites the first page of a table or an index from `offset` on, and closes the store.
    private func damage(
        _ table: String, in store: TrackDatabase, at offset: Int = 0,
        writing bytes: [UInt8] = [UInt8](repeating: 0xff, count: 8192)
    ) async throws {
        let page = try await store.reading {
            try $0.db.integer("SELECT rootpage FROM sqlite_master WHERE name = ?", table) ?? 0
        }
        try await store.close()
        var data = try Data(contentsOf: URL(filePath: store.path))
        let start = (Int(page) - 1) * 8192 + offset
        data.replaceSubrange(start..<start + bytes.count, with: bytes)
        try data.write(to: URL(filePath: store.path))
    }

    /// Fills a new store with tickets of different lengths, each by an author of its own.
    private func fill(_ store: TrackDatabase, count: Int) async throws -> [TrackCommit.Entry] {
        let entries = (1...count)
            .map { number in
                let key = Samples.key(number, item: "\(number)", native: Int64(-number))
                let words = String(repeating: "word ", count: number.isMultiple(of: 10) ? 8000 : number)
                let handle = String(repeating: "h", count: 50)
                let author = Author(id: "a\(number)", name: "Author \(number)", handle: handle)
                let body = TicketBody(title: "Title \(number)", text: .plain(words), author: author, tags: ["a", "b"])
                let ticket = Ticket(key: key, shownTime: key.time, body: body)
                return TrackCommit.Entry(ticket: ticket, fingerprint: .max, isLate: false)
            }
        let frame = Samples.frame(count + 1, 0)
        _ = try await store.commit(Samples.commit(entries, covering: frame))
        return entries
    }

    @Test(
        "All items are saved of a store that has lost the page through which the rows of a table are found",
        arguments: ["place", "content", "author"])
    func lostRoot(table: String) async throws {
        try await withStore { store, path in
            let entries = try await fill(store, count: 600)
            let starred = entries[300].ticket.id
            _ = try await store.mark([starred], MarkChange(starred: true))
            try await damage(table, in: store)

            let report = try #require(try await DamagedStore(path: path).recover())
            #expect(report.savedTickets == 600 && !report.isIncomplete)
            let saved = try TrackDatabase(path: path)
            for entry in entries {
                let found = try await saved.entry(entry.ticket.id)
                #expect(found?.ticket.key == entry.ticket.key && found?.ticket.body == entry.ticket.body)
                #expect(found?.marks.isStarred == (entry.ticket.id == starred))
            }
            #expect(try await saved.integrityReport().failures == [])
            try await saved.close()
        }
    }

    @Test("Tickets whose places are lost are made anew from the indexes, with their marks")
    func lostPlaces() async throws {
        try await withStore { store, path in
            let entries = try await fill(store, count: 20)
            let ids = entries.map(\.ticket.id)
            _ = try await store.mark(Array(ids[..<5]), MarkChange(read: true))
            _ = try await store.mark([ids[3], ids[7]], MarkChange(starred: true))
            _ = try await store.mark([ids[9]], MarkChange(later: true))
            // The only page of the table.
            try await damage("place", in: store)

            let report = try #require(try await DamagedStore(path: path).recover())
            #expect(report.savedTickets == 20 && !report.isIncomplete)
            let saved = try TrackDatabase(path: path)
            for (index, entry) in entries.enumerated() {
                let found = try #require(try await saved.entry(entry.ticket.id))
                #expect(found.ticket.key == entry.ticket.key && found.ticket.body == entry.ticket.body)
                #expect(found.marks.isRead == (index < 5) && found.marks.isStarred == [3, 7].contains(index))
                #expect(found.marks.isLater == (index == 9))
            }
            let state = try #require(try await saved.record().supplierStates["feed:a"])
            #expect(state.ranges.missing(in: Samples.frame(21, 0)).isEmpty)
            #expect(try await saved.integrityReport().failures == [])
            try await saved.close()
        }
    }

    @Test("Tickets beside the Track are saved with their marks, and stay beside it")
    func besideTrack() async throws {
        try await withStore { store, path in
            _ = try await fill(store, count: 20)
            let beside = Samples.entry(7, item: "beside")
            try await store.storeBesideTrack([beside])
            _ = try await store.mark([beside.ticket.id], MarkChange(starred: true))
            try await store.writing { try $0.execute(sql: "UPDATE supplier_count SET shown = shown + 1") }
            try await store.close()
            let report = try #require(try await DamagedStore(path: path).recover())
            #expect(report.savedTickets == 20)
            let saved = try TrackDatabase(path: path)
            #expect(try await saved.entry(beside.ticket.id)?.ticket == beside.ticket)
            #expect(try await saved.entry(beside.ticket.id)?.marks == Marks(isStarred: true))
            #expect(try await saved.knownItemsBesideTrack(["beside"], of: "feed:a").count == 1)
            #expect(try await saved.counts(in: .all).total == 20)
            try await saved.close()
        }
    }

    @Test("A row of a scanned page whose row ID and time do not agree is no item")
    func rowOfAnotherTime() async throws {
        try await withStore { store, path in
            _ = try await fill(store, count: 600)
            try await store.writing { try $0.execute(sql: "UPDATE place SET age = 0 WHERE item = '7'") }
            try await damage("place", in: store)
            let report = try #require(try await DamagedStore(path: path).recover())
            #expect(report.savedTickets == 599 && report.lostTickets == 1)
        }
    }

    @Test("A missing author is an error of the store, and recovery counts its items, which the source can deliver anew")
    func missingAuthors() async throws {
        try await withStore { store, path in
            let entries = try await fill(store, count: 3)
            try await store.writing { try $0.execute(sql: "DELETE FROM author WHERE name <> 'Author 2'") }
            try await store.close()
            let damaged = try TrackDatabase(path: path)
            let error = await #expect(throws: StorageError.self) {
                _ = try await damaged.window(WindowRequest(anchor: .top, above: 0, below: 9))
            }
            #expect(error?.code == .corrupt)
            #expect(try await damaged.integrityReport().failures.count == 2)
            try await damaged.close()

            let report = try #require(try await DamagedStore(path: path).recover())
            #expect(report.savedTickets == 3 && report.ticketsWithoutAuthor == 2 && report.isIncomplete)
            let saved = try TrackDatabase(path: path)
            var authors: [String?] = []
            for entry in entries { authors.append(try await saved.entry(entry.ticket.id)?.ticket.body.author?.name) }
            #expect(authors == [nil, "Author 2", nil])
            let known = try await saved.knownItems(["1", "2"], of: "feed:a")
            #expect(known["1"]?.fingerprint != .max && known["2"]?.fingerprint == .max)
            let state = try #require(try await saved.record().supplierStates["feed:a"])
            #expect(state.ranges.missing(in: Samples.frame(4, 0)) == TimeframeSet(Samples.frame(4, 0)))
            try await saved.close()
        }
    }

    @Test(
        "All items are saved of a backup without its first page, whose tables begin elsewhere than in a new store",
        arguments: [false, true])
    func backupWithoutFirstPage(hasLabels: Bool) async throws {
        try await withDirectory { directory in
            let path = directory + "/backup.sqlite"
            let store = try TrackDatabase(path: directory + "/fiber.sqlite")
            let entries = try await fill(store, count: hasLabels ? 60 : 600)
            if hasLabels {
                // Where the contents of a new store begin, under row IDs that authors have, where its places begin.
                try await store.writing {
                    try $0.execute(sql: "INSERT INTO label (name, definition) VALUES ('a', ''), ('b', '')")
                }
            }
            try await store.backup(to: path)
            try await store.close()
            var data = try Data(contentsOf: URL(filePath: path))
            data.replaceSubrange(0..<8192, with: Data(repeating: 0xff, count: 8192))
            try data.write(to: URL(filePath: path))
            let report = try #require(try await DamagedStore(path: path).recover())
            #expect(report.savedTickets == entries.count && report.lostTickets == nil)
            #expect(report.lostParts.contains(.sources))
            let saved = try TrackDatabase(path: path)
            for entry in entries {
                #expect(try await saved.entry(entry.ticket.id)?.ticket.body == entry.ticket.body)
            }
            #expect(try await saved.counts(in: .all).total == entries.count)
            #expect(try await saved.integrityReport().failures == [])
            try await saved.close()
        }
    }

    @Test("Overwritten rows of an index count as no lost items")
    func overwrittenIndex() async throws {
        try await withStore { store, path in
            _ = try await fill(store, count: 20)
            try await damage("place_supplier", in: store, at: 4096, writing: Self.emptyHalf)
            let report = try #require(try await DamagedStore(path: path).recover())
            #expect(report.savedTickets == 20 && !report.isIncomplete)
        }
    }

    @Test("Overwritten rows of places count once among the lost items, and the others are saved")
    func overwrittenPlaces() async throws {
        try await withStore { store, path in
            _ = try await fill(store, count: 150)
            try await damage("place", in: store, at: 4096, writing: Self.emptyHalf)
            let report = try #require(try await DamagedStore(path: path).recover())
            #expect(report.savedTickets > 0 && report.lostTickets == 150 - report.savedTickets)
        }
    }

    @Test("An index that has lost its rows is found by the check, and recovery makes it anew without losing an item")
    func emptyIndex() async throws {
        try await withStore { store, path in
            _ = try await fill(store, count: 20)
            // A leaf page without rows, whose content would begin at its end.
            let leaf: [UInt8] = [10, 0, 0, 0, 0, 0x20, 0, 0]
            try await damage("author_name", in: store, writing: leaf + [UInt8](repeating: 0, count: 8184))
            let damaged = try TrackDatabase(path: path)
            let failures = try await damaged.integrityReport().failures
            #expect(!failures.isEmpty)
            try await damaged.close()
            let report = try #require(try await DamagedStore(path: path).recover())
            #expect(report.savedTickets == 20 && !report.isIncomplete)
            let saved = try TrackDatabase(path: path)
            #expect(try await saved.integrityReport().failures == [])
            try await saved.close()
        }
    }

    @Test("Recovery ends whatever bytes the pages of a table have", arguments: [UInt64](1...6))
    func randomDamage(seed: UInt64) async throws {
        try await withStore { store, path in
            _ = try await fill(store, count: 100)
            try await damage("content", in: store)
            var data = try Data(contentsOf: URL(filePath: path))
            var random = SeededGenerator(seed: seed)
            // Half of them in the first bytes of a page, which say where its rows are.
            for number in 0..<data.count / 100 {
                let page = Int.random(in: 1..<data.count / 8192, using: &random) * 8192
                let offset = Int.random(in: 0..<(number.isMultiple(of: 2) ? 64 : 8192), using: &random)
                data[page + offset] = UInt8.random(in: 0...255, using: &random)
            }
            try data.write(to: URL(filePath: path))
            let report = try #require(try await DamagedStore(path: path).recover())
            #expect(report.isIncomplete && report.savedTickets <= 100)
            let saved = try TrackDatabase(path: path)
            #expect(try await saved.integrityReport().failures == [])
            try await saved.close()
        }
    }

    @Test(
        "Everything is saved of a store whose magic, header or first page is damaged, and no file is left beside it",
        arguments: [16, 100, 8192], [UInt8(0), 0xff])
    func damagedStart(length: Int, byte: UInt8) async throws {
        try await withDirectory { directory in
            let path = directory + "/fiber.sqlite"
            let store = try TrackDatabase(path: path)
            let entries = (1...500).map { Samples.entry($0, item: "\($0)", title: String(repeating: "x", count: 300)) }
            let frame = Samples.frame(501, 1)
            _ = try await store.commit(Samples.commit(entries, covering: frame))
            _ = try await store.mark([Samples.key(9, item: "9").id], MarkChange(starred: true))
            try await store.setSetting("density", to: "roomy")
            try await store.close()
            var data = try Data(contentsOf: URL(filePath: path))
            data.replaceSubrange(0..<length, with: Data(repeating: byte, count: length))
            try data.write(to: URL(filePath: path))

            let report = try #require(try await DamagedStore(path: path).recover())
            #expect(report.savedTickets == 500 && !report.isIncomplete)
            #expect(try Data(contentsOf: URL(filePath: report.damagedFile)) == data)
            let saved = try TrackDatabase(path: path)
            #expect(try await saved.counts(in: .all).total == 500)
            #expect(try await saved.entry(Samples.key(9, item: "9").id)?.marks.isStarred == true)
            #expect(try await saved.setting("density") == "roomy")
            try await saved.close()
            let names = try FileManager.default.contentsOfDirectory(atPath: directory)
            #expect(!names.contains { $0.contains("repaired") })
        }
    }

    @Test("Recovery of an unreadable store makes an empty one")
    func unreadableStore() async throws {
        try await withDirectory { directory in
            let path = directory + "/fiber.sqlite"
            try await TrackDatabase(path: path).close()
            var data = try Data(contentsOf: URL(filePath: path))
            data.replaceSubrange(100..<data.count, with: Data(repeating: 0xff, count: data.count - 100))
            try data.write(to: URL(filePath: path))
            let report = try #require(try await DamagedStore(path: path).recover())
            #expect(report.savedTickets == 0 && report.isIncomplete && report.lostTickets == nil)
            let store = try TrackDatabase(path: path)
            #expect(try await store.counts(in: .all).total == 0)
            try await store.close()
        }
    }
}
