import EngineConcepts
import Foundation
import TestSupport
import Testing

@testable import Storage

@Suite("The record of sources that crash the program")
struct FetchGuardTests {
    private let directory: TemporaryDirectory
    private let names: String
    private let counts: String

    init() throws {
        directory = try TemporaryDirectory()
        names = directory.path + "/fiber.sqlite.in-flight"
        counts = directory.path + "/fiber.sqlite.suspects"
    }

    private func makeGuard() -> FetchGuard {
        FetchGuard(forStoreAt: directory.path + "/fiber.sqlite")
    }

    /// Lets a process read these sources and then leave its files as a crash, or a kill, does.
    ///
    /// - Returns: The sources that it paused at its start.
    @discardableResult
    private func process(
        reading suppliers: [SupplierID], of known: [SupplierID] = ["a", "b", "c"], crashes: Bool = true
    ) async throws -> [SupplierID] {
        let fetchGuard = makeGuard()
        let paused = try fetchGuard.begin(known)
        for supplier in suppliers { try await fetchGuard.beginFetch(of: supplier) }
        try end(fetchGuard, crashes: crashes)
        return paused
    }

    /// Ends a process, and leaves its files as a crash, or a kill, does.
    private func end(_ fetchGuard: FetchGuard, crashes: Bool = true) throws {
        if crashes { fetchGuard.writeAsCrash() }
        let left = try [names, counts]
            .map { path in
                FileManager.default.fileExists(atPath: path) ? try Data(contentsOf: URL(fileURLWithPath: path)) : nil
            }
        fetchGuard.end()
        for (path, text) in zip([names, counts], left) { try text?.write(to: URL(fileURLWithPath: path)) }
    }

    /// Returns what a crash would leave.
    private func textAfterCrash(of fetchGuard: FetchGuard) throws -> String {
        fetchGuard.writeAsCrash()
        return try String(contentsOfFile: names, encoding: .utf8)
    }

    @Test("A crash names the sources that are being read, and an orderly end leaves no file")
    func namesInFlight() async throws {
        let fetchGuard = makeGuard()
        #expect(try fetchGuard.begin(["a"]).isEmpty)
        func text() throws -> String { try textAfterCrash(of: fetchGuard) }
        try await fetchGuard.beginFetch(of: "a")
        try await fetchGuard.beginFetch(of: "b")
        #expect(try text().hasPrefix("!\na ") && text().contains("\nb "))
        fetchGuard.endFetch(of: "a")
        #expect(try !text().contains("a") && text().contains("\nb "))
        try await fetchGuard.beginFetch(of: "c")
        #expect(try text().hasPrefix("!\nc "), "a free slot is used again")
        fetchGuard.endFetch(of: "b")
        fetchGuard.endFetch(of: "c")
        #expect(try text().split(whereSeparator: \.isWhitespace) == ["!"])
        fetchGuard.end()
        #expect(!FileManager.default.fileExists(atPath: names))
    }

    @Test("A copy of a store has the same paused sources")
    func copied() async throws {
        let (store, copy) = (directory.path + "/fiber.sqlite", directory.path + "/copy.sqlite")
        try FetchGuard.copyCrashes(ofStoreAt: store, toStoreAt: copy)
        for _ in 0..<2 { try await process(reading: ["a"]) }
        _ = try makeGuard().begin(["a", "b"])
        try FetchGuard.copyCrashes(ofStoreAt: store, toStoreAt: copy)
        let fetchGuard = FetchGuard(forStoreAt: copy)
        #expect(!fetchGuard.pausesAny)
        try fetchGuard.load()
        #expect(fetchGuard.isPaused("a") && !fetchGuard.isPaused("b"))
    }

    @Test("A source that was read at two crashes is paused, and the others are not")
    func twoCrashes() async throws {
        #expect(try await process(reading: ["a", "b"]).isEmpty)
        #expect(try await process(reading: ["a", "c"]).isEmpty)
        let third = makeGuard()
        #expect(try third.begin(["a", "b", "c"]) == ["a"])
        #expect(third.isPaused("a") && !third.isPaused("b") && !third.isPaused("c"))
        await #expect(throws: SupplierError.self) { try await third.beginFetch(of: "a") }
        third.end()
        let fourth = makeGuard()
        #expect(try fourth.begin(["a", "b", "c"]).isEmpty, "it is news only once")
        #expect(fourth.isPaused("a"))
    }

