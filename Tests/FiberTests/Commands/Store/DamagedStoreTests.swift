import Foundation
import Testing

@Suite("Damaged stores and their recovery on the command line", .timeLimit(.minutes(30)))
struct DamagedStoreTests {
    private let home: Home

    init() throws { home = try Home() }

    @Test("A recovery that loses items is a failure with the next step, and the next check finds no problem")
    func incompleteRecovery() async throws {
        _ = try await home.fiber("refresh", "--data", "\(home.path)/data")
        let store = URL(filePath: "\(home.path)/data/fiber.sqlite")
        let data = try Data(contentsOf: store)
        try (data.prefix(100) + Data(repeating: 0xff, count: data.count - 100)).write(to: store)
        let outcome = try await home.fiber("doctor", "--recover", "--data", "\(home.path)/data")
        #expect(outcome.status == 1, "\(outcome.errors)")
        #expect(outcome.output.contains("none could be read"), "\(outcome.output)")
        #expect(outcome.output.contains("`fiber refresh` gets what the sources still have"), "\(outcome.output)")
        #expect(!outcome.output.contains("No problems found."), "\(outcome.output)")
        #expect(try await home.fiber("doctor", "--data", "\(home.path)/data").status == 0)
    }

    @Test("A recovery that cannot know how many items there were says that others may be missing")
    func unknownCount() async throws {
        try home.write("{\"id\":\"1\",\"title\":\"One\"}\n", to: "log.jsonl")
        #expect(try await home.fiber("add", "file:\(home.path)/log.jsonl").status == 0)
        #expect(try await home.fiber("refresh").status == 0)
        try FileManager.default.createDirectory(atPath: "\(home.path)/data", withIntermediateDirectories: false)
        #expect(try await home.fiber("backup", "\(home.path)/data/fiber.sqlite").status == 0)
        let store = URL(filePath: "\(home.path)/data/fiber.sqlite")
        let data = try Data(contentsOf: store)
        try (Data(repeating: 0, count: 8192) + data.dropFirst(8192)).write(to: store)
        let outcome = try await home.fiber("doctor", "--recover", "--data", "\(home.path)/data")
        #expect(outcome.status == 1 && outcome.output.contains("1 item saved"), "\(outcome)")
        #expect(outcome.output.contains("others may be missing"), "\(outcome)")
        #expect(outcome.output.contains("fiber.sqlite  1 item, ") && !outcome.output.contains("0 shown"), "\(outcome)")
    }

    @Test("A store that has lost authors is reported, and a recovery names the loss")
    func lostAuthors() async throws {
        try home.write("{\"id\":\"1\",\"title\":\"One\",\"author\":\"Needle\"}\n", to: "log.jsonl")
        #expect(try await home.fiber("add", "file:\(home.path)/log.jsonl").status == 0)
        #expect(try await home.fiber("refresh").status == 0)
        // An empty leaf page in place of the only one of the authors.
        try damage(pagesOfKind: 13, with: "NeedleNeedle", in: ".local/share/fiber/fiber.sqlite", isEmpty: true)
        let refused = try await home.fiber("timeline", "--json")
        #expect(refused.status == 4 && refused.errors.contains("fiber doctor --recover"), "\(refused)")
        let recovered = try await home.fiber("doctor", "--recover")
        #expect(recovered.status == 1, "\(recovered)")
        #expect(recovered.output.contains("1 item saved without the author"), "\(recovered)")
        #expect(!recovered.output.contains("No problems found."), "\(recovered)")
        #expect(try await home.fiber("refresh").status == 0)
        #expect(try await home.fiber("timeline", "--json").output.contains("Needle"))
    }

