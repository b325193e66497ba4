import Foundation
import ScenarioServer
import TerminalTestSupport
import Testing

@Suite("Notes on authors of the built program", .ownThread, .serialized)
struct NoteCommandTests {
    private let home: Home

    init() throws { home = try Home() }

    private static let feed = """
        <rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel><title>Kerb</title>
        <item><guid>1</guid><title>One</title><dc:creator>Ana Sol</dc:creator><pubDate>Fri, 20 Nov 2026 10:00:00 GMT</pubDate></item>
        <item><guid>2</guid><title>Two</title><dc:creator>Ben Luz</dc:creator><pubDate>Fri, 20 Nov 2026 09:00:00 GMT</pubDate></item>
        </channel></rss>
        """

    /// Serves a feed with two authors, and follows it.
    private func withFeed(_ body: (ScenarioServer) async throws -> Void) async throws {
        try await ScenarioServer.running(["/feed": [.text(Self.feed)]]) { server in
            #expect(try await home.fiber("add", server.url("/feed")).status == 0)
            #expect(try await home.fiber("refresh").status == 0)
            try await body(server)
        }
    }

    private func titles(_ arguments: String...) async throws -> [String] {
        let outcome = try await home.fiber(["search", "--json"] + arguments)
        #expect(outcome.status == 0, "\(outcome.errors)")
        return try outcome.objects.compactMap { $0["title"] as? String }
    }

    @Test("A note is written, shown, found by queries, and removed; topics by its label follow")
    func written() async throws {
        try await withFeed { server in
            let author = "Ana Sol <\(server.url("/feed"))>"
            let written = try await home.fiber("note", author, "knows", "kerbs", "--label", "press")
            #expect(written.status == 0 && written.output == "Note on \(author) written.\n", "\(written)")
            #expect(try await home.fiber("note", author).output == "knows kerbs #press\n")
            _ = try await home.fiber("note", author, "--label", "track")
            #expect(try await home.fiber("note", author).output == "knows kerbs #track\n", "the text stays")
            _ = try await home.fiber("note", author, "--label", "press")
            #expect(try home.read(".config/fiber/notes.toml").contains("note = \"knows kerbs\""))
            #expect(try await titles("note:kerbs") == ["One"])
            let added = try await home.fiber("topics", "add", "Press", "label:press")
            #expect(added.output == "Topic “Press” added. 1 item belongs to it.\n", "\(added)")
            _ = try await home.fiber("note", "ben luz <\(server.url("/feed"))>", "#press")
            #expect(try await home.fiber("topics").output.contains("Press  2 unread of 2"))
            #expect(try await home.fiber("note", author, "--remove").status == 0)
            #expect(try await home.fiber("topics").output.contains("Press  1 unread of 1"))
            let objects = try await home.fiber("notes", "--json").objects
            #expect(objects.count == 1 && objects.first?["label"] as? String == "press")
            #expect(try await home.fiber("notes").output.hasSuffix("#press\n"))
        }
    }

    @Test("An author that cannot be meant is refused with the forms, and so is a label of several lines")
    func refused() async throws {
        let unknown = try await home.fiber("note", "Ana Sol", "text")
        #expect(unknown.status == 2 && unknown.errors.contains("hn:ann"), "\(unknown)")
        #expect(try await home.fiber("note", "hn:pg", "--label", "a\nb").status == 2)
        #expect(try await home.fiber("note", "hn:pg", "text", "--remove").status == 2)
        let missing = try await home.fiber("note", "hn:pg", "--remove")
        #expect(missing.status == 1 && missing.errors.hasPrefix("fiber: There is no note on hn:pg. "), "\(missing)")
        #expect(try await home.fiber("note", "hn:pg").output == "There are no notes on hn:pg.\n")
        #expect(try await home.fiber("notes").errors.contains("No notes yet."))
    }

    @Test("A list is fetched with its validators, labels tickets, and keeps its last content when it fails")
    func list() async throws {
        try await withFeed { server in
            let first = "author,note,label\n\"Ana Sol <\(server.url("/feed"))>\",\u{1b}[31m ex-driver,driver\n"
            let second = first + "\"Ben Luz <\(server.url("/feed"))>\",pundit,driver\n"
            server.script("/list.csv", .text(first, type: "text/csv", entityTag: "\"1\""))
            let added = try await home.fiber("commentary", "add", server.url("/list.csv"), "--name", "drivers")
            #expect(added.status == 0 && added.output == "List of notes “drivers”: 1 note.\n", "\(added)")
            #expect(try home.read(".config/fiber/library.toml").contains("[[commentary]]\nname = \"drivers\""))
            #expect(try await titles("label:driver") == ["One"])
            #expect(try await titles("note:ex-driver") == ["One"])
            _ = try await home.fiber("topics", "add", "Drivers", "label:driver")
            #expect(try await home.fiber("refresh").status == 0)
            let requests = server.requests.filter { $0.path == "/list.csv" }
            #expect(requests.count == 2 && requests.last?.headers["if-none-match"] == "\"1\"")

            server.script("/list.csv", .text(second, type: "text/csv", entityTag: "\"2\""))
            #expect(try await home.fiber("refresh").status == 0)
            #expect(try await home.fiber("topics").output.contains("Drivers  2 unread of 2"))

            server.script("/list.csv", Scenario(status: 500))
            let failed = try await home.fiber("refresh")
            #expect(failed.status == 0 && failed.errors.contains("keeps its last content"), "\(failed)")
            #expect(try await home.fiber("topics").output.contains("Drivers  2 unread of 2"))
            let doctor = try await home.fiber("doctor")
            #expect(doctor.status == 1 && doctor.output.contains("2 notes, last update failed"), "\(doctor)")
            let status = try await home.fiber("commentary", "--json").objects
            #expect(status.first?["notes"] as? Int == 2 && status.first?["failure"] is String)
            let notes = try await home.fiber("notes").output
            #expect(notes.contains("drivers: ex-driver #driver") && !notes.contains("\u{1b}"))

            #expect(try await home.fiber("commentary", "remove", "drivers").status == 0)
            #expect(try await home.fiber("topics").output.contains("Drivers  0 unread of 0"))
            #expect(try await home.fiber("commentary", "remove", "drivers").status == 1)
        }
    }

