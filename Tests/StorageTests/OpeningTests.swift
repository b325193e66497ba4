import EngineConcepts
import EngineTestSupport
import Foundation
import GRDB
import Synchronization
import TestSupport
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
            try store.close()
            for path in [path, killed + "/fiber.sqlite"] {
                let again = try TrackDatabase(path: path)
                #expect(try await again.window(WindowRequest(anchor: .top, above: 0, below: 9)) == window)
                #expect(try await again.record() == record)
                try again.close()
            }
        }
    }

    @Test("A test write beside a store or a link to one leaves no file, and fails where nothing can be written")
    func writeProbe() async throws {
        try await withDirectory { directory in
            try FileManager.default.createDirectory(atPath: directory + "/data", withIntermediateDirectories: false)
            try TrackDatabase(path: directory + "/data/fiber.sqlite").close()
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
            _ = try await store.commit(
                TrackCommit(inserted: entries, active: ["feed:a"], visibleRanges: TimeframeSet([.always])))
            func size() throws -> Int {
                try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0
            }
            _ = try await store.commit(
                TrackCommit(
                    inserted: [], removed: entries.dropLast().map(\.ticket.id), active: ["feed:a"],
                    visibleRanges: TimeframeSet([.always])))
            let before = try await store.space()
            #expect(before.free > before.size / 2)
            let steps = Mutex<[Int64]>([])
            try await store.reclaimSpace(rewriting: false) { bytes in steps.withLock { $0.append(bytes) } }
            let after = try await store.space()
            #expect(after.free == 0 && after.size == before.size - before.free)
            #expect(steps.withLock { $0.last } == before.free)
            #expect(try size() == after.size)
            #expect(try await store.entry(entries[899].ticket.id) != nil)
            try store.close()
        }
    }

    @Test("The store's directory and file are private to their owner")
    func permissions() async throws {
        try await withDirectory { directory in
            let store = try TrackDatabase(path: directory + "/fiber/fiber.sqlite")
            defer { #expect(throws: Never.self) { try store.close() } }
            func mode(_ path: String) throws -> Int? {
                try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
            }
            #expect(try mode(directory + "/fiber") == 0o700)
            #expect(try mode(directory + "/fiber/fiber.sqlite") == 0o600)
            let names = try FileManager.default.contentsOfDirectory(atPath: directory + "/fiber")
            #expect(!names.contains { $0.contains(".new-") })
        }
    }

    @Test(
        "A file that is not Fiber's is refused by name and stays as it is",
        arguments: [ForeignFile.text, .otherProgram, .plainSQLite, .newerFiber])
    func foreignFile(_ file: ForeignFile) async throws {
        try await withDirectory { directory in
            let path = directory + "/fiber.sqlite"
            try file.write(to: path)
            let before = try Data(contentsOf: URL(filePath: path))
            let error = #expect(throws: StorageError.self) { try TrackDatabase(path: path) }
            #expect(error?.code == file.expected)
            #expect(error?.message.english.contains(path) == true)
            #expect(try Data(contentsOf: URL(filePath: path)) == before)
            #expect(try FileManager.default.contentsOfDirectory(atPath: directory) == ["fiber.sqlite"])
        }
    }

    enum ForeignFile: CaseIterable {
        case text
        case otherProgram
        case plainSQLite
        case newerFiber

        var expected: StorageError.Code {
            switch self {
            case .text: .notADatabase
            case .otherProgram, .plainSQLite: .foreign
            case .newerFiber: .tooNew
            }
        }

        func write(to path: String) throws {
            let sql =
                switch self {
                case .text: ""
                case .otherProgram: "PRAGMA application_id = 252006674; CREATE TABLE rss_item (id)"
                case .plainSQLite: "CREATE TABLE t (a)"
                case .newerFiber:
                    "PRAGMA application_id = \(Schema.applicationID); PRAGMA user_version = 1000; CREATE TABLE t (a)"
                }
            if self == .text {
                try Data(repeating: 0x61, count: 300).write(to: URL(filePath: path))
            } else {
                let queue = try DatabaseQueue(path: path)
                try queue.writeWithoutTransaction { try $0.execute(sql: sql) }
                try queue.close()
            }
        }
    }

    @Test(
        "Opening a damaged store reports the damage and names the recovery, also if its beginning is damaged",
        arguments: [(8192, StorageError.Code.corrupt), (0, .notADatabase)])
    func damaged(start: Int, code: StorageError.Code) async throws {
        try await withStore { store, path in
            let entries = (1...500).map { Samples.entry($0, item: "\($0)", title: String(repeating: "x", count: 500)) }
            _ = try await store.commit(
                TrackCommit(inserted: entries, active: ["feed:a"], visibleRanges: TimeframeSet([.always])))
            try store.close()
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
            #expect(error?.code == .cannotOpen)
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

    @Test("An empty file becomes a store")
    func emptyFile() async throws {
        try await withDirectory { directory in
            let path = directory + "/fiber.sqlite"
            try Data().write(to: URL(filePath: path))
            let store = try TrackDatabase(path: path)
            #expect(try await store.record() == TrackRecord())
            try store.close()
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
            try first.close()
            try second.close()
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
            try again.close()
        }
    }

    private func closeWhileAnotherEmptiesTheLog(_ store: TrackDatabase) throws {
        // SQLite calls the busy handler while it holds the log for a checkpoint.
        let closing = Mutex<Result<Void, any Error>?>(nil)
        var configuration = Configuration()
        configuration.busyMode = .callback { _ in
            closing.withLock { $0 = Result { try store.close() } }
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

    @Test("A backup can be opened as a store and never overwrites a file")
    func backup() async throws {
        try await withDirectory { directory in
            let store = try TrackDatabase(path: directory + "/fiber.sqlite")
            _ = try await store.commit(
                TrackCommit(inserted: [Samples.entry(5)], active: ["feed:a"], visibleRanges: TimeframeSet([.always])))
            let target = directory + "/backup.sqlite"
            try await store.backup(to: target)
            let copy = try TrackDatabase(path: target)
            #expect(try await copy.counts(in: .all).total == 1)
            #expect(try await copy.record().version == store.record().version)
            try copy.close()
            let before = try Data(contentsOf: URL(filePath: target))
            await #expect(throws: StorageError.self) { try await store.backup(to: target) }
            #expect(try Data(contentsOf: URL(filePath: target)) == before)
            try store.close()
            let names = try FileManager.default.contentsOfDirectory(atPath: directory)
            #expect(!names.contains { $0.contains(".new-") })
        }
    }

    @Test("A copy of a store is of one commit, whether another process writes the store, has it open or has closed it")
    func copy() async throws {
        try await withDirectory { directory in
            let path = directory + "/fiber.sqlite"
            let store = try TrackDatabase(path: path)
            let names = (0..<50).map { "number-\($0)" }
            @Sendable func commit(_ number: Int) async throws {
                // Larger than a page, so that a copy in pieces would mix commits.
                let value = "\(number)" + String(repeating: " ", count: 10_000)
                try await store.writing { db in
                    for name in names { try SettingRows(db: db).apply(SettingChange(name, to: value)) }
                }
            }
            func copied(_ name: String) async throws -> Set<String> {
                let target = "\(directory)/\(name).sqlite"
                try StoreSnapshot.make(ofStoreAt: path, at: target)
                let mode = try FileManager.default.attributesOfItem(atPath: target)[.posixPermissions] as? Int
                #expect(mode == 0o600)
                let copy = try TrackDatabase(path: target)
                let values = try await copy.settings(names)
                try copy.close()
                #expect(values.count == names.count)
                return Set(values.values.map { String($0.prefix { $0 != " " }) })
            }
            try await commit(1)
            #expect(try await copied("open") == ["1"], "the commit is only in the log")
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                    for number in 2...60 { try await commit(number) }
                }
                for number in 0..<20 { #expect(try await copied("written-\(number)").count == 1) }
                try await group.waitForAll()
            }
            try store.close()
            #expect(try await copied("closed") == ["60"])
        }
    }

    @Test(
        "A store that was emptied or removed is reported and stays so, and recovery moves aside what is left",
        arguments: [".lease", "-wal", "-shm"], [true, false])
    func emptiedStore(sign: String, isMissing: Bool) async throws {
        try await withDirectory { directory in
            let path = directory + "/fiber.sqlite"
            #expect(!TrackDatabase.exists(at: path))
            if !isMissing { try Data().write(to: URL(filePath: path)) }
            let left = Data(repeating: 1, count: 100)
            try left.write(to: URL(filePath: path + sign))
            let error = #expect(throws: StorageError.self) { try TrackDatabase(path: path) }
            #expect(error?.code == .emptied)
            #expect(TrackDatabase.exists(at: path))
            #expect(FileManager.default.fileExists(atPath: path) == !isMissing)
            let report = try #require(try await TrackDatabase.recover(path: path))
            #expect(report.isIncomplete && report.savedTickets == 0)
            #expect(FileManager.default.fileExists(atPath: report.damagedFile) == !isMissing)
            if sign == "-wal" { #expect(try Data(contentsOf: URL(filePath: report.damagedFile + sign)) == left) }
            let store = try TrackDatabase(path: path)
            #expect(try await store.counts(in: .all).total == 0)
            try store.close()
        }
    }

    @Test(
        "A store that is removed or replaced while it is open refuses every change, and reads on",
        arguments: [false, true])
    func movedStore(isReplaced: Bool) async throws {
        try await withStore { store, path in
            let ranges = TimeframeSet([.always])
            _ = try await store.commit(
                TrackCommit(inserted: [Samples.entry(1)], active: ["feed:a"], visibleRanges: ranges))
            for suffix in ["", "-wal", "-shm"] where FileManager.default.fileExists(atPath: path + suffix) {
                try FileManager.default.removeItem(atPath: path + suffix)
            }
            let new = isReplaced ? try TrackDatabase(path: path) : nil
            let commit = TrackCommit(
                inserted: [Samples.entry(2, item: "2")], active: ["feed:a"], visibleRanges: ranges)
            let failure = await #expect(throws: StorageError.self) { _ = try await store.commit(commit) }
            #expect(failure?.code == .moved)
            let refused = await #expect(throws: StorageError.self) {
                try await store.setSetting("density", to: "roomy")
            }
            #expect(refused?.code == .moved)
            #expect(try await store.counts(in: .all).total == 1)
            try new?.close()
        }
    }

    @Test(
        "A link of the store or its directory that leads nowhere or back to itself is reported, and stays",
        arguments: [
            ("fiber.sqlite", "unmounted/fiber.sqlite"), ("fiber.sqlite", "fiber.sqlite"), ("data", "unmounted"),
            ("data", "data"),
        ])
    func brokenLink(name: String, target: String) async throws {
        try await withDirectory { directory in
            let (link, target) = (directory + "/" + name, directory + "/" + target)
            let path = name == "data" ? link + "/fiber.sqlite" : link
            try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: target)
            let error = #expect(throws: StorageError.self) { try TrackDatabase(path: path) }
            #expect(error?.code == .danglingLink && error?.path == link)
            #expect(TrackDatabase.exists(at: path))
            #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == target)
            #expect(!FileManager.default.fileExists(atPath: directory + "/unmounted"))
        }
    }

    @Test("A directory in the place of a store is reported as one, also by a recovery")
    func directoryInPlace() async throws {
        try await withDirectory { directory in
            let error = #expect(throws: StorageError.self) { try TrackDatabase(path: directory) }
            #expect(error?.code == .directory)
            let recovery = await #expect(throws: StorageError.self) { try await TrackDatabase.recover(path: directory) }
            #expect(recovery?.code == .directory)
        }
    }

    @Test("A database without tables in the place of a store counts as an empty file", arguments: [false, true])
    func databaseWithoutTables(wasUsed: Bool) async throws {
        try await withDirectory { directory in
            let path = directory + "/fiber.sqlite"
            let queue = try DatabaseQueue(path: path)
            try await queue.write { try $0.execute(sql: "CREATE TABLE a (b); DROP TABLE a") }
            try queue.close()
            if wasUsed {
                try Data().write(to: URL(filePath: path + ".lease"))
                let error = #expect(throws: StorageError.self) { try TrackDatabase(path: path) }
                #expect(error?.code == .emptied)
                let report = try #require(try await TrackDatabase.recover(path: path))
                #expect(report.isIncomplete && FileManager.default.fileExists(atPath: report.damagedFile))
            }
            let store = try TrackDatabase(path: path)
            #expect(try await store.counts(in: .all).total == 0)
            try store.close()
        }
    }

    @Test("A pipe in the place of a store, or a link to one, is reported at once", arguments: [false, true])
    func pipeInPlace(isLinked: Bool) async throws {
        try await withDirectory { directory in
            let pipe = directory + "/pipe"
            #expect(mkfifo(pipe, 0o600) == 0)
            let path = isLinked ? directory + "/fiber.sqlite" : pipe
            if isLinked { try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: pipe) }
            let error = #expect(throws: StorageError.self) { try TrackDatabase(path: path) }
            #expect(error?.code == .notAFile)
            let recovery = await #expect(throws: StorageError.self) { try await TrackDatabase.recover(path: path) }
            #expect(recovery?.code == .notAFile)
        }
    }

    @Test("A copy of a damaged store names the store, not the copy")
    func copyOfDamaged() async throws {
        try await withDirectory { directory in
            let path = directory + "/fiber.sqlite"
            var store = try TrackDatabase(path: path)
            let entries = (1...500).map { Samples.entry($0, item: "\($0)", title: String(repeating: "x", count: 500)) }
            _ = try await store.commit(
                TrackCommit(inserted: entries, active: ["feed:a"], visibleRanges: TimeframeSet([.always])))
            let page = try await store.reading {
                try $0.db.query("SELECT rootpage FROM sqlite_master WHERE name = 'content'").integer() ?? 0
            }
            try store.close()
            var data = try Data(contentsOf: URL(filePath: path))
            let start = (Int(page) - 1) * 8192
            data.replaceSubrange(start..<start + 8192, with: Data(repeating: 0xff, count: 8192))
            try data.write(to: URL(filePath: path))
            store = try TrackDatabase(path: path)
            let error = await #expect(throws: StorageError.self) { try await store.backup(to: directory + "/copy") }
            #expect(error?.code == .corrupt && error?.path == path)
            #expect(!FileManager.default.fileExists(atPath: directory + "/copy"))
        }
    }
}

/// Runs `body` with a temporary directory.
func withDirectory(_ body: (String) async throws -> Void) async throws {
    let directory = try TemporaryDirectory()
    defer { withExtendedLifetime(directory) {} }
    try await body(directory.path)
}

/// Runs `body` with a new store in a temporary directory, and its path.
func withStore(_ body: (TrackDatabase, String) async throws -> Void) async throws {
    try await withDirectory { directory in
        let path = directory + "/fiber.sqlite"
        try await body(try TrackDatabase(path: path), path)
    }
}

/// Makes a store of a former version, and fills it.
///
/// - Parameter migration: The last migration of that version.
func makeFormerStore(
    at path: String, upTo migration: String, _ fill: @escaping @Sendable (Database) throws -> Void
) async throws {
    let queue = try DatabaseQueue(path: path)
    try await queue.writeWithoutTransaction { db in
        try db.execute(sql: "PRAGMA application_id = \(Schema.applicationID)")
    }
    try Schema.migrator.migrate(queue, upTo: migration)
    try await queue.write { db in try fill(db) }
    try queue.close()
}
