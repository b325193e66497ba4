import Testing

@Suite("Lost and wrong libraries on the command line", .timeLimit(.minutes(30)))
struct LibraryCommandTests {
    private let home: Home

    init() throws { home = try Home() }

    @Test("A missing or empty library over a store with items is reported, and its return brings everything back")
    func lostLibrary() async throws {
        let file = ".config/fiber/library.toml"
        try home.write("{\"title\":\"A line\",\"id\":\"1\"}\n", to: "lines.jsonl")
        try home.write("<opml version=\"2.0\"><body></body></opml>", to: "empty.opml")
        _ = try await home.fiber("add", "file:~/lines.jsonl")
        #expect(try await home.fiber("refresh").status == 0)
        #expect(try await home.fiber("timeline").output.contains("A line"))
        #expect(try await home.fiber("mark", "read", "line").status == 0)
        let library = try home.read(file)
        let message = "\(home.path)/\(file) is missing or empty"
        for isMissing in [false, true] {
            try home.write("", to: file)
            if isMissing { try home.remove(file) }
            for arguments in [
                ["refresh"], ["refresh", "--quiet"], ["fill"], ["export"], ["export", "--starred"], ["opml", "export"],
                ["clean", "--keep", "0"], ["clean", "--keep", "0", "--dry-run"], ["topics", "add", "T", "line"],
                ["rules", "add", "R", "line"],
            ] {
                let refused = try await home.fiber(arguments)
                #expect(refused.status == 3 && refused.errors.contains(message), "\(arguments): \(refused)")
                #expect(refused.output.isEmpty, "\(arguments): \(refused)")
                #expect(refused.errors.ranges(of: message).count == 1, "\(arguments): \(refused)")
            }
            let empty = ["opml", "import", "\(home.path)/empty.opml"]
            for arguments in [["timeline"], ["sources"], ["search", "line"], ["mark", "unread", "line"], empty] {
                let listed = try await home.fiber(arguments)
                #expect(listed.status == 0 && listed.errors.contains(message), "\(arguments): \(listed)")
            }
            let examined = try await home.fiber("doctor")
            #expect(examined.status == 3 && examined.output.contains(message), "\(examined)")
            try home.write(library, to: file)
            #expect(try await home.fiber("timeline").output.contains("A line"))
        }
        #expect(try await home.fiber("remove", "file:\(home.path)/lines.jsonl").status == 0)
        let refreshed = try await home.fiber("refresh")
        #expect(refreshed.status == 0 && refreshed.errors.contains("No source is followed any more."), "\(refreshed)")
    }

    @Test("A library without sources is lost once it has nothing at all; before, stored items are mentioned")
    func libraryWithoutSources() async throws {
        try home.write("{\"title\":\"A line\",\"id\":\"1\"}\n", to: "lines.jsonl")
        _ = try await home.fiber("add", "file:~/lines.jsonl")
        #expect(try await home.fiber("refresh").status == 0)
        for text in ["# Mine.\n", "[[topic]]\nname = \"T\"\nquery = \"line\"\n"] {
            try home.write(text, to: ".config/fiber/library.toml")
            for arguments in [["refresh"], ["timeline"], ["sources"], ["export"], ["opml", "export"]] {
                let run = try await home.fiber(arguments)
                #expect(run.status == 0, "\(arguments): \(run)")
                #expect(run.errors.contains("No source is followed any more."), "\(arguments): \(run)")
                #expect(run.errors.contains("The store has 1 item of 1 source that is not in"), "\(arguments): \(run)")
            }
        }
        try home.remove(".config/fiber/library.toml")
        let refused = try await home.fiber("export")
        #expect(refused.status == 3 && refused.errors.contains("the items of 1 source."), "\(refused)")
    }

    @Test("Stored items of sources that the library does not list are mentioned by doctor and OPML export")
    func libraryWithoutSomeSources() async throws {
        let library = ".config/fiber/library.toml"
        for name in ["first", "second", "third"] {
            let lines = (1...2).map { "{\"title\":\"Line \($0)\",\"id\":\"\($0)\"}\n" }
            try home.write(lines.joined(), to: "\(name).jsonl")
            #expect(try await home.fiber("add", "file:~/\(name).jsonl").status == 0)
        }
        #expect(try await home.fiber("refresh").status == 0)
        let complete = try await home.fiber("opml", "export")
        #expect(complete.errors.isEmpty, "\(complete)")
        #expect(try await !home.fiber("doctor").output.contains("The store has"))
        try home.remove(library)
        _ = try await home.fiber("timeline")
        #expect(try await home.fiber("add", "file:~/first.jsonl").status == 0)
        let message = "The store has 4 items of 2 sources that are not in \(home.path)/\(library)."
        let exported = try await home.fiber("opml", "export")
        #expect(exported.status == 0 && exported.errors == "fiber: warning: \(message)\n", "\(exported)")
        #expect(exported.output.contains("first.jsonl") && !exported.output.contains("second.jsonl"), "\(exported)")
        let examined = try await home.fiber("doctor")
        #expect(examined.status == 0 && examined.output.contains(message + " `fiber add URL`"), "\(examined)")
    }