    @Test("A list in a file is read, and an address that cannot be one is refused")
    func file() async throws {
        try home.write("[[note]]\nauthor = \"hn:pg\"\nnote = \"founder\"\n", to: "people.toml")
        let added = try await home.fiber("commentary", "add", "\(home.path)/people.toml")
        #expect(added.output == "List of notes “people.toml”: 1 note.\n", "\(added)")
        #expect(try await home.fiber("note", "hn:pg").output == "people.toml: founder\n")
        for wrong in ["exec:ls", "ftp://x.example/l", "https://me:pass@x.example/l"] {
            #expect(try await home.fiber("commentary", "add", wrong).status == 2, "\(wrong)")
        }
    }

    @Test("A list that cannot be read at first is not added, and leaves the one whose name it should have")
    func unreadList() async throws {
        for _ in 1...2 {
            let missing = try await home.fiber("commentary", "add", "\(home.path)/none.toml")
            #expect(missing.status == 1 && missing.errors.contains("“none.toml” could not be read: "), "\(missing)")
            #expect(missing.errors.contains("It was not added.") && !missing.errors.contains("keeps"), "\(missing)")
        }
        #expect(try await home.fiber("commentary").output.isEmpty)
        try home.write("[[note]]\nauthor = \"hn:pg\"\nnote = \"founder\"\n", to: "none.toml")
        #expect(try await home.fiber("commentary", "add", "\(home.path)/none.toml").status == 0)
        let other = try await home.fiber("commentary", "add", "\(home.path)/other.toml", "--name", "none.toml")
        #expect(other.status == 1, "\(other)")
        #expect(try await home.fiber("note", "hn:pg").output == "none.toml: founder\n")
    }

    @Test("Of a list that is not added, the error does not speak of later requests")
    func missingList() async throws {
        try await ScenarioServer.running(["/none.csv": [Scenario(status: 404)]]) { server in
            let missing = try await home.fiber("commentary", "add", server.url("/none.csv"))
            #expect(missing.status == 1 && missing.errors.contains("(404)"), "\(missing)")
            #expect(missing.errors.contains("It was not added.") && !missing.errors.contains("retries"), "\(missing)")
        }
    }

    @Test("A list replaces another one only if its name is given")
    func replacedList() async throws {
        for (folder, note) in [("a", "founder"), ("b", "investor")] {
            try home.write("[[note]]\nauthor = \"hn:pg\"\nnote = \"\(note)\"\n", to: "\(folder)/people.toml")
        }
        #expect(try await home.fiber("commentary", "add", "\(home.path)/a/people.toml").status == 0)
        let taken = try await home.fiber("commentary", "add", "\(home.path)/b/people.toml")
        #expect(taken.status == 2 && taken.errors.contains("“people.toml” is the list at "), "\(taken)")
        #expect(try await home.fiber("note", "hn:pg").output == "people.toml: founder\n")
        #expect(try await home.fiber("commentary", "add", "\(home.path)/a/people.toml", "--every", "2h").status == 0)
        let arguments = ["commentary", "add", "\(home.path)/b/people.toml", "--name", "people.toml"]
        #expect(try await home.fiber(arguments).status == 0)
        #expect(try await home.fiber("note", "hn:pg").output == "people.toml: investor\n")
    }

    @Test("An open timeline shows a note from its own key and from elsewhere, and a list as it changes")
    func live() async throws {
        try await withFeed { server in
            server.script(
                "/list.csv",
                .text("author,note\n\"Ana Sol <\(server.url("/feed"))>\",ex-driver\n", type: "text/csv"))
            let terminal = try home.terminal(width: 120)
            try terminal.wait(for: "One")
            try terminal.type("g")
            try terminal.type(":note knows kerbs\r")
            try terminal.wait(for: "✎ knows kerbs")
            #expect(try home.read(".config/fiber/notes.toml").contains("name = \"Ana Sol\""))
            _ = try await home.fiber("note", "Ana Sol <\(server.url("/feed"))>", "knows turns")
            try terminal.wait(for: "✎ knows turns")
            let added = try await home.fiber("commentary", "add", server.url("/list.csv"), "--name", "drivers")
            #expect(added.status == 0, "\(added)")
            try terminal.wait(for: "✎ knows turns · drivers: ex-driver")
            try terminal.type("U")
            try terminal.wait(until: "the own note is undone") { !$0.contains("knows") }
            try terminal.quit()
        }
    }
}
