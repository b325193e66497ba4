import EngineConcepts
import Suppliers
import Testing

@Suite("Hostile feeds")
struct HostileFeedTests {
    @Test("expands no entities, loads none, and ends deep nesting")
    func hostileXML() throws {
        var bomb = "<?xml version=\"1.0\"?><!DOCTYPE r [<!ENTITY a0 \"ha\">"
        for level in 1...30 { bomb += "<!ENTITY a\(level) \"&a\(level - 1);&a\(level - 1);\">" }
        bomb +=
            "<!ENTITY f SYSTEM \"file:///etc/passwd\">]><rss version=\"2.0\"><channel><title>&a30;&f;</title></channel></rss>"
        let exploded = try FeedParser.parse(bomb.utf8)
        #expect(exploded.title == "&a30;&f;")
        #expect(exploded.refusals == [.nestedEntities(line: 1), .externalEntity(line: 1)])
        #expect(exploded.remark(on: "It")?.contains("It declares entities in line 1 that are made of others") == true)
        let harmless =
            "<!DOCTYPE r [\n<!ENTITY nbsp '&#160;'><!ENTITY r 'http://r.example/?a&amp;b'>]><rss><channel/></rss>"
        #expect(try FeedParser.parse(harmless.utf8).remark(on: "It") == nil)
        let deep =
            "<rss version=\"2.0\"><channel><title>T</title><item><guid>1</guid></item>"
            + String(repeating: "<x>", count: 10_000)
        let feed = try FeedParser.parse(deep.utf8)
        #expect(feed.items.map(\.id) == ["1"])
        #expect(feed.fault != nil)
    }

    @Test("says which texts are nested deeper than they are shown, whatever they stand in", arguments: [1, 2])
    func endlessTexts(count: Int) throws {
        let markup = String(repeating: "<i>", count: 10_000)
        let escaped = "<description>\(markup.replacing("<", with: "&lt;"))</description>"
        let stray = "<description>\(markup)x\(markup.replacing("<", with: "</"))</description>"
        let flat = "<description><![CDATA[\(String(repeating: "<br>a", count: 10_000))]]></description>"
        let items = (Array(repeating: escaped, count: count - 1) + [stray, flat]).map { "<item>\($0)</item>" }.joined()
        let rss = try FeedParser.parse("<rss><channel>\(items)</channel></rss>".utf8)
        #expect(rss.refusals == [.endlessTexts(count)])
        #expect(rss.remark(on: "It")?.contains("nested deeper than 5000 elements") == true)
        let json = try FeedParser.parse(#"{"items":[{"id":"1","content_html":"\#(markup)"}]}"#.utf8)
        #expect(json.refusals == [.endlessTexts(1)])
        #expect(json.items[0].content?.rendered(base: nil).plainText.contains("The rest is not shown") == true)
    }

    @Test("reads as many attributes of a tag as any feed has, and goes on behind it", arguments: ["></x>", "/>"])
    func attributes(end: String) throws {
        let attributes = (0..<100_000).map { "a\($0)='/>'" }.joined(separator: " ")
        let feed = try FeedParser.parse(
            "<rss version='2.0'><channel><x \(attributes) \(end)<item><guid>1</guid></item></channel></rss>".utf8)
        #expect(feed.items.map(\.id) == ["1"])
        #expect(feed.fault == nil)
    }

    @Test("stops at names without end, and says so")
    func names() throws {
        let names = (0..<200_000).map { "<n\($0)/>" }.joined()
        let feed = try FeedParser.parse(
            "<rss version=\"2.0\"><channel><item><guid>1</guid></item>\(names)</channel></rss>".utf8)
        #expect(feed.items.map(\.id) == ["1"])
        #expect(feed.fault?.message.contains("10000 different names") == true)
    }

    @Test(
        "ends whatever is repeated without end, and keeps the item before it",
        arguments: [
            "<x>", "</x>", "<item>", "<", "&", "&lt;", "&#", "]", "]]>", "<![CDATA[", "<!--", "<?", "<!", "<a b=\"",
            "\"", "<a ", "<a:b xmlns:a='u'>", "<description>", "\u{301}", "<x xml:base='a/'>", "<!ENTITY a \"b\">",
        ])
    func endless(piece: String) throws {
        let repeated = String(repeating: piece, count: (1 << 18) / piece.utf8.count)
        for start in ["", "<item><description>", "<item a=\"", "<!--", "<![CDATA["] {
            let feed = try FeedParser.parse(
                "<rss version=\"2.0\"><channel><item><guid>1</guid></item>\(start)\(repeated)".utf8)
            #expect(feed.items.first?.id == "1", "\(start)")
        }
    }

    @Test("says what a document is that is no feed")
    func refusals() {
        func failure(_ text: String) -> FeedError? {
            do {
                _ = try FeedParser.parse(text.utf8, base: "https://p.example/blog/")
                return nil
            } catch {
                return error
            }
        }
        #expect(failure("") == .empty)
        #expect(failure("  \n ") == .empty)
        #expect(failure("hello") == .unreadable)
        #expect(failure(String(repeating: "\0", count: 100_000)) == .unreadable, "that is not nothing")
        #expect(failure("<svg xmlns='http://www.w3.org/2000/svg'/>") == .otherXML(root: "svg"))
        guard case .otherJSON? = failure("{\"a\": 1}") else {
            Issue.record("JSON of another kind was taken")
            return
        }
        guard case .otherJSON? = failure("{\"items\": [") else {
            Issue.record("broken JSON was taken")
            return
        }
        let page = WebPage(
            title: "Blog & Co",
            feeds: [
                FeedLink(address: "https://p.example/blog/feed.xml", title: "Posts", type: "application/rss+xml"),
                FeedLink(address: "https://p.example/atom?a=1&b=2", title: nil, type: "application/atom+xml"),
            ])
        #expect(
            failure(
                """
                <!DOCTYPE html><html><head><title>Blog &amp; Co</title>
                <link rel=stylesheet href=x.css><link rel="alternate" type="application/rss+xml" title="Posts" href="feed.xml">
                <link rel="alternate" type="application/atom+xml" href="/atom?a=1&amp;b=2"></head><body>x</body></html>
                """) == .webPage(page))
        guard case .broken(let fault)? = failure("<?xml version=\"1.0\"?>\n<") else {
            Issue.record("nothing was wrong with a lone bracket")
            return
        }
        #expect(fault.line == 2)
    }
}
