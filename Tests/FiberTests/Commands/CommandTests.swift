import Foundation
import ScenarioServer
import Testing

@Suite("Commands of the built program")
struct CommandTests {
    private let home: Home

    init() throws {
        home = try Home()
    }

    /// Serves eight feeds of three formats with forty items each, and follows them.
    private func withEightFeeds(_ body: (ScenarioServer) async throws -> Void) async throws {
        try await ScenarioServer.running([:]) { server in
            for index in 0..<8 {
                server.script("/\(index)", Feeds.scenario(index, items: 40))
                let added = try await home.fiber("add", server.url("/\(index)"))
                #expect(added.status == 0, "\(added.errors)")
                #expect(added.output.hasPrefix("Added Feed \(index) as feed:"))
            }
            try await body(server)
        }
    }

    @Test("Every item of every feed is in the timeline once, newest first, and a second refresh transfers nothing")
    func eightFeeds() async throws {
        try await withEightFeeds { server in
            let first = try await home.fiber("refresh")
            #expect(first.status == 0, "\(first.errors)")
            let timeline = try await home.fiber("timeline", "--json", "--limit", "500")
            let objects = try timeline.objects
            #expect(objects.allSatisfy { $0["type"] as? String == "ticket" })
            let ids = objects.compactMap { $0["id"] as? String }
            #expect(ids.count == 320 && Set(ids).count == 320)
            let order = objects.map { object in
                [object["time"], object["source"]].map { $0 as? String ?? "" }
            }
            for (above, below) in zip(order, order.dropFirst()) {
                #expect(above[0] > below[0] || above[0] == below[0] && above[1] <= below[1], "\(above) \(below)")
            }
            #expect(objects.contains { $0["text"] as? String == "Text of item 3." })

            let bytes = server.bodyBytes
            let second = try await home.fiber("refresh", "--json")
            #expect(second.status == 0)
            #expect(try second.objects.first?["inserted"] as? Int == 0)
            #expect(try second.objects.first?["updated"] as? Int == 0)
            let sources = try #require(try second.objects.first?["sources"] as? [[String: Any]])
            #expect(sources.map { $0["requests"] as? Int } == Array(repeating: 1, count: 8))
            #expect(sources.allSatisfy { $0["bytes"] as? Int == 0 })
            #expect(sources.allSatisfy { $0["milliseconds"] is [String: Double] })
            #expect((try second.objects.first?["requests"] as? [String: Any])?["requests"] as? Int == 8)
            #expect(server.bodyBytes == bytes)
            #expect(server.requests.suffix(8).allSatisfy { $0.status == 304 })
            #expect(try await home.fiber("timeline", "--json", "--limit", "500").output == timeline.output)
        }
    }

    @Test("--limit counts tickets, --since and --before bound their times, and --source can be repeated")
    func bounds() async throws {
        try await withEightFeeds { _ in
            _ = try await home.fiber("refresh")
            let few = try await home.fiber("timeline", "--json", "--limit", "5")
            #expect(try few.objects.count == 5)
            let old = try await home.fiber("timeline", "--json", "--limit", "500", "--before", "2026-11-19T12:00:00Z")
            #expect(try old.objects.allSatisfy { ($0["time"] as? String ?? "") < "2026-11-19T12:00:00Z" })
            let new = try await home.fiber("timeline", "--json", "--limit", "500", "--since", "2026-11-19T12:00:00Z")
            #expect(try new.objects.allSatisfy { ($0["time"] as? String ?? "") >= "2026-11-19T12:00:00Z" })
            #expect(try old.objects.count + new.objects.count == 320)
            let one = try await home.fiber("timeline", "--json", "--limit", "500", "--source", "Feed 3")
            #expect(try one.objects.count == 40)
            let two = try await home.fiber(
                "timeline", "--json", "--limit", "500", "--source", "Feed 3", "--source", "Feed 5")
            #expect(Set(try two.objects.compactMap { $0["sourceName"] as? String }) == ["Feed 3", "Feed 5"])
            #expect(try two.objects.count == 80)
        }
    }

