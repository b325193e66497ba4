import TerminalKit
import Testing

@Suite("Themes of the user's own")
struct ThemeDefinitionTests {
    private func themes(_ definitions: ThemeDefinition...) -> (themes: [Theme], errors: [ThemeError]) {
        var errors: [ThemeError] = []
        let themes = Theme.all(definitions) { errors.append($0) }
        return (themes, errors)
    }

    @Test("A theme overrides the one that it inherits from")
    func inheritance() throws {
        let (themes, errors) = themes(
            ThemeDefinition(
                name: "mine", inherits: "light", colors: ["accent": "#112233"],
                looks: ["title": .init(foreground: "link", attributes: ["bold": false, "underline": true])]))
        #expect(errors.isEmpty)
        let mine = try #require(themes.last)
        #expect(mine.name == "mine")
        #expect(mine[.unread].foreground == .rgb(0x112233))
        #expect(mine[.title].foreground == Theme.light[.link].foreground)
        #expect(mine[.title].attributes == .underline)
        #expect(mine[.tag] == Theme.light[.tag])
        #expect(themes.count == Theme.builtIn.count + 1)
    }

    @Test("Themes inherit colours and styles from each other in any order")
    func chain() throws {
        let (themes, errors) = themes(
            ThemeDefinition(name: "a", inherits: "b", colors: ["link": "#010203"]),
            ThemeDefinition(name: "b", inherits: "dark", looks: ["tag": .init(background: "7")]))
        #expect(errors.isEmpty)
        let child = try #require(themes.first { $0.name == "a" })
        #expect(child[.link].foreground == .rgb(0x010203))
        #expect(child[.tag].background == .palette(7))
        #expect(child[.tag].foreground == Theme.dark[.tag].foreground)
    }

    @Test("A theme may replace the built-in one that it inherits from")
    func replacing() {
        let (themes, errors) = themes(ThemeDefinition(name: "dark", inherits: "dark", colors: ["ok": "#00ff00"]))
        #expect(errors.isEmpty)
        #expect(themes.count == Theme.builtIn.count)
        #expect(themes[0][.ok].foreground == .rgb(0x00ff00))
    }

    @Test(
        "What is wrong is named with its place, and costs that theme only",
        arguments: [
            (ThemeDefinition(name: "x", inherits: "dark", colors: ["colour": "#000000"]), "colors", "colour"),
            (ThemeDefinition(name: "x", inherits: "dark", colors: ["text": "red"]), "colors", "text"),
            (ThemeDefinition(name: "x", inherits: "dark", looks: ["titel": .init()]), "looks", "titel"),
            (
                ThemeDefinition(name: "x", inherits: "dark", looks: ["tag": .init(foreground: "pink")]), "looks.tag",
                "text"
            ),
            (
                ThemeDefinition(name: "x", inherits: "dark", looks: ["tag": .init(attributes: ["blink": true])]),
                "looks.tag", "blink"
            ),
            (ThemeDefinition(name: "x", inherits: "nobody"), nil, "inherits"),
            (ThemeDefinition(name: "x", inherits: "x"), nil, "inherits"),
        ])
    func errors(definition: ThemeDefinition, table: String?, key: String) {
        let (themes, errors) = themes(definition, ThemeDefinition(name: "good", inherits: "dark"))
        #expect(errors.map(\.table) == [table])
        #expect(errors.map(\.key) == [key])
        #expect(themes.map(\.name) == Theme.builtIn.map(\.name) + ["good"])
    }

    @Test("An unknown name in a theme is reported with the known ones")
    func unknownNames() throws {
        let (_, errors) = themes(
            ThemeDefinition(
                name: "x", inherits: "drak", colors: ["acent": "#000000"],
                looks: ["titel": .init(), "tag": .init(foreground: "acent", attributes: ["bould": true])]))
        let meant = ["drak": "dark", "acent": "accent", "titel": "title", "bould": "bold"]
        #expect(errors.count == 5)
        for error in errors {
            let unknown = try #require(error.unknownName, "\(error)")
            #expect(meant[unknown.name].map(unknown.known.contains) == true, "\(error)")
        }
    }

    @Test("Errors are reported in spite of an unknown parent or an unreadable file")
    func allErrorsOfTheUnusable() {
        let (themes, errors) = themes(
            ThemeDefinition(name: "x", inherits: "nobody", colors: ["colour": "#000000"]),
            ThemeDefinition(name: "y", inherits: "dark", looks: ["titel": .init()], isSound: false))
        #expect(Set(errors.map(\.key)) == ["inherits", "colour", "titel"])
        #expect(themes.count == Theme.builtIn.count)
    }

    @Test("All errors of a theme are reported at once")
    func allErrors() {
        let (themes, errors) = themes(
            ThemeDefinition(
                name: "x", inherits: "dark", colors: ["colour": "#000000", "text": "red"],
                looks: [
                    "tag": .init(foreground: "pink", background: "blue", attributes: ["blink": true]), "titel": .init(),
                ]))
        #expect(Set(errors.map(\.key)) == ["colour", "text", "background", "blink", "titel"])
        #expect(errors.count == 6)
        #expect(themes.map(\.name) == Theme.builtIn.map(\.name))
    }
}