    @Test("A recovery without a store says so and creates nothing")
    func noRecovery() async throws {
        try FileManager.default.createDirectory(atPath: "\(home.path)/data", withIntermediateDirectories: false)
        let outcome = try await home.fiber("doctor", "--recover", "--data", "\(home.path)/data")
        #expect(outcome.status == 1, "\(outcome)")
        #expect(outcome.errors.contains("data/fiber.sqlite to recover"), "\(outcome.errors)")
        #expect(try FileManager.default.contentsOfDirectory(atPath: "\(home.path)/data").isEmpty)
    }

    @Test("A sound store is not recovered, and an emptied or removed one is reported by each command until it is")
    func soundAndEmptied() async throws {
        let data = "\(home.path)/data"
        try home.write("{\"id\":\"1\",\"title\":\"One\"}\n", to: "log.jsonl")
        #expect(try await home.fiber("add", "file:\(home.path)/log.jsonl", "--data", data).status == 0)
        #expect(try await home.fiber("refresh", "--data", data).status == 0)
        let sound = try await home.fiber("doctor", "--recover", "--data", data)
        #expect(sound.status == 0 && sound.output.contains("the store is sound"), "\(sound)")
        #expect(!FileManager.default.fileExists(atPath: "\(data)/fiber.sqlite.damaged-1"))
        for isRemoved in [false, true] {
            if isRemoved {
                for suffix in ["", "-wal", "-shm"] where access("\(data)/fiber.sqlite\(suffix)", F_OK) == 0 {
                    try home.remove("data/fiber.sqlite\(suffix)")
                }
            } else {
                try FileHandle(forWritingTo: URL(filePath: "\(data)/fiber.sqlite")).truncate(atOffset: 0)
            }
            for command in ["timeline", "refresh", "export", "doctor"] {
                let refused = try await home.fiber(command, "--data", data)
                let text = refused.output + refused.errors
                #expect(refused.status == 4 && text.contains("is missing or empty"), "\(command): \(refused)")
            }
            let recovered = try await home.fiber("doctor", "--recover", "--data", data)
            #expect(recovered.output.contains("none could be read"), "\(recovered)")
            #expect(recovered.output.contains("fiber.sqlite.damaged-1") == !isRemoved, "\(recovered)")
            #expect(try await home.fiber("refresh", "--data", data).errors.contains("1 new"))
        }
    }

    @Test("A store that another Fiber uses is not recovered")
    func recoveryBesideFiber() async throws {
        _ = try await home.fiber("refresh", "--data", "\(home.path)/data")
        let lease = open("\(home.path)/data/fiber.sqlite.lease", O_RDWR | O_CLOEXEC)
        defer { close(lease) }
        #expect(lease >= 0 && flock(lease, LOCK_EX) == 0)
        let outcome = try await home.fiber("doctor", "--recover", "--data", "\(home.path)/data")
        #expect(outcome.status == 1 && outcome.errors.contains("Nothing was done."), "\(outcome)")
        #expect(!FileManager.default.fileExists(atPath: "\(home.path)/data/fiber.sqlite.damaged-1"))
    }

    @Test("The database of another program is not recovered")
    func foreignRecovery() async throws {
        let database = "SQLite format 3\0" + String(repeating: "\0", count: 200)
        try home.write(database, to: "data/fiber.sqlite")
        let outcome = try await home.fiber("doctor", "--recover", "--data", "\(home.path)/data")
        #expect(outcome.status == 4)
        #expect(outcome.errors.contains("data/fiber.sqlite is the database of another program"), "\(outcome.errors)")
        #expect(try home.read("data/fiber.sqlite") == database)
        #expect(try FileManager.default.contentsOfDirectory(atPath: "\(home.path)/data") == ["fiber.sqlite"])
        try home.remove("data/fiber.sqlite")
        #expect(try await home.fiber("refresh", "--data", "\(home.path)/data").status == 0)
    }