    @Test("Nothing is removed beside a library that cannot be read")
    func cleaningBesideInvalidLibrary() async throws {
        let file = ".config/fiber/library.toml"
        try home.write("{\"title\":\"A line\",\"id\":\"1\"}\n", to: "lines.jsonl")
        _ = try await home.fiber("add", "file:~/lines.jsonl")
        #expect(try await home.fiber("refresh").status == 0)
        #expect(try await home.fiber("mark", "read", "line").status == 0)
        let library = try home.read(file)
        try home.write("[[source", to: file)
        let cleaned = try await home.fiber("clean", "--keep", "0")
        #expect(cleaned.status == 3 && cleaned.errors.contains("library.toml"), "\(cleaned)")
        try home.write(library, to: file)
        #expect(try await home.fiber("timeline").output.contains("A line"))
    }

    @Test("Sources that were removed are not among those of a lost library")
    func lostAfterRemoval() async throws {
        let file = ".config/fiber/library.toml"
        for name in ["first", "second"] {
            try home.write("{\"title\":\"A line\",\"id\":\"1\"}\n", to: "\(name).jsonl")
            _ = try await home.fiber("add", "file:~/\(name).jsonl")
        }
        #expect(try await home.fiber("refresh").status == 0)
        #expect(try await home.fiber("remove", "file:\(home.path)/first.jsonl").status == 0)
        let library = try home.read(file)
        try home.remove(file)
        for _ in 1...2 {
            let refreshed = try await home.fiber("refresh")
            #expect(refreshed.status == 3 && refreshed.errors.contains("the items of 1 source."), "\(refreshed)")
        }
        try home.write(library, to: file)
        #expect(try await home.fiber("remove", "file:\(home.path)/second.jsonl").status == 0)
        try home.remove(file)
        let refreshed = try await home.fiber("refresh")
        #expect(refreshed.status == 0 && refreshed.errors.contains("No source is followed any more."), "\(refreshed)")
    }

    @Test(
        "A source with an invalid address is off alone, with a warning at its line, and stays in the file",
        arguments: [
            ("not a url", "is not a source that Fiber knows"), ("htp://x/y", "is not a source that Fiber knows"),
            ("hn:bogus", "is not a list"), ("exa mple.org/feed", "has a host or port that is not valid"),
        ])
    func invalidAddress(address: String, reason: String) async throws {
        let file = ".config/fiber/library.toml"
        let table = "[[source]]\nurl = \"\(address)\"\n"
        try home.write(table, to: file)
        try home.write("{\"title\":\"A line\",\"id\":\"1\"}\n", to: "lines.jsonl")
        #expect(try await home.fiber("add", "file:~/lines.jsonl").status == 0)
        #expect(try home.read(file).contains(table))
        let refreshed = try await home.fiber("refresh")
        #expect(refreshed.status == 0 && refreshed.errors.contains("library.toml:2:7: "), "\(refreshed)")
        #expect(refreshed.errors.contains(reason), "\(refreshed)")
        let listed = try await home.fiber("sources", "--json")
        #expect(listed.status == 0 && listed.errors.contains(". The source is off."), "\(listed)")
        let objects = try listed.objects
        #expect(objects.count == 2)
        let off = objects.filter { $0["condition"] as? String == "off" }
        #expect(off.count == 1 && (off.first?["error"] as? String)?.contains(reason) == true, "\(listed)")
        #expect(try await home.fiber("sources").output.contains("  off: "))
        #expect(try await home.fiber("timeline").output.contains("A line"))
    }

    @Test("An address without a scheme in the file is that of https, as with fiber add")
    func addressWithoutScheme() async throws {
        let addresses = ["example.org/feed.xml", "localhost:8765/alpha.xml"]
        try home.write(
            addresses.map { "[[source]]\nurl = \"\($0)\"\n" }.joined(), to: ".config/fiber/library.toml")
        let listed = try await home.fiber("sources", "--json")
        #expect(listed.status == 0 && !listed.errors.contains("library.toml"), "\(listed)")
        #expect(addresses.allSatisfy { listed.output.contains("https://\($0)") }, "\(listed)")
    }

    @Test("Duplicate and unknown entries of library.toml are reported with their lines, and doctor lists each once")
    func libraryWarnings() async throws {
        try home.write(
            """
            [[source]]
            id = "feed:a"
            url = "https://a.example/feed"
            colour = "red"

            [[source]]
            id = "feed:a"
            url = "https://b.example/feed"

            [wishes]
            """, to: ".config/fiber/library.toml")
        let listed = try await home.fiber("sources", "--json")
        #expect(listed.status == 0)
        #expect(try listed.objects.count == 1)
        for words in [
            "library.toml:4:1: A source has no key “colour”", "library.toml:7:6: There is", "library.toml:10:1: ",
        ] {
            #expect(listed.errors.contains(words), "\(listed.errors)")
        }
        let doctor = try await home.fiber("doctor")
        let said = doctor.output + doctor.errors
        #expect(said.split(separator: "\n").count { $0.contains("“colour”") } == 1, "\(said)")
        #expect(doctor.status == 3 && !said.contains("No problems found."), "\(said)")
    }
}
