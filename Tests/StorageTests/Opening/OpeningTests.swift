import EngineConcepts
import EngineTestSupport
import Foundation
import GRDB
import Synchronization
import Testing

@testable import Storage

@Suite("Opening a store")
struct OpeningTests {
    @Test("Commits survive closing, and a copy of the files without closing")
    func reopening() async throws {
        try await withDirectory { directory in
            let path = directory + "/data/fiber/fiber.sqlite"
            let store = try TrackDatabase(path: path)
            let commit = TrackCommit(
                inserted: [Samples.entry(5), Samples.entry(6, item: "2")],
                supplierStates: ["feed:a": Samples.supplierState(covering: [Samples.frame(9, 2)])], active: ["feed:a"],
                visibleRanges: TimeframeSet([Samples.frame(9, 1)]))
            _ = try await store.commit(commit)
            let window = try await store.window(WindowRequest(anchor: .top, above: 0, below: 9))
            let record = try await store.record()
            let killed = directory + "/killed"
            try FileManager.default.copyItem(atPath: directory + "/data/fiber", toPath: killed)
            try await store.close()
            for path in [path, killed + "/fiber.sqlite"] {
                let again = try TrackDatabase(path: path)
                #expect(try await again.window(WindowRequest(anchor: .top, above: 0, below: 9)) == window)
                #expect(try await again.record() == record)
                try await again.close()
            }
        }
    }

    @Test("A test write beside a store or a link to one leaves no file, and fails where nothing can be written")
    func writeProbe() async throws {
        try await withDirectory { directory in
            try FileManager.default.createDirectory(atPath: directory + "/data", withIntermediateDirectories: false)
            try await TrackDatabase(path: directory + "/data/fiber.sqlite").close()
            try FileManager.default.createSymbolicLink(
                atPath: directory + "/link.sqlite", withDestinationPath: directory + "/data/fiber.sqlite")
            let files = try FileManager.default.subpathsOfDirectory(atPath: directory)
            for store in ["/data/fiber.sqlite", "/link.sqlite"] {
                #expect(WriteProbe.error(besideStoreAt: directory + store) == nil)
            }
            #expect(try FileManager.default.subpathsOfDirectory(atPath: directory) == files)
            #expect(WriteProbe.error(besideStoreAt: directory + "/none/fiber.sqlite")?.code == .cannotOpen)
        }
    }

    @Test("The space of removed tickets is given back to the file system in steps")
    func space() async throws {
        try await withStore { store, path in
            // Numbers that differ, because a store compresses what repeats.
            func filler(_ second: Int) -> String {
                (0..<1000).map { "\((second * 7919 + $0 * 104_729) % 999_983)" }.joined(separator: " ")
            }
            let entries = (1...900)
                .map { second in
                    let key = Samples.key(second, item: "\(second)")
                    let body = TicketBody(title: "\(second)", text: .plain(filler(second)))
                    return TrackCommit.Entry(
                        ticket: Ticket(key: key, shownTime: key.time, body: body), fingerprint: UInt64(second))
                }
            _ = try await store.commit(Samples.commit(entries))
            func size() throws -> Int {
                try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0
            }
            _ = try await store.commit(Samples.commit(removed: entries.dropLast().map(\.ticket.id)))
            let before = try await store.space()
            #expect(before.free > before.size / 2)
            let steps = Mutex<[Int64]>([])
            try await store.reclaimSpace { bytes in steps.withLock { $0.append(bytes) } }
            let after = try await store.space()
            #expect(after.free == 0 && after.size == before.size - before.free)
            #expect(steps.withLock { $0.last } == before.free)
            #expect(try size() == after.size)
            #expect(try await store.entry(entries[899].ticket.id) != nil)
            try await store.close()
        }
    }

