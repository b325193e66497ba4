import EngineConcepts
import Foundation
import Testing

@testable import Suppliers

@Suite("The syntax of the AT Protocol")
struct BlueskySyntaxTests {
    /// The parsers by the name of their files in the corpus.
    private static let parsers: [String: @Sendable (String) -> Bool] = [
        "handle_syntax": { ATHandle($0) != nil }, "did_syntax": { DID($0) != nil },
        "atidentifier_syntax": { ATIdentifier($0) != nil }, "aturi_syntax": { ATURI($0) != nil },
        "nsid_syntax": { NSID.isValid($0) }, "recordkey_syntax": { RecordKey.isValid($0) },
        "tid_syntax": { TID($0) != nil }, "datetime_syntax": { ATDate.parse($0) != nil },
    ]

    /// Returns the lines of a file of the corpus that are cases.
    private func cases(_ name: String) throws -> [String] {
        guard let folder = SocialCorpus.folder else { return [] }
        let file = folder.appending(path: "atproto-syntax/\(name).txt")
        guard FileManager.default.fileExists(atPath: file.path) else { return [] }
        return try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map(String.init)
            .filter { !$0.isEmpty && !$0.hasPrefix("#") }
    }

    @Test(
        "Each case of the protocol's own tests is judged as there", .enabled(if: SocialCorpus.isPresent),
        arguments: parsers.keys.sorted())
    func corpus(name: String) throws {
        let parser = try #require(Self.parsers[name])
        for text in try cases("\(name)_valid") { #expect(parser(text), "\(text) is valid") }
        for text in try cases("\(name)_invalid") { #expect(!parser(text), "\(text) is not valid") }
    }

    @Test("Dates that no calendar has are not dates", .enabled(if: SocialCorpus.isPresent))
    func dates() throws {
        for text in try cases("datetime_parse_invalid") { #expect(ATDate.parse(text) == nil, "\(text)") }
    }

    @Test("Handles are compared in lower case, and neither hosts of one label nor addresses are handles")
    func handles() {
        #expect(ATHandle("Ann.Example")?.text == "ann.example")
        for text in [
            "", "ann", "ann.1", "127.0.0.1", "ann..example", ".ann.example", "-a.example", "a b.example", "é.example",
        ] {
            #expect(ATHandle(text) == nil, "\(text)")
        }
        #expect(DID("did:web:localhost%3A1234")?.suffix == "localhost%3A1234")
        #expect(DID("did:plc:abc")?.method == "plc")
    }

    @Test("An address has the parts that it was made of")
    func addresses() throws {
        let uri = try #require(ATURI("at://did:plc:abc/app.bsky.feed.post/3jzfcijpj2z2a"))
        #expect(uri.collection == "app.bsky.feed.post" && uri.key == "3jzfcijpj2z2a")
        #expect(uri.description == "at://did:plc:abc/app.bsky.feed.post/3jzfcijpj2z2a")
        #expect(ATURI("at://ann.example")?.collection == nil)
        #expect(
            BlueskyWebPages.record(named: "https://bsky.app/profile/ann.example/post/3k")
                == "at://ann.example/app.bsky.feed.post/3k")
        #expect(
            BlueskyWebPages.page(of: uri.description, by: "ann.example")
                == "https://bsky.app/profile/ann.example/post/3jzfcijpj2z2a")
    }

    @Test("A date keeps its milliseconds in both directions")
    func milliseconds() throws {
        let time = try #require(ATDate.parse("2026-11-20T11:54:00.078+01:00"))
        #expect(time.milliseconds == 1_795_172_040_078)
        #expect(ATDate.text(time) == "2026-11-20T10:54:00.078Z")
        #expect(ATDate.parse(ATDate.text(time)) == time)
        #expect(ATDate.parse("1969-12-31T23:59:59.9Z")?.milliseconds == -100)
    }

    @Test("A date that RFC 3339 allows and Lexicon does not is no date")
    func strictDates() {
        for text in [
            "2026-11-20t11:54:00Z", "2026-11-20 11:54:00Z", "2026-11-20T11:54:00z", "2026-11-20T11:54:00.00z",
            "2026-11-20T11:54+01:00", "2026-11-20T11:54:00+0100", "2026-11-20T11:54:00-00:00",
            "2026-11-20T11:54:00.000", "2026-11-20T11:54:00.1２Z",
        ] {
            #expect(ATDate.parse(text) == nil, "\(text)")
        }
    }

    @Test("The key of an action is the same in every attempt, sorts by time, and survives any number")
    func keys() throws {
        let time = Timestamp(milliseconds: 1_795_172_040_078)
        let key = TID(of: ActionID("a1"), requestedAt: time)
        #expect(key == TID(of: ActionID("a1"), requestedAt: time))
        #expect(key != TID(of: ActionID("a2"), requestedAt: time))
        #expect(key.time == time)
        #expect(TID(key.text) == key && key.text.utf8.count == 13)
        #expect(key.text < TID(of: ActionID("a1"), requestedAt: time.advanced(by: .milliseconds(1))).text)
        for milliseconds in [Int64.min, -1, 0, Int64.max] {
            let extreme = TID(of: ActionID("a"), requestedAt: Timestamp(milliseconds: milliseconds))
            #expect(TID(extreme.text) == extreme)
        }
    }
}
