import Foundation
import TestSupport
import Testing

@testable import FiberConfiguration

@Suite("Theme files")
struct ThemeFileTests {
    private func read(_ files: [String: String]) throws -> (themes: [ThemeFile], errors: [ConfigurationError]) {
        let directory = try TemporaryDirectory()
        for (name, text) in files {
            try text.write(toFile: directory.path + "/" + name, atomically: true, encoding: .utf8)
        }
        var errors: [ConfigurationError] = []
        let themes = ThemeFile.all(in: directory.path) { errors.append($0) }
        return (themes, errors)
    }

    @Test("A theme has the name of its file")
    func reading() throws {
        let (themes, errors) = try read([
            "night.toml": """
            inherits = "racing"
            [colors]
            accent = "#ff8800"
            [looks.title]
            text = "accent"
            background = 17
            bold = false
            """, "notes.txt": "no theme",
        ])
        #expect(errors.isEmpty)
        let theme = try #require(themes.first)
        #expect(themes.count == 1)
        #expect(theme.name == "night")
        #expect(theme.inherits == "racing")
        #expect(theme.colors == ["accent": "#ff8800"])
        #expect(theme.looks == ["title": .init(text: "accent", background: "17", attributes: ["bold": false])])
        #expect(theme.position(of: "bold", in: "looks.title") == TOMLPosition(line: 7, column: 8))
    }

    @Test(
        "What is wrong is told with its line, and the other files count",
        arguments: [
            ("inherits = 3\n", 1), ("[colors]\naccent = 7\n", 2), ("[looks]\ntitle = true\n", 2),
            ("[looks.title]\nbold = \"yes\"\n", 2), ("colour = \"red\"\n", 1), ("[colors\n", 1),
        ])
    func errors(text: String, line: Int) throws {
        let (themes, errors) = try read(["bad.toml": text, "good.toml": "inherits = \"dark\"\n"])
        #expect(themes.filter(\.isSound).map(\.name) == ["good"])
        #expect(errors.map(\.position?.line) == [line])
    }

    @Test(
        "A look is found in the file however it is written",
        arguments: [
            ("inherits = \"dark\"\n\n[looks.titel]\nbold = true\n", "titel", "looks", 3),
            ("[looks]\n\"titel\" = { bold = true }\n", "titel", "looks", 2),
            ("[looks]\ntitle = { bould = true }\n", "bould", "looks.title", 2),
        ])
    func places(text: String, key: String, table: String, line: Int) throws {
        let (themes, _) = try read(["mine.toml": text])
        #expect(themes.first?.position(of: key, in: table)?.line == line)
    }

    @Test("All errors of a theme file are reported at once")
    func allErrors() throws {
        let (themes, errors) = try read([
            "bad.toml": """
            inherits = 3
            [colors]
            accent = 7
            text = "#ffffff"
            link = true
            [looks.title]
            bold = "yes"
            text = true
            """
        ])
        #expect(themes.map(\.isSound) == [false])
        #expect(Set(errors.map(\.position?.line)) == [1, 3, 5, 7, 8])
    }

    @Test("A missing theme directory is no error")
    func none() { #expect(ThemeFile.all(in: "/nowhere/themes") { Issue.record($0) }.isEmpty) }
}
