import Foundation
import TestSupport
import Testing

@testable import Storage

@Suite("Settings of a store that is not open")
struct ClosedStoreTests {
    @Test("A setting is read beside a process that has the store open, and after it, when no file is made for that")
    func setting() async throws {
        try await withDirectory { directory in
            // Characters that mean something in an address.
            let folder = directory + "/a?b#c%20 d"
            let path = folder + "/fiber.sqlite"
            let store = try TrackDatabase(path: path)
            try await store.setSetting("settings", to: "while open")
            #expect(ClosedStore(path: path).setting("settings") == "while open")
            #expect(ClosedStore(path: path).setting("others") == nil)
            try await store.setSetting("settings", to: "é")
            try await store.close()
            let files = Set(try FileManager.default.contentsOfDirectory(atPath: folder))
            let link = directory + "/link.sqlite"
            try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
            for path in [path, link] { #expect(ClosedStore(path: path).setting("settings") == "é") }
            #expect(Set(try FileManager.default.contentsOfDirectory(atPath: folder)) == files)
        }
    }

    @Test("Where there is no store, nothing is read, made, changed or waited for", .timeLimit(.minutes(30)))
    func noStore() async throws {
        try await withDirectory { directory in
            let path = directory + "/fiber.sqlite"
            #expect(ClosedStore(path: path).setting("settings") == nil)
            #expect(try FileManager.default.contentsOfDirectory(atPath: directory).isEmpty)
            let log = Data(repeating: 1, count: 100)
            try log.write(to: URL(filePath: path + "-wal"))
            for content in [Data(), Data(repeating: 0x61, count: 300)] {
                try content.write(to: URL(filePath: path))
                #expect(ClosedStore(path: path).setting("settings") == nil)
                #expect(try Data(contentsOf: URL(filePath: path)) == content)
                #expect(try Data(contentsOf: URL(filePath: path + "-wal")) == log)
            }
            try FileManager.default.removeItem(atPath: path)
            try #require(mkfifo(path, 0o600) == 0)
            #expect(ClosedStore(path: path).setting("settings") == nil)
        }
    }
}
