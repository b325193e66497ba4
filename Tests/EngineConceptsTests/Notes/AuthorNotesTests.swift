import EngineConcepts
import Testing

@Suite("Notes on authors")
struct AuthorNotesTests {
    private static let kinds = SourceKinds([
        SourceKind(
            id: "hackernews", name: "hn", glyph: SourceKind.Glyph("▲", ascii: "Y"), colorRole: "kind-feed",
            authorsAreAccounts: true),
        SourceKind(id: "feed", name: "feed", glyph: SourceKind.Glyph("≋", ascii: "="), colorRole: "kind-feed"),
    ])

    private static func key(_ text: String) -> AuthorKey? {
        AuthorKey(text, kinds: kinds) { $0 == "https://kerb.example/feed" ? "feed:kerb" : SupplierID($0) }
    }

    @Test(
        "Different writings of one author are one key",
        arguments: [
            ["@ann@example.social", "acct:Ann@Example.Social", "ann@example.social", " @ann@example.social "],
            ["@ann.example", "acct:@Ann.example", "@ANN.EXAMPLE"],
            [
                "https://example.social/users/ann", "HTTP://Example.social/users/ann/",
                "https://example.social/users/ann#me",
            ],
            ["hn:pg", "hackernews:pg", "HN:pg"],
            ["Ana Sol <https://kerb.example/feed>", "ana  sol <feed:kerb>", "Ana Sol<feed:kerb>"],
            ["did:plc:abc", "did:plc:abc"],
        ])
    func writings(texts: [String]) throws {
        let first = try #require(Self.key(texts[0]))
        for text in texts { #expect(Self.key(text) == first, "\(text)") }
    }

    @Test(
        "Text that is no key of an author is refused, however it is made",
        arguments: [
            "", " ", "Ana Sol", "@ann", "ann", "feed:Ana", "nothing:ann", "hn:", "hn:two words", "<feed:kerb>",
            "Ana <>",
            "@@", "@a@b@c", "https://", "did:plc:abc def", "did:", "did:plc", "did:plc:", "did::abc",
            "acct:", ">", "<>", String(repeating: "a@b.c", count: 200),
        ])
    func refused(text: String) {
        #expect(Self.key(text) == nil)
    }

    @Test("Keys of authors distinguish upper and lower case where services do, and nowhere else")
    func letters() {
        #expect(Self.key("hn:PG") != Self.key("hn:pg"))
        #expect(Self.key("https://example.social/users/Ann") != Self.key("https://example.social/users/ann"))
        #expect(Self.key("did:plc:A") != Self.key("did:plc:a"))
    }

    @Test("An author is found by every key, the most certain first")
    func keys() {
        let bluesky = Author(id: "did:plc:abc", name: "Ann", handle: "@ann.example")
        #expect(AuthorKey.keys(of: bluesky, in: "bluesky:x") == [Self.key("did:plc:abc"), Self.key("@ann.example")])
        let mastodon = Author(
            id: "https://example.social/users/ann", name: "Ann", handle: "@Ann@example.social")
        #expect(
            AuthorKey.keys(of: mastodon, in: "mastodon:x")
                == [Self.key("@ann@example.social"), Self.key("https://example.social/users/ann")])
        let poster = Author(id: "pg", name: "pg")
        #expect(
            AuthorKey.keys(of: poster, in: "hackernews:top") == [Self.key("hn:pg"), Self.key("pg <hackernews:top>")])
        let writer = Author(id: "Ana Sol", name: "Ana  Sol")
        #expect(AuthorKey.keys(of: writer, in: "feed:kerb").last == Self.key("Ana Sol <https://kerb.example/feed>"))
    }

    @Test("The text that a note is written with parses to a key of the author")
    func texts() throws {
        let authors: [(Author, SupplierID, String)] = [
            (Author(id: "did:plc:abc", name: "Ann", handle: "@ann.example"), "bluesky:x", "did:plc:abc"),
            (
                Author(id: "https://a.example/u/1", name: "Ann", handle: "@ann@a.example"), "mastodon:x",
                "@ann@a.example"
            ),
            (Author(id: "did:", name: "Ann", handle: "@ann.example"), "bluesky:x", "@ann.example"),
            (Author(id: "pg", name: "pg"), "hackernews:top", "hn:pg"),
            (Author(id: "x", name: "Ana Sol"), "feed:kerb", "Ana Sol <https://kerb.example/feed>"),
            (Author(id: "x", name: "Pit", handle: "@pit"), "feed:kerb", "Pit <https://kerb.example/feed>"),
        ]
        for (author, source, expected) in authors {
            let kind = Self.kinds[SupplierKind(String(source.rawValue.prefix { $0 != ":" }))]
            let text = AuthorKey.text(of: author, in: source, kind: kind, at: "https://kerb.example/feed")
            #expect(text == expected)
            #expect(AuthorKey.keys(of: author, in: source).contains(try #require(Self.key(text))))
        }
    }

    @Test(
        "The name in a key is what people would call its author",
        arguments: [
            ("@ann@example.social", "ann"), ("acct:ann@example.social", "ann"), ("@ann.example", "ann.example"),
            ("Ana Sol <https://kerb.example/feed>", "Ana Sol"), ("hn:pg", "pg"), ("did:plc:abc", "did:plc:abc"),
            ("https://example.social/users/ann", "ann"), ("https://example.social/@ann", "ann"),
            ("https://example.social/@ann@other.example/", "ann"), ("https://example.social", "example.social"),
        ])
    func bareName(text: String, name: String) {
        #expect(AuthorKey.bareName(in: text) == name)
    }

    @Test("The user's own note comes first, then one of each list by the names of the lists")
    func order() throws {
        let (did, handle) = (try #require(Self.key("did:plc:abc")), try #require(Self.key("@ann.example")))
        let authorNotes = AuthorNotes(
            own: [handle: AuthorNote(text: "mine")],
            lists: [
                "press": [did: AuthorNote(text: "by DID"), handle: AuthorNote(text: "by handle")],
                "drivers": [handle: AuthorNote(text: "drives", label: "driver")],
            ])
        let author = Author(id: "did:plc:abc", name: "Ann", handle: "@ann.example")
        let notes = authorNotes.notes(on: author, in: "bluesky:x")
        #expect(notes.map(\.list) == [nil, "drivers", "press"])
        #expect(notes.map(\.note.text) == ["mine", "drives", "by DID"])
        #expect(authorNotes.labels == ["driver"] && authorNotes.count == 4)
        #expect(authorNotes.notes(on: Author(id: "other", name: "Ann"), in: "bluesky:x").isEmpty)
    }

    @Test("Another text of a note changes the digest of notes alone, another label that of labels too")
    func digests() throws {
        let key = try #require(Self.key("@ann.example"))
        func notes(_ text: String, _ label: String?) -> AuthorNotes {
            AuthorNotes(own: [key: AuthorNote(text: text, label: label)])
        }
        let first = notes("fast", "press")
        #expect(first == notes("fast", "press"))
        #expect(first.labelDigest == notes("slow", "press").labelDigest)
        #expect(first.noteDigest != notes("slow", "press").noteDigest)
        #expect(first.labelDigest != notes("fast", "team").labelDigest)
        #expect(first != notes("fast", nil) && AuthorNotes.none == AuthorNotes())
    }

    @Test(
        "A note is typed with its label as the last word",
        arguments: [
            ("fast  and right", AuthorNote(text: "fast and right")),
            ("fast #press", AuthorNote(text: "fast", label: "press")),
            ("#press", AuthorNote(text: "", label: "press")),
            ("#1 of the grid", AuthorNote(text: "#1 of the grid")),
            ("a #", AuthorNote(text: "a #")),
            ("", nil), ("  \n", nil),
        ])
    func typed(text: String, note: AuthorNote?) {
        #expect(AuthorNote(typed: text) == note)
        if let note { #expect(AuthorNote(typed: note.typed) == note) }
    }

    @Test("A typed note is cut to its length")
    func cut() {
        let note = AuthorNote(typed: String(repeating: "é", count: 9999))
        #expect(note?.text.count == AuthorNote.maximumLength)
    }
}
