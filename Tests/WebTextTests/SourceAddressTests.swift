import EngineConcepts
import Testing
import WebText

@Suite("Addresses of sources")
struct SourceAddressTests {
    @Test(
        "Addresses that certainly lead to the same source have the same canonical form",
        arguments: [
            "https://a.example/Feed?x=Y", "HTTPS://A.Example/Feed?x=Y", "https://a.example:443/Feed?x=Y",
            "https://a.example:/Feed?x=Y", "https://a.example./Feed?x=Y", "https://a.example/Feed?x=Y#top",
            "https://a.example/Feed?x=Y#", "https://a.example/./b/../%46eed?x=%59",
            "https://a.example/b/%2e%2e/Feed?x=Y",
        ])
    func same(address: String) {
        #expect(SourceAddress.canonical(address) == "https://a.example/Feed?x=Y")
    }

    @Test("Addresses that may lead to different sources have different canonical forms")
    func different() {
        let addresses = [
            "https://a.example/feed", "http://a.example/feed", "https://a.example/Feed", "https://a.example/feed/",
            "https://a.example/feed?a", "https://a.example/feed?A", "https://a.example:8443/feed",
            "https://u@a.example/feed", "https://www.a.example/feed", "https://a.example/feed%2F",
            "https://a.example//feed",
            "hn:newest", "hn:Newest", "exec:a#b", "exec:a#c", "file:/a", "file:/A", "https://[::1]/feed",
            "https://[::1]:1/feed",
        ]
        #expect(Set(addresses.map(SourceAddress.canonical)).count == addresses.count)
        for address in addresses { #expect(SourceAddress.canonical(address) == address) }
    }

    @Test("A canonical address is its own canonical form")
    func again() {
        for (address, form) in [
            ("http://A.example:80", "http://a.example/"), ("http://a.example?", "http://a.example/"),
            ("http://a.example/é b?é", "http://a.example/%C3%A9%20b?%C3%A9"),
            ("http://a.example/%zz%", "http://a.example/%zz%"),
            ("HTTP://[::1]:80/.", "http://[::1]/"), ("http://a.example/..", "http://a.example/"),
            ("FILE:///a/B", "file:/a/B"), ("file://localhost/a", "file:/a"),
            ("http://a.example/a.b/..c/d.", "http://a.example/a.b/..c/d."),
            ("http://a.example:80/x", "http://a.example/x"), ("http://a.example:8080", "http://a.example:8080/"),
            ("http://a.example.:8080/x", "http://a.example:8080/x"),
            ("http://a.example:8080/./x", "http://a.example:8080/x"),
            ("feed", "feed"), ("http:x", "http:x"), ("http://a.example/x?y#z", "http://a.example/x?y"),
        ] {
            #expect(SourceAddress.canonical(address) == form)
            #expect(SourceAddress.canonical(form) == form)
        }
    }

    @Test(
        "A host with an encoded or wide sign of addresses stays as it is, instead of becoming another host",
        arguments: [
            "a.example%2F.ä.example", "a%40b.ä.example", "a.example／b.example", "a%3A80.ä.example", "a%20.ä.example",
        ])
    func disguisedHost(host: String) {
        #expect(WebAddress.withASCIIHost("http://\(host)/x") == "http://\(host)/x")
        #expect(WebAddress.withASCIIHost("http://ä.example/x") == "http://xn--4ca.example/x")
    }

    @Test("An address is displayed as its host and path")
    func displayedPlace() {
        #expect(DisplayAddress.hostAndPath(of: "https://www.example.org/a/b/?utm=1#x") == "example.org/a/b")
        #expect(DisplayAddress.hostAndPath(of: "nonsense") == "nonsense")
    }

    @Test("A displayed address has no user, even within a command")
    func displayedWithoutUser() {
        let shown = { (address: String) in SourceDescription(id: "a", address: address).shownAddress }
        #expect(shown("https://ann:secret@a.example/f@x") == "https://a.example/f@x")
        #expect(shown("filter:sed s/a/b/:https://ann:secret@a.example/f") == "filter:sed s/a/b/:https://a.example/f")
        #expect(shown("exec:curl http://a.example ann@b.example") == "exec:curl http://a.example ann@b.example")
    }

    @Test(
        "The parts of an address are found",
        arguments: [
            ("https://a:b@h.example:8080/p/q?x=1#y", ["a:b", "h.example", "8080", "/p/q", "x=1", "y"]),
            ("http://[::1]:80", ["-", "[::1]", "80", "", "-", "-"]),
            ("http://h?x", ["-", "h", "-", "", "x", "-"]), ("://#", ["-", "", "-", "", "-", ""]),
        ])
    func parts(address: String, expected: [String]) throws {
        let parts = try #require(AddressParts(address))
        let found = [parts.user, parts.host, parts.port, parts.path, parts.query, parts.fragment]
        #expect(found.map { $0.map(String.init) ?? "-" } == expected)
    }

    @Test(
        "A host can be looked up if it is a name, an IPv4 address or an IPv6 address in brackets",
        arguments: [
            "http://a.example", "https://ann:p@a_b.example:8080/f", "http://localhost?x", "http://192.0.2.1:80/",
            "http://[::1]", "http://[2001:db8::192.0.2.1]:80/f", "http://[fe80::1%25eth0]/", "https://bücher.example/",
            "https://b%C3%BCcher.example/", "http://xn--bcher-kva.example./",
        ])
    func usableHosts(address: String) {
        #expect(WebAddress.hasUsableHost(address))
    }

    @Test(
        "A host with a bracket, a space or another character that no host can have cannot be looked up",
        arguments: [
            "http://", "http:///f", "http://[bad", "http://bad]/", "http://[bad]/", "http://[]/", "http://[::1]x/",
            "http://[:1]/", "http://a b.example/", "http://a%20b.example/", "http://a%b.example/",
            "http://a<b>.example/", "http://a\\b/", "http://ann:p@/f",
        ])
    func unusableHosts(address: String) {
        #expect(!WebAddress.hasUsableHost(address))
    }

    @Test("Text that is already encoded is normalised, and not decoded further than safe")
    func percentCoding() {
        #expect(PercentCoding.encoded("a b/%41~") == "a%20b%2F%2541~")
        #expect(PercentCoding.decoded("%41%zz%e2%82%ac%4") == "A%zz€%4")
        #expect(WebAddress.user(of: "https://%61:p%2fq@h/")?.password == "p/q")
    }
}