    @Test("A process that was killed from outside counts no crashes")
    func kills() async throws {
        for _ in 0..<3 { #expect(try await process(reading: ["a"], crashes: false).isEmpty) }
        #expect(!makeGuard().isPaused("a"))
    }

    @Test("An answer that was processed clears its source")
    func cleared() async throws {
        try await process(reading: ["a"])
        let second = makeGuard()
        _ = try second.begin(["a"])
        try await second.beginFetch(of: "a")
        second.endFetch(of: "a")
        second.end()
        #expect(try await process(reading: ["a"]).isEmpty)
        #expect(try makeGuard().begin(["a"]).isEmpty)
    }

    @Test("A paused source can be tried again, is paused at the next crash, and stays if it answers")
    func retried() async throws {
        try await process(reading: ["a"])
        try await process(reading: ["a"])
        let third = makeGuard()
        #expect(try third.begin(["a"]) == ["a"])
        try third.retry("a")
        #expect(!third.isPaused("a"))
        third.end()
        try await process(reading: ["a"])
        let fifth = makeGuard()
        #expect(try fifth.begin(["a"]) == ["a"])
        try fifth.retry("a")
        try await fifth.beginFetch(of: "a")
        fifth.endFetch(of: "a")
        fifth.end()
        let last = makeGuard()
        try last.load()
        #expect(!last.isPaused("a") && !last.pausesAny)
        #expect(!FileManager.default.fileExists(atPath: counts))
    }

    @Test("A stream whose events were read at two crashes is refused, and its source is read on")
    func stream() throws {
        for _ in 0..<2 {
            let fetchGuard = makeGuard()
            #expect(try fetchGuard.begin(["a", "b"]) == [])
            #expect(fetchGuard.refusal(of: .events, of: "a") == nil)
            for supplier: SupplierID in ["a", "b"] {
                fetchGuard.beginEvent(of: supplier)
                if supplier == "b" { fetchGuard.endEvent(of: supplier) }
            }
            try end(fetchGuard)
        }
        let third = makeGuard()
        #expect(try third.begin(["a", "b"]) == [])
        #expect(third.refusal(of: .events, of: "a")?.message.key == "streamPausedAfterCrashes")
        #expect(third.refusal(of: .events, of: "b") == nil && !third.isPaused("a"))
        try third.retry("a")
        #expect(third.refusal(of: .events, of: "a") == nil)
    }

    @Test("An event that could be read clears the crash of its stream only at the normal end of the process")
    func streamCleared() throws {
        let first = makeGuard()
        _ = try first.begin(["a"])
        first.beginEvent(of: "a")
        try end(first)
        let second = makeGuard()
        _ = try second.begin(["a"])
        second.beginEvent(of: "a")
        second.endEvent(of: "a")
        #expect(FileManager.default.fileExists(atPath: counts))
        second.end()
        #expect(!FileManager.default.fileExists(atPath: counts))
    }

    @Test("Posts that crash the program twice are refused, and the items of their source are read on")
    func posts() async throws {
        for _ in 0..<2 {
            let fetchGuard = makeGuard()
            _ = try fetchGuard.begin(["a"])
            // The posts of a person are requested together with the profile.
            let isSuspected = FileManager.default.fileExists(atPath: counts)
            for _ in 0..<(isSuspected ? 1 : 2) { try await fetchGuard.beginFetch(of: "a", .posts) }
            if !isSuspected { fetchGuard.endFetch(of: "a", .posts) }
            try await fetchGuard.beginFetch(of: "a")
            fetchGuard.endFetch(of: "a")
            try end(fetchGuard)
        }
        let third = makeGuard()
        #expect(try third.begin(["a"]) == [])
        await #expect(throws: SupplierError.self) { try await third.beginFetch(of: "a", .posts) }
        try await third.beginFetch(of: "a")
        third.endFetch(of: "a")
        #expect(third.refusal(of: .posts, of: "a")?.message.key == "postsPausedAfterCrashes")
    }

    @Test("Sources that were read at a crash are read one at a time afterwards, and others beside them")
    func oneAtATime() async throws {
        try await process(reading: ["a", "b"])
        let second = makeGuard()
        _ = try second.begin(["a", "b", "c"])
        try await second.beginFetch(of: "a")
        try await second.beginFetch(of: "c")
        let other = Task { try await second.beginFetch(of: "b") }
        let given = Task { try await second.beginFetch(of: "b") }
        given.cancel()
        await #expect(throws: SupplierError.self) { try await given.value }
        #expect(try !textAfterCrash(of: second).contains("\nb "))
        second.endFetch(of: "a")
        try await other.value
        #expect(try textAfterCrash(of: second).contains("\nb "))
        second.endFetch(of: "b")
        second.endFetch(of: "c")
    }

    @Test("Sources that are tried again at the same time are not paused at the next start")
    func retriedTogether() async throws {
        let sources = (0..<64).map { SupplierID("feed:\($0)") }
        try Data(sources.map { "2 \($0)\n" }.joined().utf8).write(to: URL(fileURLWithPath: counts))
        let fetchGuard = makeGuard()
        _ = try fetchGuard.begin(sources)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for source in sources { group.addTask { try fetchGuard.retry(source) } }
            try await group.waitForAll()
        }
        let next = makeGuard()
        try next.load()
        #expect(!next.pausesAny)
    }

