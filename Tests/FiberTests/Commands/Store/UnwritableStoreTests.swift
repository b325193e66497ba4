import Foundation
import Testing

@Suite("Stores that cannot be written, and their copies")
struct UnwritableStoreTests {
    private let home: Home

    init() throws { home = try Home() }

    @Test("Doctor reports a store beside which a refresh could not be written, and checks the rest")
    func noRoom() async throws {
        _ = try await home.fiber("refresh", "--data", "\(home.path)/data")
        // Shells count blocks of 512 or 1024 bytes: less than doctor writes, and enough for everything else.
        let doctor = try await home.shell("trap '' XFSZ; ulimit -f 4000; fiber doctor --data $HOME/data")
        #expect(doctor.status == 4 && !doctor.output.contains("No problems found."), "\(doctor)")
        #expect(doctor.output.contains("fiber.sqlite cannot be opened"), "\(doctor)")
        #expect(doctor.output.contains("none failed at the last refresh"), "\(doctor)")
    }

    @Test("Doctor checks a home without a store, and creates nothing")
    func nothingCreated() async throws {
        let library = "[[source]]\nid = \"file:x\"\nurl = \"file:/no/such/file\"\n"
        try home.write(library, to: ".config/fiber/library.toml")
        try home.write("", to: "tmp/kept")
        let before = try FileManager.default.subpathsOfDirectory(atPath: home.path).sorted()
        let doctor = try await home.shell("TMPDIR=$HOME/tmp fiber doctor")
        #expect(doctor.status == 0 && doctor.output.contains("none requested yet"), "\(doctor)")
        let proxied = try await home.shell("TMPDIR=$HOME/tmp https_proxy=me:secret@proxy.example:3128 fiber doctor")
        #expect(proxied.output.contains("https: proxy.example:3128"), "\(proxied)")
        #expect(!proxied.output.contains("secret"), "\(proxied)")
        let missing = try await home.fiber("doctor", "--config", "\(home.path)/missing")
        #expect(missing.status == 3 && missing.errors.contains("\(home.path)/missing"), "\(missing)")
        #expect(try FileManager.default.subpathsOfDirectory(atPath: home.path).sorted() == before)
    }

    @Test(
        "Doctor reports a folder in which no store can be made",
        .disabled(if: getuid() == 0, "nothing is closed to root"))
    func closedFolder() async throws {
        #expect(try await home.shell("mkdir $HOME/closed && chmod a-w $HOME/closed").status == 0)
        let doctor = try await home.fiber("doctor", "--data", "\(home.path)/closed/data")
        #expect(doctor.status == 4 && doctor.output.contains("data/fiber.sqlite cannot be written."), "\(doctor)")
    }

    @Test(
        "A store and a home that cannot be written are read from a copy, which is removed; one that cannot be read is named",
        .disabled(if: getuid() == 0, "nothing is closed to root"))
    func readOnly() async throws {
        try home.write("{\"id\":\"1\",\"title\":\"One\"}\n", to: "log.jsonl")
        #expect(try await home.fiber("add", "file:\(home.path)/log.jsonl", "--data", "\(home.path)/data").status == 0)
        #expect(try await home.fiber("refresh", "--data", "\(home.path)/data").status == 0)
        try home.remove(".config/fiber/config.toml")
        #expect(try await home.shell("mkdir $HOME/tmp && chmod -R a-w $HOME/data $HOME/.config").status == 0)
        for command in ["timeline", "search One", "export", "sources", "topics", "rules", "outbox", "scheduled"] {
            let result = try await home.shell("TMPDIR=$HOME/tmp fiber \(command) --data $HOME/data")
            #expect(result.status == 0 && result.errors.contains("a copy of it is read"), "\(command): \(result)")
            let isEmpty = ["topics", "rules", "outbox", "scheduled"].contains(command)
            #expect(isEmpty || result.output.contains("One"), "\(command): \(result)")
        }
        let backup = try await home.shell("TMPDIR=$HOME/tmp fiber backup $HOME/copy.sqlite --data $HOME/data")
        #expect(backup.status == 0 && FileManager.default.fileExists(atPath: home.path + "/copy.sqlite"), "\(backup)")
        let doctor = try await home.shell("TMPDIR=$HOME/tmp fiber doctor --data $HOME/data")
        #expect(doctor.status == 4, "\(doctor)")
        #expect(doctor.output.contains("data/fiber.sqlite cannot be written."), "\(doctor)")
        #expect(doctor.output.contains("none failed at the last refresh"), "the rest is checked too: \(doctor)")
        #expect(try FileManager.default.contentsOfDirectory(atPath: home.path + "/tmp").isEmpty)
        let marked = try await home.shell("fiber mark read One --data $HOME/data")
        #expect(marked.status == 4 && marked.errors.contains("data/fiber.sqlite cannot be written"), "\(marked)")
        let screen = try await home.shell("fiber --data $HOME/data")
        #expect(screen.status == 4 && screen.errors.contains("data/fiber.sqlite cannot be written"), "\(screen)")
        #expect(screen.errors.contains("`fiber timeline`"), "the error says what works: \(screen)")
        chmod(home.path + "/data/fiber.sqlite", 0)
        let closed = try await home.shell("fiber timeline --data $HOME/data")
        #expect(closed.status == 4 && closed.errors.contains("cannot be read"), "\(closed)")
        _ = try await home.shell("chmod -R u+rwX $HOME/data $HOME/.config")
    }

    @Test(
        "Doctor names the sources that are paused after crashes also if the store cannot be written",
        .disabled(if: getuid() == 0, "nothing is closed to root"))
    func readOnlyAfterCrashes() async throws {
        try home.write("{\"id\":\"1\",\"title\":\"One\"}\n", to: "log.jsonl")
        #expect(try await home.fiber("add", "file:\(home.path)/log.jsonl", "--data", "\(home.path)/data").status == 0)
        let source = try await home.fiber("sources", "--json", "--data", "\(home.path)/data").objects.first
        let id = try #require(source?["id"] as? String)
        try home.write("2 \(id)\n", to: "data/fiber.sqlite.suspects")
        #expect(try await home.shell("chmod -R a-w $HOME/data").status == 0)
        let doctor = try await home.fiber("doctor", "--data", "\(home.path)/data")
        #expect(doctor.status == 4 && doctor.output.contains("is paused: Fiber crashed twice"), "\(doctor)")
        _ = try await home.shell("chmod -R u+w $HOME/data")
    }

    @Test("A temporary store removes those that killed processes have left, and no others")
    func leftCopies() async throws {
        // No system gives this number to a process.
        let (dead, alive) = ("fiber-copy-\(Int32.max)-A", "fiber-copy-\(getpid())-A")
        for name in [dead, alive, "fiber-copy-A", "other"] {
            try FileManager.default.createDirectory(
                atPath: "\(home.path)/tmp/\(name)", withIntermediateDirectories: true)
        }
        #expect(try await home.fiber(["topics"], environment: ["TMPDIR": home.path + "/tmp"]).status == 0)
        let left = try FileManager.default.contentsOfDirectory(atPath: home.path + "/tmp")
        #expect(Set(left) == [alive, "fiber-copy-A", "other"])
    }
}
