import EngineConcepts
import EngineTestSupport
import FiberConfiguration
import Foundation
import TestSupport
import Testing

@Suite("Accounts in the library")
struct AccountTableTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    private func account(_ id: String) -> Account {
        Account(
            id: id, kind: "mastodon", server: "https://pit.example", handle: "@\(id)",
            access: SourceAccess(authentication: .token(.stored("token at \(id)"))))
    }

    @Test("Accounts survive edits of the library beside everything else")
    func roundTrip() throws {
        let text = """
            # mine
            [[source]]
            url = "https://a.example/" # a feed

            [[account]]
            id = "kim@far.example"
            kind = "telepathy"
            server = "https://FAR.example:443/"
            colour = "red"
            """
        let file = LibraryFile(path: try directory.write(text, to: "library.toml"))
        let first = try file.read()
        #expect(first.accounts.map(\.server) == ["https://far.example"])
        #expect(first.accounts.map(\.handle) == ["@kim@far.example"])
        #expect(first.accounts.first?.access == nil)
        _ = try file.update { $0.put(account("ann@pit.example")) }
        let second = try file.read()
        #expect(second.accounts == first.accounts + [account("ann@pit.example")])
        #expect(second.sources == first.sources)
        _ = try file.update { library in
            library.removeAccount("kim@far.example")
            library.put(SourceDescription(id: "mastodon:x", address: "mastodon:ann@pit.example/home"))
        }
        let third = try file.read()
        #expect(third.accounts == [account("ann@pit.example")])
        #expect(third.sources.count == 2)
        let written = try String(contentsOfFile: file.path, encoding: .utf8)
        #expect(written.contains("# mine") && written.contains("# a feed"))
    }

    @Test(
        "An account that is half written or holds its token itself is left out with a warning, and the rest works",
        arguments: [
            "id = \"a\"", "id = \"a b\"\nkind = \"mastodon\"\nserver = \"https://x.example\"",
            "id = \"a/b\"\nkind = \"mastodon\"\nserver = \"https://x.example\"",
            "id = \"a\"\nkind = \"mastodon\"\nserver = \"x.example\"",
            "id = \"a\"\nkind = \"mastodon\"\nserver = \"https://u:p@x.example\"",
            "id = \"a\"\nkind = \"mastodon\"\nserver = \"https://x.example\"\ntoken = \"hunter2\"",
            "id = \"ok\"\nkind = \"mastodon\"\nserver = \"https://x.example\"",
        ])
    func leftOut(lines: String) throws {
        let text = """
            [[source]]
            url = "https://a.example/"
            [[account]]
            id = "ok"
            kind = "mastodon"
            server = "https://pit.example"
            [[account]]
            \(lines)

            """
        let library = try LibraryFile(path: try directory.write(text, to: "library.toml")).read()
        #expect(library.sources.count == 1)
        #expect(library.accounts.map(\.id) == ["ok"])
        #expect(library.warnings.count == 1)
        #expect(library.warnings.allSatisfy { !$0.message.english.contains("hunter2") })
    }
}