    @Test("Supplier stays an alias of source in commands, options and JSON")
    func supplierAliases() async throws {
        try await withEightFeeds { _ in
            let refresh = try await home.fiber("refresh", "--json")
            #expect(try refresh.objects.first?["suppliers"] is [[String: Any]])
            #expect(try await home.fiber("suppliers", "--json").output == home.fiber("sources", "--json").output)
            let tickets = try await home.fiber("timeline", "--json", "--supplier", "Feed 3").objects
            #expect(tickets.count == 40)
            #expect(tickets.allSatisfy { $0["supplier"] as? String == $0["source"] as? String })
            #expect(tickets.allSatisfy { $0["supplierName"] as? String == "Feed 3" })
        }
    }

    @Test("A silent and a failing source are gaps with their causes, and the items of the others are shown")
    func silentAndFailing() async throws {
        try await withEightFeeds { server in
            // Long enough for the answering feeds on a busy machine.
            try home.write("[network]\nslow-seconds = 5\ntimeout-seconds = 10\n", to: ".config/fiber/config.toml")
            server.script("/2", .held(by: "never", then: Feeds.scenario(2, items: 40)))
            server.script("/5", Scenario(status: 500))
            let refresh = try await home.fiber("refresh")
            #expect(refresh.status == 1)
            #expect(
                refresh.errors.contains("Feed 2") && refresh.errors.contains("Feed 5: server error"),
                "\(refresh.errors)")
            let objects = try await home.fiber("timeline", "--json", "--limit", "500").objects
            #expect(objects.count { $0["type"] as? String == "ticket" } == 240)
            let missing = objects.filter { $0["type"] as? String == "gap" }
                .flatMap { $0["missing"] as? [[String: String]] ?? [] }
            #expect(missing.count == 2)
            for limit in [1, 5] {
                let few = try await home.fiber("timeline", "--json", "--limit", String(limit)).objects
                #expect(few.count { $0["type"] as? String == "ticket" } == limit, "gaps do not count")
            }
            #expect(refresh.errors.contains("Feed 5: server error (500)"), "\(refresh.errors)")
            #expect(missing.allSatisfy { $0["cause"] == "failed" })

            server.script("/5", Feeds.scenario(5, items: 40))
            server.open("never")
            let again = try await home.fiber("refresh")
            #expect(again.status == 0, "\(again.errors)")
            let healed = try await home.fiber("timeline", "--json", "--limit", "500").objects
            #expect(healed.count == 320)
        }
    }

    @Test("A refresh stores the others' items while a slow source has not answered, and counts its late answer")
    func slow() async throws {
        try await withEightFeeds { server in
            try home.write("[network]\nslow-seconds = 1\ntimeout-seconds = 300\n", to: ".config/fiber/config.toml")
            server.script("/2", .held(by: "late", then: Feeds.scenario(2, items: 40)))
            async let refresh = home.fiber("refresh", "--json")
            var count = 0
            while count < 280 {
                let objects = try await home.fiber("timeline", "--json", "--limit", "500").objects
                count = objects.count { $0["type"] as? String == "ticket" }
            }
            #expect(count == 280)
            server.open("late")
            let ended = try await refresh
            #expect(ended.status == 0, "\(ended.errors)")
            #expect(try ended.objects.first?["inserted"] as? Int == 320)
            #expect(try await home.fiber("timeline", "--json", "--limit", "500").objects.count == 320)
        }
    }

    @Test("Removing a source hides its tickets, and adding it again shows them without a request")
    func removeAndAdd() async throws {
        try await withEightFeeds { server in
            _ = try await home.fiber("refresh")
            let removed = try await home.fiber("remove", "Feed 4")
            #expect(removed.status == 0)
            #expect(try await home.fiber("timeline", "--json", "--limit", "500").objects.count == 280)
            _ = try await home.fiber("add", server.url("/4"))
            #expect(try await home.fiber("timeline", "--json", "--limit", "500").objects.count == 320)
        }
    }

    @Test("Adding a page that is no feed, or an unreachable address, adds nothing and says why")
    func badAddresses() async throws {
        try await ScenarioServer.running([:]) { server in
            server.script("/page", .text("<html><body>Hello</body></html>", type: "text/html"))
            server.script("/broken", .text("<rss><channel><item><title>A</titl"))
            let page = try await home.fiber("add", server.url("/page"))
            #expect(page.status == 1 && page.errors.contains("no feed"))
            let nowhere = try await home.fiber("add", "http://no-such-host.invalid/feed")
            #expect(nowhere.status == 1 && nowhere.errors.contains("no-such-host.invalid"))
            let missing = try await home.fiber("add", server.url("/missing"))
            #expect(missing.status == 1 && missing.errors.contains("404"))
            #expect(try await home.fiber("sources", "--json").output.isEmpty)
        }
    }

    @Test("Sources added by concurrent commands are all followed")
    func addsAtOnce() async throws {
        try await ScenarioServer.running([:]) { server in
            try await withThrowingTaskGroup(of: Int32.self) { group in
                for index in 0..<5 {
                    server.script("/\(index)", Feeds.scenario(index, items: 3))
                    group.addTask { try await home.fiber("add", server.url("/\(index)")).status }
                }
                for try await status in group {
                    #expect(status == 0)
                }
            }
            #expect(try await home.fiber("sources", "--json").objects.count == 5)
        }
    }

    @Test("A truncated feed adds no duplicates when it is whole again")
    func cutOff() async throws {
        try await ScenarioServer.running([:]) { server in
            let whole = Feeds.scenario(0, items: 30)
            guard case .body(let bytes) = whole.steps.first else { return }
            server.script("/0", Scenario(type: "application/xml", body: Array(bytes.prefix(bytes.count / 2))))
            _ = try await home.fiber("add", server.url("/0"))
            let broken = try await home.fiber("refresh")
            #expect(broken.status == 0)
            #expect(broken.errors.contains("warning: What Feed 0 sent is broken at line 1"), "\(broken.errors)")
            server.script("/0", whole)
            let mended = try await home.fiber("refresh")
            #expect(!mended.errors.contains("warning"), "\(mended.errors)")
            #expect(try await home.fiber("timeline", "--json").objects.count == 30)
        }
    }

    @Test("A full disk is an error, not a crash")
    func fullDisk() async throws {
        let result = try await home.shell("fiber --help > /dev/full")
        #expect(result.status == 1 && result.errors.contains("cannot be written"))
    }

    @Test("With a broken configuration a command does nothing, reports the line and leaves the file unchanged")
    func brokenConfiguration() async throws {
        try home.write("[timeline]\nrefresh-minutes = soon\n", to: ".config/fiber/config.toml")
        for command in ["refresh", "timeline", "sources"] {
            let outcome = try await home.fiber(command)
            #expect(outcome.status == 3 && outcome.output.isEmpty, "\(outcome)")
            #expect(outcome.errors.contains("config.toml:2:"), "\(outcome)")
        }
        #expect(try home.read(".config/fiber/config.toml") == "[timeline]\nrefresh-minutes = soon\n")
    }

    @Test("A wrong value in config.toml is reported with its line, and the default applies")
    func wrongValue() async throws {
        try home.write("[appearance]\ndensity = \"roomie\"\n", to: ".config/fiber/config.toml")
        let outcome = try await home.fiber("sources")
        #expect(outcome.status == 0)
        #expect(outcome.errors.contains("config.toml:2:11: appearance.density takes"))
        #expect(outcome.errors.contains("Did you mean “roomy”? Until the line is corrected, the default holds"))
    }

    @Test("A misspelt name in a theme is reported with its line and the nearest name")
    func wrongTheme() async throws {
        let theme = "[colors]\naccent = \"#ff0000\"\n\n[looks.titel]\nbold = true\n"
        try home.write(theme, to: ".config/fiber/themes/mine.toml")
        let outcome = try await home.fiber("doctor")
        #expect(outcome.status == 3)
        #expect(outcome.output.contains("mine.toml:4:1: There is nothing called “titel” to style."))
        #expect(outcome.output.contains("Did you mean “title”?"))
    }

    @Test("A store file of another program is left unchanged")
    func foreignStore() async throws {
        let diary = "not a database, but somebody's diary of considerable length"
        try home.write(diary, to: "data/fiber.sqlite")
        let outcome = try await home.fiber("refresh", "--data", "\(home.path)/data")
        #expect(outcome.status == 4)
        #expect(outcome.errors.contains("data/fiber.sqlite"))
        #expect(try home.read("data/fiber.sqlite") == diary)
    }

    @Test("A backup to standard output is refused, and no file is written")
    func backupToOutput() async throws {
        let outcome = try await home.shell("cd '\(home.path)' && fiber backup -")
        #expect(outcome.status == 2 && outcome.errors.contains("standard output"), "\(outcome)")
        #expect(!FileManager.default.fileExists(atPath: home.path + "/-"))
    }

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
        #expect(doctor.status == 0 && doctor.output.contains("none failed at the last refresh"), "\(doctor)")
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

    @Test("A store that is gone with all its files is reported, once by the command that makes a new one")
    func storeGone() async throws {
        try home.write("{\"id\":\"1\",\"title\":\"One\"}\n", to: "log.jsonl")
        #expect(try await home.fiber("add", "file:\(home.path)/log.jsonl").status == 0)
        let first = try await home.fiber("refresh")
        #expect(first.status == 0 && !first.errors.contains("is gone"), "\(first)")
        try home.remove(".local/share/fiber")
        let doctor = try await home.fiber("doctor")
        #expect(doctor.status == 4 && doctor.output.contains("was in use before, and is gone"), "\(doctor)")
        let next = try await home.fiber("refresh")
        #expect(next.errors.contains("was in use before, and is gone") && next.errors.contains("1 new"), "\(next)")
        let last = try await home.fiber("refresh")
        #expect(last.status == 0 && !last.errors.contains("is gone"), "\(last)")
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

    @Test("Every start removes the copies of stores that killed processes have left, and no others")
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

    @Test("A wrong command line ends with status 2")
    func usage() async throws {
        #expect(try await home.fiber("timeline", "--limit", "many").status == 2)
        #expect(try await home.fiber("nonsense").status == 2)
        #expect(try await home.fiber("fill", "--until", "soon").status == 2)
        #expect(try await home.fiber("--help").status == 0)
    }

    @Test("A wrong command line that is found at run time shows the usage of its own command")
    func usageAtRunTime() async throws {
        let empty = try await home.fiber("post", "")
        #expect(empty.status == 2 && empty.errors.contains("Usage: fiber post ["), "\(empty)")
        let input = try await home.shell("fiber post - < /dev/null")
        #expect(input.status == 2 && input.errors.contains("standard input is empty"), "\(input)")
        #expect(input.errors.contains("Usage: fiber post ["), "\(input)")
        #expect(input.errors.contains("See 'fiber post --help'"), "\(input)")
    }

    @Test(
        "Options before the name of a command are refused with a message that says the order",
        arguments: [
            (["--source", "x", "read"], "first `fiber read`, then the options."),
            (["--source", "search", "timeline"], "first `fiber timeline`, then the options."),
            (["--json", "timeline", "--topic", "search"], "first `fiber timeline`, then the options."),
            (["--config", "elsewhere", "sources"], "first `fiber sources`, then the options."),
        ])
    func optionsFirst(words: [String], text: String) async throws {
        let outcome = try await home.fiber(words)
        #expect(outcome.status == 2 && outcome.errors.contains(text), "\(outcome)")
    }

    @Test(
        "Unknown commands after help and after a group of commands are named with the nearest name",
        arguments: [
            (["help", "nope"], "Unknown command “nope”."),
            (["help", "topics", "nope"], "Unknown command “topics nope”."),
            (["help", "topics", "lst"], "Did you mean `fiber help topics list`?"),
            (["help", "timelin"], "Did you mean `fiber help timeline`?"),
            (["topics", "lst"], "Did you mean `fiber topics list`?"),
            (["topics", "add", "--bad", "x"], "There is no option --bad."),
        ])
    func unknownCommands(words: [String], text: String) async throws {
        let outcome = try await home.fiber(words)
        #expect(outcome.status == 2 && outcome.errors.contains(text), "\(outcome)")
    }

    @Test(
        "The help of commands and of their subcommands is printed", arguments: [["help"], ["help", "topics", "add"]])
    func help(words: [String]) async throws {
        let outcome = try await home.fiber(words)
        #expect(outcome.status == 0 && outcome.output.contains("USAGE: fiber"), "\(outcome)")
    }

    @Test("The help of open names all screens")
    func openHelp() async throws {
        let help = try await home.fiber("open", "--help").output
        let names = ["item ID", "sources", "settings", "compose", "drafts", "rules", "accounts", "source-list"]
        for name in names { #expect(help.contains(name), "\(name): \(help)") }
    }

    @Test("Without a terminal the timeline does not open and says what to do")
    func noTerminal() async throws {
        let outcome = try await home.fiber("demo")
        #expect(outcome.status == 1)
        #expect(outcome.errors.contains("fiber timeline"))
    }
}