    @Test("A source stays paused if the file cannot be written when it is tried again")
    func retryFails() async throws {
        try await process(reading: ["a"])
        try await process(reading: ["a"])
        let third = makeGuard()
        #expect(try third.begin(["a"]) == ["a"])
        try FileManager.default.removeItem(atPath: counts)
        try FileManager.default.createDirectory(atPath: counts + "/occupied", withIntermediateDirectories: true)
        #expect(throws: StorageError.self) { try third.retry("a") }
        #expect(third.isPaused("a"))
    }

    @Test("A guard that watches again names none of those that it watched before")
    func secondBeginning() async throws {
        let fetchGuard = makeGuard()
        _ = try fetchGuard.begin(["a", "b", "c"])
        for supplier: SupplierID in ["a", "b"] { try await fetchGuard.beginFetch(of: supplier) }
        fetchGuard.end()
        _ = try fetchGuard.begin(["a", "b", "c"])
        try await fetchGuard.beginFetch(of: "c")
        #expect(try textAfterCrash(of: fetchGuard).split(whereSeparator: \.isWhitespace) == ["!", "c"])
    }

    @Test("More sources at once than the table holds are read, and those in it are watched")
    func manyAtOnce() async throws {
        let sources = (0..<1100).map { SupplierID("feed:\($0)") }
        try await process(reading: sources, of: sources)
        try await process(reading: [sources[1023], sources[1099]], of: sources)
        #expect(try makeGuard().begin(sources) == [sources[1023]])
    }

    @Test("Sources whose long names begin alike have counts of their own")
    func longNames() async throws {
        let first = SupplierID("feed:" + String(repeating: "x", count: 400) + "1")
        let second = SupplierID("feed:" + String(repeating: "x", count: 400) + "2")
        try await process(reading: [first], of: [first, second])
        try await process(reading: [first], of: [first, second])
        #expect(try makeGuard().begin([first, second]) == [first])
    }

    #if os(Linux)
    @Test("A full disk costs the protection and not the refresh")
    func fullDisk() throws {
        #expect(try FetchTable.openFile(at: "/dev/full") == nil)
    }
    #endif

    @Test("A file of names that cannot be opened is reported")
    func noDirectory() {
        let path = directory.path + "/missing/fiber.sqlite"
        let error = #expect(throws: StorageError.self) { try FetchGuard(forStoreAt: path).begin([]) }
        #expect(error?.code == .cannotOpen)
        #expect(error?.path == path + ".in-flight")
    }

    @Test("Long names and names with blanks are recognised, and damaged files are ignored")
    func oddNames() async throws {
        let long = SupplierID("feed:" + String(repeating: "é", count: 400))
        let odd: SupplierID = "exec:a b\nc"
        try await process(reading: [long, odd], of: [long, odd])
        try await process(reading: [long], of: [long, odd])
        let third = makeGuard()
        #expect(try third.begin([long, odd]) == [long])
        third.end()
        try Data([0xff, 0x0a, 0x21]).write(to: URL(fileURLWithPath: names))
        try Data("x\n99999999999999999999 a\n-1 b\n2\n9 c\n".utf8)
            .write(to: URL(fileURLWithPath: counts))
        let fourth = makeGuard()
        _ = try fourth.begin(["a", "b", "c"])
        #expect(!fourth.isPaused("a") && !fourth.isPaused("b") && fourth.isPaused("c"))
    }
}
