import EngineConcepts
import EngineTestSupport
import Suppliers
import Testing

@Suite("Source catalogue")
struct SourceCatalogTests {
    @Test(
        "Commands, filters and files count as local, however their addresses are written",
        arguments: [
            "exec:ls", " EXEC:ls", "Exec:sh -c 'ls'", "filter:sed s/a/b/:https://a.example/f",
            "FILTER:x:http://a.example",
            "\u{200b}exec:ls", "\texec:ls", "file:/etc/passwd", "FILE:///etc/passwd", "/etc/passwd", "~/x", "./x",
            "../x",
            "file:~/x",
        ])
    func localAddresses(address: String) {
        #expect(SourceCatalog.standard.localAccess(of: address) != nil)
    }

    @Test(
        "A source without a name has the one that is made of its address, unless that is its only name",
        arguments: [
            ("exec:~/bin/releases --all", "releases"), ("filter:sed s/a/b/:https://a.example/f", "sed"),
            ("hn:newest", "Hacker News newest"), ("lobsters:newest", "Lobsters newest"),
            ("file:/srv/list.xml", "/srv/list.xml"), ("file:~/list.xml", "/home/ann/list.xml"),
            ("mastodon:ann@pit.example/home", "Home · pit.example"), ("https://a.example/feed", nil),
            ("exec:", nil), ("gopher://a.example", nil),
        ] as [(String, String?)])
    func names(address: String, name: String?) {
        #expect(SourceCatalog.standard.name(at: address, among: AccountDirectory(), home: "/home/ann") == name)
    }

    @Test("The message about an unknown address says how pages and people are written, and where the other forms are")
    func unknownAddress() {
        let error = #expect(throws: SupplierError.self) { try SourceCatalog.standard.source(at: "gopher://a.example") }
        let text = error?.message.english ?? ""
        let forms = ["https://HOST/PATH", "a person is @NAME@HOST", "`fiber add --help`"]
        #expect(forms.allSatisfy(text.contains), "\(text)")
    }

    @Test(
        "Sites and services do not count as local",
        arguments: [
            "https://a.example/exec:ls", "http://a.example", "feed:https://a.example", "feed://exec:80/",
            "a.example/file:x",
            "hn:newest", "lobsters:newest", "gopher://a.example", "",
        ])
    func remoteAddresses(address: String) {
        #expect(SourceCatalog.standard.localAccess(of: address) == nil)
    }
}
