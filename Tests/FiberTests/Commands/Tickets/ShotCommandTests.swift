import Foundation
import ScenarioServer
import TestSupport
import Testing

@Suite("A ticket as a card for sharing")
struct ShotCommandTests {
    private let home: Home

    init() throws { home = try Home() }

    /// Follows a file with two items and returns their ids, the newer one first.
    private func follow() async throws -> [String] {
        let lines = [
            #"{"id":"1","title":"Lights <out>","text":"Sixteen cars start.","author":"Ann","url":"https://a.example/1","time":"2026-11-20T10:00:00Z"}"#,
            #"{"id":"2","title":"Box & box","text":"Car 16 is out in P4.","time":"2026-11-20T11:00:00Z"}"#,
        ]
        try home.write(lines.joined(separator: "\n") + "\n", to: "log.jsonl")
        #expect(try await home.fiber("add", "file:\(home.path)/log.jsonl").status == 0)
        #expect(try await home.fiber("refresh").status == 0)
        return try await home.fiber("timeline", "--json").objects.compactMap { $0["id"] as? String }
    }

    @Test("The ending of the file's name chooses the form, and each has the text, the author and the address")
    func forms() async throws {
        let ids = try await follow()
        let first = try #require(ids.last)
        for (name, title) in [
            ("a.svg", "Lights &lt;out&gt;"), ("a.ansi", "Lights <out>"), ("a.md", "Lights \\<out\\>"),
            ("a.txt", "Lights <out>"),
        ] {
            let shot = try await home.fiber("shot", first, "--output", "\(home.path)/\(name)")
            #expect(shot.status == 0 && shot.output == "Saved to \(home.path)/\(name)\n", "\(shot)")
            let text = try home.read(name)
            for words in [title, "Sixteen cars start.", "Ann", "a.example/1"] {
                #expect(text.contains(words), "\(name): \(text)")
            }
        }
        #expect(try home.read("a.ansi").contains("first seen "))
        let again = try await home.fiber("shot", first, "--output", "\(home.path)/a.svg")
        #expect(again.status == 1 && again.errors.contains("a.svg"), "no file is replaced: \(again)")
    }

    @Test("A card has the post's picture, and its description where the picture cannot be loaded or is not wanted")
    func pictures() async throws {
        let dot = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=="
        let picture = try #require(Data(base64Encoded: dot))
        try await ScenarioServer.running([
            "/dot.png": [Scenario(type: "image/png", body: [UInt8](picture))], "/none.png": [Scenario(status: 404)],
        ]) { server in
            let lines = ["dot", "none"]
                .map { name in
                    #"{"id":"\#(name)","text":"Look.","time":"2026-11-20T10:00:00Z","#
                        + #""images":[{"url":"\#(server.url("/\(name).png"))","description":"A red dot","type":"image/png"}]}"#
                }
            try home.write(lines.joined(separator: "\n") + "\n", to: "log.jsonl")
            #expect(try await home.fiber("add", "file:\(home.path)/log.jsonl").status == 0)
            #expect(try await home.fiber("refresh").status == 0)
            let ids = try await home.fiber("timeline", "--json").objects.compactMap { $0["id"] as? String }
            let id = try #require(ids.first { $0.hasSuffix("/dot") })
            let drawn = try await home.fiber("shot", id, "-o", "-", "--format", "svg")
            #expect(drawn.output.contains("data:image/png;base64,") && drawn.output.contains("A red dot"), "\(drawn)")
            let cells = try await home.fiber("shot", id, "-o", "-")
            let plain = try await home.fiber("shot", id, "-o", "-", "--no-pictures")
            #expect(cells.status == 0 && cells.output != plain.output)
            let other = try #require(ids.first { $0.hasSuffix("/none") })
            let taken = try await home.fiber("shot", other, "-o", "\(home.path)/log.jsonl", "--format", "svg")
            #expect(taken.status == 1 && taken.errors.contains("log.jsonl"), "\(taken)")
            #expect(!server.requests.contains { $0.path == "/none.png" }, "nothing is loaded for a file that exists")
            let missing = try await home.fiber("shot", other, "-o", "-", "--format", "svg")
            #expect(missing.status == 0 && missing.errors.contains("404"), "\(missing)")
            let both = try await home.fiber("shot", other, other, "-o", "-", "--format", "svg")
            #expect(both.errors.components(separatedBy: "(404)").count == 2, "a reason is reported once: \(both)")
            #expect(missing.output.contains("A red dot") && !missing.output.contains("<image"), "\(missing.output)")
        }
    }

    @Test("Several tickets share a card, in the theme and of the width that are asked for, also on standard output")
    func several() async throws {
        let ids = try await follow()
        #expect(ids.count == 2)
        let card = try await home.fiber(
            ["shot"] + ids + ["-o", "-", "--format", "svg", "--theme", "light", "--width", "50"])
        #expect(card.status == 0, "\(card.errors)")
        #expect(card.output.contains("width=\"420\"") && card.output.contains("Box &amp; box"), "\(card.output)")
        #expect(card.output.contains("Lights &lt;out&gt;"))
        let dark = try await home.fiber(
            ["shot"] + ids + ["-o", "-", "--format", "svg", "--theme", "dark", "--width", "50"])
        #expect(dark.output != card.output && dark.status == 0)
    }

    @Test("A PNG is drawn where librsvg is installed, and otherwise the message says what to install")
    func png() async throws {
        let first = try #require(try await follow().last)
        let shot = try await home.fiber("shot", first, "--output", "\(home.path)/a.png")
        if shot.status == 0 {
            let bytes = try Data(contentsOf: URL(filePath: "\(home.path)/a.png"))
            #expect(bytes.prefix(8).elementsEqual([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]))
        } else {
            #expect(shot.errors.contains("librsvg2-2"), "\(shot)")
        }
    }

    @Test("A wrong form, theme, width or ticket is named, with what is possible")
    func mistakes() async throws {
        let first = try #require(try await follow().last)
        for (arguments, words) in [
            (["shot", first, "-o", "a.gif"], "svg, png, ansi, md, html, txt"),
            (["shot", first, "-o", "a"], "svg, png"),
            (["shot", first, "-o", "-", "--format", "x"], "svg, png"),
            (["shot", first, "-o", "a.svg", "--width", "9"], "40 to 160"),
            (["shot", first, "-o", "a.svg", "--theme", "lihgt"], "light"),
            (["shot", first, "-o", "/nowhere/a.svg"], "/nowhere/a.svg"),
            (["shot", first, "-o", "a.svg", "--copy"], "--output"), (["shot", first], "--output"),
            (["shot", first, "--copy", "--format", "png"], "wl-copy"),
            (["shot", "feed:x/1", "-o", "a.svg"], "There is no item"), (["shot", "-o", "a.svg"], "items"),
        ] {
            let outcome = try await home.fiber(arguments)
            #expect(outcome.status != 0 && outcome.errors.contains(words), "\(arguments): \(outcome)")
        }
    }
}
