import EngineConcepts
import Testing

@Suite("Addresses of sources")
struct SourceAddressTests {
    @Test(
        "addresses that certainly lead to the same source have the same canonical form",
        arguments: [
            "https://a.example/Feed?x=Y", "HTTPS://A.Example/Feed?x=Y", "https://a.example:443/Feed?x=Y",
            "https://a.example:/Feed?x=Y", "https://a.example./Feed?x=Y", "https://a.example/Feed?x=Y#top",
            "https://a.example/Feed?x=Y#", "https://a.example/./b/../%46eed?x=%59",
            "https://a.example/b/%2e%2e/Feed?x=Y",
        ])
    func same(address: String) {
        #expect(SourceAddress.canonical(address) == "https://a.example/Feed?x=Y")
    }

    @Test("addresses that may lead to different sources have different canonical forms")
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

    @Test("a canonical address is its own canonical form")
    func again() {
        for (address, form) in [
            ("http://A.example:80", "http://a.example/"), ("http://a.example?", "http://a.example/"),
            ("http://a.example/é b?é", "http://a.example/%C3%A9%20b?%C3%A9"),
            ("http://a.example/%zz%", "http://a.example/%zz%"),
            ("HTTP://[::1]:80/.", "http://[::1]/"), ("http://a.example/..", "http://a.example/"),
            ("FILE:///a/B", "file:/a/B"), ("file://localhost/a", "file:/a"),
            ("http://a.example/a.b/..c/d.", "http://a.example/a.b/..c/d."),
            ("feed", "feed"), ("http:x", "http:x"), ("http://a.example/x?y#z", "http://a.example/x?y"),
        ] {
            #expect(SourceAddress.canonical(address) == form)
            #expect(SourceAddress.canonical(form) == form)
        }
    }
}
