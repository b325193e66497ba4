import EngineConcepts
import Foundation
import GRDB
import Testing

@testable import Storage

@Suite("Backups and copies of a store")
struct BackupTests {
    @Test("A backup can be opened as a store and never overwrites a file")
    func backup() async throws {
        try await withDirectory { directory in
            let store = try TrackDatabase(path: directory + "/fiber.sqlite")
            _ = try await store.commit(Samples.commit([Samples.entry(5)]))
            let target = directory + "/backup.sqlite"
            try await store.backup(to: target)
            let copy = try TrackDatabase(path: target)
            #expect(try await copy.counts(in: .all).total == 1)
            #expect(try await copy.record().version == store.record().version)
            try await copy.close()
            let before = try Data(contentsOf: URL(filePath: target))
            await #expect(throws: StorageError.self) { try await store.backup(to: target) }
            #expect(try Data(contentsOf: URL(filePath: target)) == before)
            try await store.close()
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
                try await copy.close()
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
            try await store.close()
            #expect(try await copied("closed") == ["60"])
        }
    }

    @Test("A copy of a damaged store names the store, not the copy")
    func copyOfDamaged() async throws {
        try await withDirectory { directory in
            let path = directory + "/fiber.sqlite"
            var store = try TrackDatabase(path: path)
            let entries = (1...500).map { Samples.entry($0, item: "\($0)", title: String(repeating: "x", count: 500)) }
            _ = try await store.commit(Samples.commit(entries))
            let page = try await store.reading {
                try $0.db.integer("SELECT rootpage FROM sqlite_master WHERE name = 'content'") ?? 0
            }
            try await store.close()
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