    @Test(
        "A refresh of a damaged store ends with the status of the store, and no source counts as failed",
        arguments: [(UInt8(13), false), (UInt8(10), true)])
    func damagedStore(page: UInt8, isChanged: Bool) async throws {
        try home.write("{\"title\":\"A line\",\"id\":\"needle\"}\n", to: "lines.jsonl")
        _ = try await home.fiber("add", "file:~/lines.jsonl")
        #expect(try await home.fiber("refresh").status == 0)
        try damage(pagesOfKind: page, with: "needle", in: ".local/share/fiber/fiber.sqlite")
        if isChanged { try home.write("{\"title\":\"Another\",\"id\":\"other\"}\n", to: "lines.jsonl") }
        let refreshed = try await home.fiber("refresh")
        #expect(refreshed.status == 4 && refreshed.errors.contains("fiber doctor --recover"), "\(refreshed)")
        #expect(!refreshed.errors.contains("source failed"), "\(refreshed)")
        #expect(try await home.fiber("sources", "--json").objects.first?["condition"] as? String == "well")
    }

    /// Overwrites the pages of a table (13) or an index (10) that contain `text`.
    /// <https://www.sqlite.org/fileformat2.html#b_tree_pages>
    ///
    /// - Parameter isEmpty: True to write pages without rows.
    private func damage(pagesOfKind kind: UInt8, with text: String, in name: String, isEmpty: Bool = false) throws {
        let file = URL(filePath: "\(home.path)/\(name)")
        var bytes = try Data(contentsOf: file)
        let size = 8192
        let damaged = stride(from: size, to: bytes.count, by: size)
            .filter { bytes[$0] == kind && bytes.range(of: Data(text.utf8), in: $0..<$0 + size) != nil }
        try #require(!damaged.isEmpty)
        let page =
            isEmpty
            ? Data([kind, 0, 0, 0, 0, 0x20, 0, 0]) + Data(repeating: 0, count: size - 8)
            : Data(repeating: 0xff, count: size)
        for start in damaged { bytes.replaceSubrange(start..<start + size, with: page) }
        try bytes.write(to: file)
    }

    @Test("A link to no store is reported by every command that reads the store, and stays")
    func danglingStore() async throws {
        let store = "\(home.path)/.local/share/fiber/fiber.sqlite"
        try home.write("", to: ".local/share/fiber/other")
        try FileManager.default.createSymbolicLink(atPath: store, withDestinationPath: "/nowhere/fiber.sqlite")
        for arguments in [
            ["timeline"], ["refresh"], ["doctor"], ["doctor", "--recover"], ["backup", "\(home.path)/copy"],
        ] {
            let refused = try await home.fiber(arguments)
            let text = refused.output + refused.errors
            #expect(refused.status == 4 && text.contains("is a link that leads nowhere"), "\(refused)")
        }
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: store) == "/nowhere/fiber.sqlite")
    }

    @Test("A store that is gone is reported by a command that reads, and once by the command that makes a new one")
    func storeGone() async throws {
        try home.write("{\"id\":\"1\",\"title\":\"One\"}\n", to: "log.jsonl")
        #expect(try await home.fiber("add", "file:\(home.path)/log.jsonl").status == 0)
        let first = try await home.fiber("refresh")
        #expect(first.status == 0 && !first.errors.contains("is gone"), "\(first)")
        try home.remove(".local/share/fiber")
        let doctor = try await home.fiber("doctor")
        #expect(doctor.status == 4 && doctor.output.contains("was in use before, and is gone"), "\(doctor)")
        let read = try await home.fiber("timeline")
        #expect(read.status == 0 && read.errors.contains("and is gone"), "\(read)")
        #expect(read.errors.contains("Put it back") && !read.errors.contains("A new one"), "\(read)")
        #expect(!FileManager.default.fileExists(atPath: "\(home.path)/.local/share/fiber"))
        let next = try await home.fiber("refresh")
        #expect(next.errors.contains("was in use before, and is gone") && next.errors.contains("1 new"), "\(next)")
        let last = try await home.fiber("refresh")
        #expect(last.status == 0 && !last.errors.contains("is gone"), "\(last)")
    }
}
