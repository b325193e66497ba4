import EngineConcepts
import EngineTestSupport
import Foundation
import TestSupport
import Testing

@testable import FiberConfiguration

@Suite("The file of people")
struct PeopleFileTests {
    private let directory: TemporaryDirectory
    private let keys = AuthorKeyReader(Library(), kinds: SourceKinds())

    init() throws { directory = try TemporaryDirectory() }

    private func link(_ file: PeopleFile, _ authors: String..., name: String? = nil) throws -> PeopleEdit {
        try file.change { $0.link(authors, named: name, orElse: "Somebody", key: keys.key) }
    }

    @Test("Linking and unlinking touch neither comments nor order nor unknown keys, and can be undone")
    func edited() throws {
        let text = """
            # friends
            [[person]]
            name = "Ann Day" # since school
            authors = ["@ann@pit.example"]
            met = "2019"

            [[person]]
            name = "Bob"
            authors = ["@bob@pit.example", "hn:bob"]

            """
        let file = PeopleFile(path: try directory.write(text, to: "people.toml"))
        let read = try file.read()
        #expect(read.entries.map(\.name) == ["Ann Day", "Bob"] && read.warnings.count == 1)
        let edit = try link(file, "acct:Ann@pit.example", "@ann.example")
        #expect(edit.after == [PersonEntry(name: "Ann Day", authors: ["@ann@pit.example", "@ann.example"])])
        _ = try link(file, "did:plc:new", "@new@pit.example")
        let written = try String(contentsOfFile: file.path, encoding: .utf8)
        #expect(
            written == """
                # friends
                [[person]]
                name = "Ann Day" # since school
                authors = ["@ann@pit.example", "@ann.example"]
                met = "2019"

                [[person]]
                name = "Bob"
                authors = ["@bob@pit.example", "hn:bob"]

                [[person]]
                name = "Somebody"
                authors = ["did:plc:new", "@new@pit.example"]

                """, "\(written)")
        try file.change { edit.reversed.apply(to: &$0) }
        #expect(try file.read().entries.first?.authors == ["@ann@pit.example"])
        #expect(try file.read().entries.map(\.name) == ["Ann Day", "Bob", "Somebody"])
    }

    @Test("Linking authors of two persons makes them one, and a name renames it")
    func merged() throws {
        let file = PeopleFile(path: directory.path + "/people.toml")
        _ = try link(file, "@ann@pit.example", "@ann.example", name: "Ann")
        _ = try link(file, "did:plc:ann", "@annie@other.example", name: "Annie")
        let edit = try link(file, "@annie@other.example", "@ann@pit.example")
        #expect(
            try file.read().entries == [
                PersonEntry(
                    name: "Ann",
                    authors: ["@ann@pit.example", "@ann.example", "did:plc:ann", "@annie@other.example"])
            ])
        #expect(edit.before.count == 2)
        try file.change { edit.reversed.apply(to: &$0) }
        #expect(try Set(file.read().entries.map(\.name)) == ["Ann", "Annie"])
        _ = try link(file, "@ann@pit.example", name: "Ann Day")
        #expect(try file.read().entries.contains { $0.name == "Ann Day" && $0.authors.count == 2 })
        #expect(try link(file, "@ann.example", "@ann@pit.example").isEmpty)
        _ = try link(file, "@ann@pit.example", name: "ANN day")
        #expect(try file.read().entries.contains { $0.name == "ANN day" && $0.authors.count == 2 })
    }

    @Test("Renaming a person keeps comments, place and unknown keys, and so does undoing it")
    func renamed() throws {
        let text = """
            # friends
            [[person]]
            name = "Ann" # since school
            authors = ["@ann@pit.example", "@ann.example"]
            met = "2019"

            [[person]]
            name = "Bob"
            authors = ["@bob@pit.example", "hn:bob"]

            """
        let file = PeopleFile(path: try directory.write(text, to: "people.toml"))
        let edit = try link(file, "@ann@pit.example", name: "Ann Day")
        #expect(try directory.read("people.toml") == text.replacing("\"Ann\"", with: "\"Ann Day\""))
        try file.change { edit.reversed.apply(to: &$0) }
        #expect(try directory.read("people.toml") == text)
    }

    @Test("A person with one author left is removed; unlinking a stranger changes nothing")
    func unlinked() throws {
        let file = PeopleFile(path: directory.path + "/people.toml")
        _ = try link(file, "@ann@pit.example", "@ann.example", "did:plc:ann")
        try file.change { $0.unlink(["did:plc:ann"], key: keys.key) }
        #expect(try file.read().entries.map(\.authors) == [["@ann@pit.example", "@ann.example"]])
        #expect(try file.change { $0.unlink(["@else@pit.example"], key: keys.key) }.isEmpty)
        let edit = try file.change { $0.unlink(["@ANN.example"], key: keys.key) }
        #expect(try file.read().entries.isEmpty)
        try file.change { edit.reversed.apply(to: &$0) }
        #expect(try file.read().entries.map(\.authors) == [["@ann@pit.example", "@ann.example"]])
    }

    @Test("New persons of one name are numbered")
    func names() throws {
        let file = PeopleFile(path: directory.path + "/people.toml")
        _ = try link(file, "@a@x.example", "@b@x.example")
        _ = try link(file, "@c@x.example", "@d@x.example")
        #expect(try file.read().entries.map(\.name) == ["Somebody", "Somebody 2"])
        let mode = try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int
        #expect(mode == 0o600)
    }

    @Test("An invalid person is left out with its line, and the others work")
    func invalid() throws {
        let text = """
            [[person]]
            name = "Ann"
            authors = []
            [[person]]
            authors = ["@a@b.example"]
            [[person]]
            name = "Bob"
            authors = ["@b@b.example", "nobody"]
            [[person]]
            name = "bob"
            authors = ["@c@b.example"]
            """
        let people = try PeopleFile(path: try directory.write(text, to: "people.toml")).read()
        #expect(people.entries.map(\.name) == ["Bob"])
        #expect(people.warnings.map(\.position?.line) == [3, 4, 10], "\(people.warnings)")
        #expect(people.linked(keys).all.first?.identities.map(\.text) == ["@b@b.example"])
    }

    @Test(
        "An author whose key cannot be read is named with file, line and the forms, also in a list over several lines")
    func unreadable() throws {
        let text = """
            [[person]]
            name = "Ann"
            authors = ["@a@b.example"]
            [[person]]
            name = "Bob"
            authors = ["@b@b.example", "nobody"]
            [[person]]
            name = "Kim"
            authors = [
              "@kim@b.example",
              "Kim Day",
            ]
            """
        let file = PeopleFile(path: try directory.write(text, to: "people.toml"))
        let messages = file.unreadableAuthors(in: try file.read(), keys).map(\.english)
        #expect(messages.count == 2)
        for (message, start) in zip(messages, ["\(file.path):6:1: ", "\(file.path):11:1: "]) {
            #expect(message.hasPrefix(start) && message.contains("@ann@example.social"), "\(message)")
        }
    }

    @Test("A list over several lines is read, and edited as one line")
    func severalLines() throws {
        let text = "[[person]]\nname = \"Ann\"\nauthors = [\n  \"@a@b.example\",\n  \"@c@d.example\",\n]\n"
        let file = PeopleFile(path: try directory.write(text, to: "people.toml"))
        #expect(try file.read().entries.first?.authors.count == 2)
        _ = try link(file, "@a@b.example", "@e@f.example")
        let edited = "[[person]]\nname = \"Ann\"\nauthors = [\"@a@b.example\", \"@c@d.example\", \"@e@f.example\"]\n"
        #expect(try String(contentsOfFile: file.path, encoding: .utf8) == edited)
    }
}
