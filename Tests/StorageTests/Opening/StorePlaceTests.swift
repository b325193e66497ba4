import EngineConcepts
import EngineTestSupport
import Foundation
import GRDB
import Testing

@testable import Storage

@Suite("Other files in the place of a store")
struct StorePlaceTests {
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

    @Test("An empty file becomes a store")
    func emptyFile() async throws {
        try await withDirectory { directory in
            let path = directory + "/fiber.sqlite"
            try Data().write(to: URL(filePath: path))
            let store = try TrackDatabase(path: path)
            #expect(try await store.record() == TrackRecord())
            try await store.close()
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
            let report = try #require(try await DamagedStore(path: path).recover())
            #expect(report.isIncomplete && report.savedTickets == 0)
            #expect(FileManager.default.fileExists(atPath: report.damagedFile) == !isMissing)
            if sign == "-wal" { #expect(try Data(contentsOf: URL(filePath: report.damagedFile + sign)) == left) }
            let store = try TrackDatabase(path: path)
            #expect(try await store.counts(in: .all).total == 0)
            try await store.close()
        }
    }

    @Test(
        "A store that is removed or replaced while it is open refuses every change, and reads on",
        arguments: [false, true])
    func movedStore(isReplaced: Bool) async throws {
        try await withStore { store, path in
            _ = try await store.commit(Samples.commit([Samples.entry(1)]))
            for suffix in ["", "-wal", "-shm"] where FileManager.default.fileExists(atPath: path + suffix) {
                try FileManager.default.removeItem(atPath: path + suffix)
            }
            let new = isReplaced ? try TrackDatabase(path: path) : nil
            let commit = Samples.commit([Samples.entry(2, item: "2")])
            let failure = await #expect(throws: StorageError.self) { _ = try await store.commit(commit) }
            #expect(failure?.code == .moved)
            let refused = await #expect(throws: StorageError.self) {
                try await store.setSetting("density", to: "roomy")
            }
            #expect(refused?.code == .moved)
            #expect(try await store.counts(in: .all).total == 1)
            try await new?.close()
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
            let store = DamagedStore(path: directory)
            let recovery = await #expect(throws: StorageError.self) { try await store.recover() }
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
                let report = try #require(try await DamagedStore(path: path).recover())
                #expect(report.isIncomplete && FileManager.default.fileExists(atPath: report.damagedFile))
            }
            let store = try TrackDatabase(path: path)
            #expect(try await store.counts(in: .all).total == 0)
            try await store.close()
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
            let recovery = await #expect(throws: StorageError.self) { try await DamagedStore(path: path).recover() }
            #expect(recovery?.code == .notAFile)
        }
    }
}
