import Foundation
import ScenarioServer
import TerminalTestSupport
import Testing

@Suite("People of the built program", .ownThread, .serialized)
struct PeopleCommandTests {
    private let home: Home

    init() throws { home = try Home() }

    private static func feed(_ author: String, _ texts: String...) -> String {
        let items = texts.enumerated()
            .map { number, text in
                """
                <item><guid>\(number)</guid><description>\(text)</description><dc:creator>\(author)</dc:creator>\
                <pubDate>Fri, 20 Nov 2026 1\(number):00:00 GMT</pubDate></item>
                """
            }
        return """
            <rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel><title>\(author)</title>
            \(items.joined())</channel></rss>
            """
    }

    /// Serves the feeds of one person under two names, with one text in both.
    private func withFeeds(_ body: (_ ana: String, _ sol: String) async throws -> Void) async throws {
        let feeds = ["/ana": Self.feed("Ana", "Box, box.", "First"), "/sol": Self.feed("Sol", "Box, box!", "Second")]
        try await ScenarioServer.running(feeds.mapValues { [.text($0)] }) { server in
            #expect(try await home.fiber("add", server.url("/ana"), server.url("/sol")).status == 0)
            #expect(try await home.fiber("refresh").status == 0)
            try await body("Ana <\(server.url("/ana"))>", "Sol <\(server.url("/sol"))>")
        }
    }

    private func count(_ arguments: String...) async throws -> Int {
        let outcome = try await home.fiber(arguments)
        #expect(outcome.status == 0, "\(outcome.errors)")
        return try outcome.objects.count { $0["type"] as? String == "ticket" }
    }

    @Test("Linked authors are found as one person, their crosspost is one row, and unlinking undoes both")
    func linked() async throws {
        try await withFeeds { ana, sol in
            #expect(try await count("timeline", "--json", "--fold") == 4)
            let linked = try await home.fiber("people", "link", ana, sol, "--name", "Ana Sol")
            #expect(linked.status == 0 && linked.output == "Ana Sol is one person: \(ana), \(sol).\n", "\(linked)")
            #expect(try home.read(".config/fiber/people.toml").contains("name = \"Ana Sol\""))
            #expect(try await count("search", "--json", "person:\"Ana Sol\"") == 4)
            #expect(try await count("timeline", "--json", "--fold") == 3)
            let added = try await home.fiber("topics", "add", "Ana", "person:\"ana sol\"")
            #expect(added.output.contains("4 items"), "\(added)")
            let people = try await home.fiber("people", "--json").objects
            #expect(
                people.first?["name"] as? String == "Ana Sol" && people.first?["authors"] as? [String] == [ana, sol])
            #expect(try await home.fiber("person", "list").output == "Ana Sol  \(ana), \(sol)\n")
            #expect(try await home.fiber("doctor").output.contains("1 person"))
            let unlinked = try await home.fiber("person", "unlink", "ana sol")
            #expect(unlinked.output == "ana sol is not linked any more.\n", "\(unlinked)")
            #expect(try await count("search", "--json", "person:\"Ana Sol\"") == 0)
            #expect(try await count("timeline", "--json", "--fold") == 4)
            #expect(try await home.fiber("topics").output.contains("0 unread of 0"))
        }
    }

    @Test("A text that means no author is refused with the forms; one author alone is no link")
    func refused() async throws {
        let unknown = try await home.fiber("people", "link", "Ana Sol", "hn:pg")
        #expect(unknown.status == 2 && unknown.errors.contains("@ann@example.social"), "\(unknown)")
        #expect(try await home.fiber("people", "link", "hn:pg").status == 2)
        #expect(try await home.fiber("people").errors.contains("Nobody is linked yet."))
        let unlinked = try await home.fiber("people", "unlink", "hn:pg")
        #expect(unlinked.status == 1 && unlinked.errors.hasPrefix("fiber: hn:pg is not linked. "), "\(unlinked)")
        try home.write("[[person]]\nname = \"X\"\nauthors = [\"hn:pg\", \"nobody\"]\n", to: ".config/fiber/people.toml")
        let doctor = try await home.fiber("doctor")
        #expect(doctor.status == 3, "\(doctor)")
        #expect(doctor.output.contains("“nobody” does not say which author is meant"), "\(doctor)")
        #expect(doctor.output.contains("people.toml:3"), "\(doctor)")
    }

    @Test("Unlinking one of several authors keeps the person, also if the person has the name of that author")
    func unlinkedOne() async throws {
        let linked = try await home.fiber("people", "link", "did:plc:ann", "@ann@pit.example", "@ann.example")
        #expect(linked.status == 0 && linked.output.hasPrefix("did:plc:ann is one person"), "\(linked)")
        #expect(try await home.fiber("people", "unlink", "did:plc:ann").status == 0)
        #expect(try await home.fiber("people").output == "did:plc:ann  @ann@pit.example, @ann.example\n")
        #expect(try await home.fiber("people", "unlink", "did:plc:ann").status == 0)
        #expect(try await home.fiber("people").errors.contains("Nobody is linked yet."))
    }

    @Test(
        "A linked account that no source reads is a gap on the screen of the person; Enter reads it once, and adds it then"
    )
    func offered() async throws {
        try await ScenarioServer.running(["/ana": [.text(Self.feed("Ana", "Box, box."))]]) { server in
            let fake = FakeMastodon(server)
            fake.change { state in
                let time = state.now - 3_600_000
                var post = FakeMastodon.Post(
                    id: FakeMastodon.id(at: time, number: 1), time: time, text: "From the pit wall")
                post.author = "pat"
                state.posts = [post]
            }
            #expect(try await home.fiber("add", server.url("/ana")).status == 0)
            let handle = "@pat@127.0.0.1:\(server.port)"
            let linked = try await home.fiber("people", "link", "Ana <\(server.url("/ana"))>", handle)
            #expect(linked.status == 0, "\(linked)")
            let terminal = try home.terminal(width: 100)
            try terminal.wait(for: "Box, box.")
            try terminal.type("\u{1b}a")
            try terminal.wait(for: "\(handle) is not read")
            try terminal.type("}\r")
            try terminal.wait(for: "From the pit wall")
            try terminal.type("g")
            try terminal.type("}\r")
            try terminal.wait(for: "Added ")
            try terminal.quit()
            #expect(try home.read(".config/fiber/library.toml").contains("mastodon:127.0.0.1:\(server.port)/user:pat"))
        }
    }

    @Test("An open timeline folds and unfolds as people.toml changes")
    func live() async throws {
        try await withFeeds { ana, sol in
            let terminal = try home.terminal(width: 100)
            try terminal.wait(for: "Box, box!")
            _ = try await home.fiber("people", "link", ana, sol)
            try terminal.wait(until: "the crosspost is one row") {
                $0.contains("Box, box") && !($0.contains("Box, box.") && $0.contains("Box, box!"))
            }
            _ = try await home.fiber("people", "unlink", ana)
            try terminal.wait(until: "both rows are back") { $0.contains("Box, box.") && $0.contains("Box, box!") }
            try terminal.quit()
        }
    }
}