    @Test("The store's directory and file are private to their owner")
    func permissions() async throws {
        try await withDirectory { directory in
            let store = try TrackDatabase(path: directory + "/fiber/fiber.sqlite")
            func mode(_ path: String) throws -> Int? {
                try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
            }
            #expect(try mode(directory + "/fiber") == 0o700)
            #expect(try mode(directory + "/fiber/fiber.sqlite") == 0o600)
            let names = try FileManager.default.contentsOfDirectory(atPath: directory + "/fiber")
            #expect(!names.contains { $0.contains(".new-") })
            try await store.close()
        }
    }

    @Test(
        "Opening a damaged store reports the damage and names the recovery, also if its beginning is damaged",
        arguments: [(8192, StorageError.Code.corrupt), (0, .notADatabase)])
    func damaged(start: Int, code: StorageError.Code) async throws {
        try await withStore { store, path in
            let entries = (1...500).map { Samples.entry($0, item: "\($0)", title: String(repeating: "x", count: 500)) }
            _ = try await store.commit(Samples.commit(entries))
            try await store.close()
            var data = try Data(contentsOf: URL(filePath: path))
            data.replaceSubrange(start..<data.count, with: Data(repeating: 0xff, count: data.count - start))
            try data.write(to: URL(filePath: path))
            let error = await #expect(throws: StorageError.self) {
                let store = try TrackDatabase(path: path)
                _ = try await store.window(WindowRequest(anchor: .top, above: 0, below: 9))
            }
            #expect(error?.code == code)
            #expect(error?.message.english.contains("`fiber doctor --recover`") == true)
        }
    }

    @Test("A directory that cannot be created is reported")
    func noDirectory() async throws {
        try await withDirectory { directory in
            try Data().write(to: URL(filePath: directory + "/file"))
            let error = #expect(throws: StorageError.self) {
                try TrackDatabase(path: directory + "/file/fiber/fiber.sqlite")
            }
            #expect(error?.code == .noDirectory && error?.path == directory + "/file")
            #expect(error?.message.english.hasSuffix(".") == true)
            let cause = error?.cause ?? ""
            #expect(cause.contains(directory) && !cause.contains("Cocoa") && !cause.contains("UserInfo"), "\(cause)")
        }
    }

    @Test(
        "A store that cannot get its name is reported with the system's reason, and leaves no file",
        arguments: [(EPERM, StorageError.Code.readOnly), (ENOSPC, StorageError.Code.full)])
    func noLink(number: CInt, code: StorageError.Code) async throws {
        try await withDirectory { directory in
            let file = StoreFile(path: directory + "/fiber.sqlite")
            let error = #expect(throws: StorageError.self) {
                try file.create(makeLink: { _, _ in
                    errno = number
                    return -1
                })
            }
            #expect(error?.code == code)
            #expect(error?.cause == String(cString: strerror(number)))
            let files = try FileManager.default.contentsOfDirectory(atPath: directory)
            #expect(files.isEmpty)
        }
    }

    @Test("A store of a former version can be opened by several processes at once", arguments: 1...5)
    func simultaneousMigrations(attempt: Int) async throws {
        try await withDirectory { directory in
            let path = directory + "/fiber.sqlite"
            try await makeFormerStore(at: path, upTo: "1 tickets") { _ in }
            // It changes the journal of the store, for which a process needs the file alone.
            let first = try DatabasePool(path: path)
            let stores = try await withThrowingTaskGroup(of: TrackDatabase.self) { group in
                for _ in 1...4 { group.addTask { try TrackDatabase(path: path) } }
                return try await group.reduce(into: [TrackDatabase]()) { $0.append($1) }
            }
            for store in stores {
                #expect(try await store.pendingActions().isEmpty)
                try await store.close()
            }
            try first.close()
            #expect(try StoreFile(path: path).inspect() == .ours(version: Schema.version))
        }
    }

    @Test("A store that a newer Fiber has migrated since it was opened gets no more tickets and marks, and can be read")
    func newerMeanwhile() async throws {
        try await withStore { store, path in
            _ = try await store.commit(Samples.commit([Samples.entry(1)]))
            let newer = try DatabaseQueue(path: path)
            try await newer.writeWithoutTransaction { db in
                try db.execute(sql: "PRAGMA user_version = \(Schema.version + 1)")
            }
            try newer.close()
            let commit = await #expect(throws: StorageError.self) {
                try await store.commit(Samples.commit([Samples.entry(2, item: "2")]))
            }
            let mark = await #expect(throws: StorageError.self) {
                try await store.mark([Samples.key(1).id], MarkChange(read: true))
            }
            let index = await #expect(throws: StorageError.self) { try await store.index(upTo: 1) }
            #expect([commit, mark, index].map { $0?.code } == [.tooNew, .tooNew, .tooNew])
            // A place is kept all the same.
            try await store.setSetting("place", to: "1")
            #expect(try await store.counts(in: .all) == TrackCounts(total: 1, unread: 1))
            try await store.close()
        }
    }

    @Test("Commits of another process are visible at once")
    func twoProcesses() async throws {
        try await withDirectory { directory in
            let path = directory + "/fiber.sqlite"
            let first = try TrackDatabase(path: path)
            let second = try TrackDatabase(path: path)
            func commit(_ second: Int, _ supplier: SupplierID) -> TrackCommit {
                TrackCommit(
                    inserted: [Samples.entry(second, supplier)],
                    supplierStates: [supplier: Samples.supplierState(covering: [Samples.frame(second + 1, second)])],
                    active: Set(Samples.suppliers), visibleRanges: TimeframeSet([Samples.frame(40, 0)]))
            }
            for (step, supplier) in Samples.suppliers.enumerated() {
                _ = try await (step % 2 == 0 ? first : second).commit(commit(step, supplier))
                let records = (try await first.record(), try await second.record())
                #expect(records.0 == records.1)
                #expect(records.0.supplierStates.count == step + 1)
                let request = WindowRequest(anchor: .top, above: 0, below: 50)
                #expect(try await first.window(request) == (try await second.window(request)))
            }
            try await first.close()
            try await second.close()
        }
    }

    @Test("Closing during another program's checkpoint succeeds and loses nothing")
    func closingBesideAnother() async throws {
        try await withStore { store, path in
            _ = try await store.commit(
                TrackCommit(inserted: [Samples.entry(1)], active: ["feed:a"], visibleRanges: TimeframeSet()))
            try closeWhileAnotherEmptiesTheLog(store)
            let again = try TrackDatabase(path: path)
            #expect(try await again.knownItems(["1"], of: "feed:a").keys.sorted() == ["1"])
            try await again.close()
        }
    }

    private func closeWhileAnotherEmptiesTheLog(_ store: TrackDatabase) throws {
        // SQLite calls the busy handler while it holds the log for a checkpoint.
        let closing = Mutex<Result<Void, any Error>?>(nil)
        var configuration = Configuration()
        configuration.busyMode = .callback { _ in
            closing.withLock { $0 = Result { try store.closeFile() } }
            return false
        }
        let other = try DatabaseQueue(path: store.path, configuration: configuration)
        let writer = try DatabaseQueue(path: store.path)
        try writer.inTransaction(.immediate) { _ in
            #expect(throws: DatabaseError.self) {
                try other.writeWithoutTransaction { _ = try $0.checkpoint(.truncate) }
            }
            return .rollback
        }
        try #require(closing.withLock { $0 }).get()
        try other.close()
        try writer.close()
    }

    @Test("Only one object holds the lease, and a release frees it")
    func lease() async throws {
        try await withDirectory { directory in
            let path = directory + "/fiber.sqlite"
            let first = WriterLease(forStoreAt: path)
            let second = WriterLease(forStoreAt: path)
            let taken = try (first.acquire(), second.acquire())
            #expect(taken == (true, false))
            first.release()
            let afterRelease = try second.acquire()
            #expect(afterRelease)
        }
    }

    @Test("A lease that cannot be opened names the store, not its own file")
    func noLease() async throws {
        try await withDirectory { directory in
            let path = directory + "/missing/fiber.sqlite"
            let error = #expect(throws: StorageError.self) { try WriterLease(forStoreAt: path).acquire() }
            #expect(error?.code == .cannotOpen)
            #expect(error?.path == path)
        }
    }
}
