import EngineConcepts
import EngineTestSupport
import Foundation
import Queries
import TestSupport
import Testing

@testable import FiberConfiguration

@Suite("Files of notes on authors")
struct NotesTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    // MARK: The user's own

    @Test("Notes with syntax that cannot be edited are left untouched")
    func unsafeEdit() throws {
        let text = "note = [ { author = \"hn:pg\", note = \"essays\" } ]\n"
        let file = NotesFile(path: try directory.write(text, to: "notes.toml"))
        for author in ["hn:pg", "hn:dang"] {
            let error = #expect(throws: ConfigurationError.self) {
                try file.set(AuthorNote(text: "new"), on: author, named: nil) { $0 == author }
            }
            #expect(error?.code == .unsafeEdit)
        }
        #expect(try directory.read("notes.toml") == text)
    }

    @Test("A note is added, changed and removed without touching comments, order and unknown keys")
    func edited() throws {
        let text = """
            # people
            [[note]]
            author = "acct:Ann@pit.example" # the first
            note = "reliable"
            mood = "good"

            # a writer
            [[note]]
            author = "Ana Sol <https://kerb.example/feed>"
            note = "long reads"
            label = "press"

            """
        let file = NotesFile(path: try directory.write(text, to: "notes.toml"))
        let read = try file.read()
        #expect(
            read.entries.map(\.note) == [AuthorNote(text: "reliable"), AuthorNote(text: "long reads", label: "press")])
        #expect(read.warnings.map(\.description).joined().contains("mood"))
        let former = try file.set(AuthorNote(text: "tyres", label: "press"), on: "@ann@pit.example", named: "Ann") {
            $0 == "acct:Ann@pit.example"
        }
        #expect(former == AuthorNote(text: "reliable"))
        _ = try file.set(AuthorNote(text: "says \"no\""), on: "hn:pg", named: nil) { $0 == "hn:pg" }
        _ = try file.set(nil, on: "x", named: nil) { $0.hasPrefix("Ana Sol") }
        let written = try String(contentsOfFile: file.path, encoding: .utf8)
        #expect(
            written == """
                # people
                [[note]]
                author = "acct:Ann@pit.example" # the first
                note = "tyres"
                mood = "good"
                label = "press"

                [[note]]
                author = "hn:pg"
                note = "says \\"no\\""

                """, "\(written)")
        #expect(try file.set(nil, on: "hn:nobody", named: nil) { _ in false } == nil)
    }

    @Test("A change of a note leaves an entry of the same author before it, which is off, as it is")
    func changedBehindDouble() throws {
        let text = """
            [[note]]
            author = "hn:pg"
            label = "two\\nlines"

            [[note]]
            author = "hn:pg"
            note = "first"

            """
        let file = NotesFile(path: try directory.write(text, to: "notes.toml"))
        _ = try file.set(AuthorNote(text: "second"), on: "hn:pg", named: nil) { $0 == "hn:pg" }
        #expect(try directory.read("notes.toml") == text.replacing("\"first\"", with: "\"second\""))
    }

    @Test("The first note makes the file, which only its owner can read")
    func first() throws {
        let file = NotesFile(path: directory.path + "/new/notes.toml")
        #expect(try file.read() == OwnNotes())
        _ = try file.set(AuthorNote(text: "fast"), on: "did:plc:abc", named: "Ann") { _ in false }
        let written = OwnNote(author: "did:plc:abc", name: "Ann", note: AuthorNote(text: "fast"))
        #expect(try file.read().entries == [written])
        let mode = try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int
        #expect(mode == 0o600)
    }

    @Test("Blanks and control characters neither prevent a change nor get into the file")
    func blanks() throws {
        let file = NotesFile(
            path: try directory.write("[[note]]\nauthor = \"ana  sol <feed:k>\"\nnote = \"a  b\"\n", to: "n.toml"))
        _ = try file.set(AuthorNote(text: "new\u{7}  words"), on: "x", named: nil) { $0 == "ana  sol <feed:k>" }
        _ = try file.set(AuthorNote(text: "more"), on: "Ben  Luz\n<feed:k>", named: "Ben  Luz") { _ in false }
        let notes = try file.read().entries
        #expect(notes.map(\.author) == ["ana  sol <feed:k>", "Ben Luz <feed:k>"])
        #expect(notes.map(\.note.text) == ["new words", "more"] && notes.last?.name == "Ben Luz")
        #expect(try file.set(nil, on: "x", named: nil) { $0 == "ana  sol <feed:k>" }?.text == "new words")
        #expect(try file.read().entries.count == 1)
    }

    @Test("An invalid note is left out with its line, and the others work")
    func invalid() throws {
        let text = """
            [[note]]
            author = "a@b.example"
            [[note]]
            note = "no author"
            [[note]]
            author = "c@d.example"
            note = 3
            [[note]]
            author = "e@f.example"
            note = "fine\\u0007 \\u001b[31m"
            [[note]]
            author = "e@f.example"
            note = "again"
            """
        let notes = try NotesFile(path: try directory.write(text, to: "notes.toml")).read()
        #expect(notes.entries == [OwnNote(author: "e@f.example", note: AuthorNote(text: "fine"))])
        #expect(notes.warnings.map(\.position?.line) == [2, 3, 7, 12], "\(notes.warnings)")
    }

    // MARK: Lists

    private func entries(_ text: String, type: String? = nil, name: String = "list") throws -> [String] {
        try CommentaryDocument(Array(text.utf8), type: type, name: name).entries
            .map { "\($0.author)|\($0.note.text)|\($0.note.label ?? "-")" }
    }

    private static let toml =
        "[[note]]\nauthor = \"@a@b.example\"\nnote = \"one\"\nlabel = \"x\"\n[[note]]\nauthor = \"c\"\nnote = \"two\"\n"
    private static let json =
        "[{\"author\":\"@a@b.example\",\"note\":\"one\",\"label\":\"x\"},{\"author\":\"c\",\"note\":\"two\"}]"
    private static let csv = "author,note,label\r\n@a@b.example,one,x\r\nc,two\r\n"

    @Test(
        "The same list is read in every form, by its type, its name or its beginning",
        arguments: [
            (toml, "application/toml", "l"), (toml, nil, "https://x.example/l.toml?v=1"), (toml, nil, "l"),
            ("# notes\n" + toml, "text/plain; charset=utf-8", "l"), (json, "application/json; charset=utf-8", "l"),
            (json, nil, "l.json"), (json, "text/plain", "l"), ("{\"notes\":\(json)}", nil, "l"), (csv, "text/csv", "l"),
            (csv, nil, "/home/a/l.csv"), (csv, nil, "l"), ("\u{feff}" + csv, nil, "l"),
            ("@a@b.example;one;x\nc;two\n", nil, "l"),
            ("label\tnote\tauthor\nx\tone\t@a@b.example\n\ttwo\tc", nil, "l"),
            ("author,label,note\n@a@b.example,x,\"one\"\n\nc,,\"two\"", nil, "l"),
        ] as [(String, String?, String)])
    func forms(text: String, type: String?, name: String) throws {
        #expect(try entries(text, type: type, name: name) == ["@a@b.example|one|x", "c|two|-"])
    }

    @Test("Quotes in CSV keep separators, quotes and line breaks, which become blanks")
    func quotes() throws {
        #expect(
            try entries("a,\"one, \"\"two\"\"\nthree\",x\nb,\"open") == [
                "a|one, \"two\" three|x", "b|open|-",
            ])
    }

    @Test(
        "What a hostile list says is neither a command nor a control character, and is cut",
        arguments: ["toml", "json", "csv"])
    func hostile(form: String) throws {
        let bad = "\\u001b]0;x\\u0007\\u202e evil \\u0000\\u009b"
        let long = String(repeating: "long ", count: 5000)
        let text =
            switch form {
            case "toml":
                "[[note]]\nauthor=\"a@b.example\"\nnote=\"\\u001b]0;x\\u0007\\u202e evil \\u009b\"\n[[note]]\nauthor=\"c\"\nnote=\"\(long)\"\nlabel=\"\(long)\"\n[[note]]\nauthor=\"\(long)\"\nnote=\"x\"\n[[note]]\nauthor=7\nnote=[1]\n"
            case "json":
                "[{\"author\":\"a@b.example\",\"note\":\"\(bad)\"},{\"author\":\"c\",\"note\":\"\(long)\",\"label\":\"\(long)\"},{\"author\":\"\(long)\",\"note\":\"x\"},7]"
            default:
                "a@b.example,\u{1b}]0;x\u{7}\u{202e} evil \u{9b}\nc,\(long),\(long)\n\(long),x\n,no author\n"
            }
        let document = try CommentaryDocument(Array(text.utf8), type: nil, name: "l.\(form)")
        #expect(document.entries.count == 2 && document.ignored == 2)
        #expect(
            document.entries[0].note.text == "evil", "\(document.entries[0].note.text.unicodeScalars.map(\.value))"
        )
        #expect(document.entries[1].note.text.count == AuthorNote.maximumLength)
        #expect(document.entries[1].note.label == nil)
    }

    @Test("Invalid and empty documents are errors, so that a list keeps its last content")
    func malformed() {
        for (text, name) in [
            ("[[note]\n", "l.toml"), ("{", "l.json"), ("[1,", "l.json"), ("<html>not found</html>", "l"),
            ("a = \"\u{0}\"", "l.toml"), (String(repeating: "[", count: 100_000), "l.json"),
            (String(repeating: "a=[", count: 1) + String(repeating: "[", count: 50_000), "l.toml"),
            ("{\"notes\":7}", "l.json"), ("\"text\"", "l.json"),
        ] {
            #expect(throws: SupplierError.self, "\(text.prefix(20))") { try entries(text, name: name) }
        }
        #expect(throws: SupplierError.self) {
            try CommentaryDocument(
                [UInt8](repeating: 0x61, count: CommentaryDocument.maximumBytes + 1), type: nil, name: "l")
        }
    }

    @Test("Random bytes never trap")
    func random() throws {
        var generator = SeededGenerator(seed: 7)
        let alphabet = Array("[]{}\",;\n\r\t=#'\\nuautornote01 ".utf8) + [0, 0xff, 0xc3, 0xe2, 0x1b]
        for form in ["toml", "json", "csv", ""] {
            for _ in 0..<300 {
                let bytes = (0..<Int.random(in: 0..<120, using: &generator))
                    .map { _ in alphabet.randomElement(using: &generator) ?? 0 }
                do {
                    let document = try CommentaryDocument(bytes, type: nil, name: "l.\(form)")
                    for entry in document.entries {
                        #expect(!entry.note.text.unicodeScalars.contains { $0.value < 0x20 }, "\(bytes)")
                    }
                } catch {
                    #expect([.malformed, .limitExceeded].contains(error.code))
                }
            }
        }
    }

    @Test("Random text in the form of TOML never ends the program")
    func randomTOML() {
        var generator = SeededGenerator(seed: 11)
        let pieces = [
            "[", "[", "]", "[[", "]]", "\"", "'", "\"\"\"", "'''", "a", "b.c", ".", " ", "\n", "\n", "\r\n", "=", " = ",
            "#", "\\",
            "{", "}", ",", "1", "\u{301}", "\t", "-", "(",
        ]
        for _ in 0..<5_000 {
            let text = (0..<Int.random(in: 1..<24, using: &generator))
                .compactMap { _ in pieces.randomElement(using: &generator) }.joined()
            do {
                #expect(try entries(text, name: "l.toml").isEmpty)
            } catch {
                #expect((error as? SupplierError)?.code == .malformed, "\(text.debugDescription)")
            }
        }
    }

    @Test("Nested arrays over several lines and texts in three quotes may have lines that look like headers")
    func lookLikeHeaders() throws {
        let text =
            "a = [\n[[1], [2]],\n[\n[[3]]\n]\n]\nb = \"\"\"\n[[[x\n\"\"\"\n[[note]]\nauthor = \"hn:a\"\nnote = \"x\"\n"
        #expect(try entries(text, name: "l.toml").count == 1)
    }

    @Test("A list has a limited number of notes")
    func count() throws {
        let rows = (0...CommentaryDocument.maximumNotes + 1).map { "hn:a\($0),x\n" }.joined()
        let document = try CommentaryDocument(Array(rows.utf8), type: "text/csv", name: "l")
        #expect(document.entries.count == CommentaryDocument.maximumNotes && document.ignored == 2)
    }

    @Test("The cache returns what it stored, and nothing for another or a damaged file")
    func cache() throws {
        let cache = CommentaryCache(directory: directory.path + "/cache")
        var record = CommentaryRecord(address: "https://x.example/l")
        record.entityTag = "\"1\""
        record.checked = Timestamp(seconds: 100)
        record.changed = Timestamp(seconds: 90)
        record.due = Timestamp(seconds: 200)
        record.failures = 2
        record.failure = Message("timedOut", ["seconds": .number(30)])
        record.ignored = 1
        record.entries = [
            .init(author: "a@b.example", note: AuthorNote(text: "one", label: "x")),
            .init(author: "Ana Sol <feed:k>", note: AuthorNote(text: "")),
        ]
        try cache.store(record)
        #expect(cache.record(of: record.address) == record)
        #expect(cache.record(of: "https://y.example/l") == CommentaryRecord(address: "https://y.example/l"))
        try "{\n\n\u{0}".write(toFile: cache.path(of: record.address), atomically: true, encoding: .utf8)
        #expect(cache.record(of: record.address) == CommentaryRecord(address: record.address))
    }

    // MARK: The library

    @Test("Lists survive edits of the library, and wrong ones are left out with their line")
    func lists() throws {
        let text = """
            [[source]]
            url = "https://a.example/"

            [[commentary]] # drivers
            name = "drivers"
            url = "https://x.example/l.toml"
            every = "12h"
            mood = "good"

            [[commentary]]
            name = "drivers"
            url = "https://y.example/l.toml"

            [[commentary]]
            name = "program"
            url = "exec:list"

            [[commentary]]
            name = "secret"
            url = "https://me:pass@x.example/"
            """
        let file = LibraryFile(path: try directory.write(text, to: "library.toml"))
        let first = try file.read()
        let drivers = CommentaryList(name: "drivers", address: "https://x.example/l.toml", interval: 43_200)
        #expect(first.commentary == [drivers])
        #expect(first.warnings.map(\.position?.line).suffix(3) == [11, 16, 20], "\(first.warnings)")
        let mine = CommentaryList(name: "mine", address: "~/notes.csv")
        let after = try file.update { library in
            library.put(mine)
            library.removeCommentary("drivers")
        }
        let read = try file.read()
        #expect(after.commentary == [mine] && read.commentary == [mine])
        #expect(mine.path(home: "/home/a") == "/home/a/notes.csv" && drivers.path(home: nil) == nil)
    }

    @Test("Restoring topics and rules keeps accounts and lists")
    func restored() throws {
        let text = """
            [[account]]
            id = "ann@pit.example"
            kind = "mastodon"
            server = "https://pit.example"

            [[commentary]]
            name = "drivers"
            url = "https://x.example/l.toml"

            [[topic]]
            name = "F1"
            query = "f1"
            """
        let file = LibraryFile(path: try directory.write(text, to: "library.toml"))
        let before = try file.read()
        _ = try file.update { $0.removeTopic("F1") }
        let restored = try file.update { $0.restoreLabels(of: before) }
        #expect(restored == before && before.accounts.count == 1 && before.commentary.count == 1)
        #expect(try file.read() == before)
    }
}
