import EngineConcepts
import EngineTestSupport
import Testing

@testable import FeedParsing

@Suite("Hostile feeds")
struct HostileFeedTests {
    @Test("Nested and external entities are not expanded or loaded, and deep nesting ends")
    func hostileXML() throws {
        var bomb = "<?xml version=\"1.0\"?><!DOCTYPE r [<!ENTITY a0 \"ha\">"
        for level in 1...30 { bomb += "<!ENTITY a\(level) \"&a\(level - 1);&a\(level - 1);\">" }
        bomb +=
            "<!ENTITY f SYSTEM \"file:///etc/passwd\">]><rss version=\"2.0\"><channel><title>&a30;&f;</title></channel></rss>"
        let exploded = try FeedParser.parse(bomb.utf8)
        #expect(exploded.title == "&a30;&f;")
        #expect(exploded.blockedContent == [.excessiveEntities(line: 1), .externalEntity(line: 1)])
        let warning = exploded.warning(about: "It")?.english
        #expect(warning?.contains("It declares entities in line 1 that could expand") == true)
        let harmless =
            "<!DOCTYPE r [\n<!ENTITY nbsp '&#160;'><!ENTITY r 'http://r.example/?a&amp;b'>]><rss><channel/></rss>"
        #expect(try FeedParser.parse(harmless.utf8).warning(about: "It") == nil)
        let deep =
            "<rss version=\"2.0\"><channel><title>T</title><item><guid>1</guid></item>"
            + String(repeating: "<x>", count: 10_000)
        let feed = try FeedParser.parse(deep.utf8)
        #expect(feed.items.map(\.id) == ["1"])
        #expect(feed.syntaxError != nil)
    }

    @Test("Entities declared by a document are expanded, as old feeds need")
    func declaredEntities() throws {
        let feed = try FeedParser.parse(
            """
            <?xml version="1.0"?>
            <!DOCTYPE rss PUBLIC "-//Netscape Communications//DTD RSS 0.91//EN" "http://my.netscape.com/rss-0.91.dtd" [
              <!-- <!ENTITY owner "nobody"> -->
              <!ENTITY owner "The &quot;Owners&quot; &#38; &#169;">
              <!ENTITY owner 'somebody else'>
              <!ENTITY site-1 'https://s.example/?a&amp;b="'>
              <!ENTITY mark "<b>bold</b>"> <!ENTITY % piece "x"> <!ENTITY lt "more">
            ]>
            <rss version="0.91"><channel><title>&owner;: &lt; &unknown; &piece;</title>
            <item><guid isPermaLink="false">1</guid><link>&site-1;</link><title>A &mark; one&owner</title>
            <description>&mark; &amp;owner; <![CDATA[&owner;]]></description><enclosure url="&site-1;&amp;c=&owner;"/>
            </item></channel></rss>
            """
            .utf8)
        #expect(feed.title == "The \"Owners\" & ©: < &unknown; &piece;")
        let item = try #require(feed.items.first)
        #expect(item.link == "https://s.example/?a&b=\"")
        #expect(item.title == "A bold one&owner")
        #expect(item.summary == .html("<b>bold</b> &owner; &owner;"))
        #expect(item.enclosures.map(\.url) == ["https://s.example/?a&b=\"&c=The%20\"Owners\"%20&%20©"])
        #expect(feed.blockedContent.isEmpty && feed.syntaxError == nil)
    }

    @Test("Declared entities are expanded only up to the limits")
    func excessiveEntities() throws {
        func parse(_ declarations: String, _ title: String) throws -> FeedDocument {
            try FeedParser.parse(
                "<!DOCTYPE r [\n\(declarations)]><rss><channel><title>\(title)</title></channel></rss>".utf8)
        }
        let long = String(repeating: "x", count: 1024)
        #expect(try parse("<!ENTITY a '\(long)'>", "&a;").title == long)
        let longer = try parse("<!ENTITY a '\(long)x'>", "&a;")
        #expect(longer.title == "&a;" && longer.blockedContent == [.excessiveEntities(line: 2)])
        let many = try parse((0..<600).map { "<!ENTITY e\($0) '\($0)'>\n" }.joined(), "&e0;&e599;")
        #expect(many.title == "0&e599;" && many.blockedContent == [.excessiveEntities(line: 514)])
        let often = try parse("<!ENTITY a '\(long)'>", String(repeating: "&a;", count: 5000))
        #expect((often.title?.utf8.count ?? 0) <= 1 << 20 + 5000 * 3)
        #expect(often.blockedContent == [.excessiveEntities(line: 2)])
        #expect(throws: FeedError.self) { try parse("<!ENTITY a 'b", "&a;") }
    }

    @Test("Texts nested too deep are reported", arguments: [1, 2])
    func oversizedTexts(count: Int) throws {
        let markup = String(repeating: "<i>", count: 10_000)
        let escaped = "<description>\(markup.replacing("<", with: "&lt;"))</description>"
        let stray = "<description>\(markup)x\(markup.replacing("<", with: "</"))</description>"
        let flat = "<description><![CDATA[\(String(repeating: "<br>a", count: 10_000))]]></description>"
        let items = (Array(repeating: escaped, count: count - 1) + [stray, flat]).map { "<item>\($0)</item>" }.joined()
        let rss = try FeedParser.parse("<rss><channel>\(items)</channel></rss>".utf8)
        #expect(rss.blockedContent == [.oversizedTexts(count)])
        #expect(rss.warning(about: "It")?.english.contains("nested deeper than 5,000 elements") == true)
        let json = try FeedParser.parse(#"{"items":[{"id":"1","content_html":"\#(markup)"}]}"#.utf8)
        #expect(json.blockedContent == [.oversizedTexts(1)])
        #expect(json.items[0].content?.rendered(base: nil).plainText.hasSuffix("[…]") == true)
    }

    @Test("Attributes beyond the limit are dropped, and the rest of the tag is read", arguments: ["></x>", "/>"])
    func attributes(end: String) throws {
        let attributes = (0..<100_000).map { "a\($0)='/>'" }.joined(separator: " ")
        let feed = try FeedParser.parse(
            "<rss version='2.0'><channel><x \(attributes) \(end)<item><guid>1</guid></item></channel></rss>".utf8)
        #expect(feed.items.map(\.id) == ["1"])
        #expect(feed.syntaxError == nil)
    }

    @Test("Endless names stop the parser with a report")
    func names() throws {
        let names = (0..<200_000).map { "<n\($0)/>" }.joined()
        let feed = try FeedParser.parse(
            "<rss version=\"2.0\"><channel><item><guid>1</guid></item>\(names)</channel></rss>".utf8)
        #expect(feed.items.map(\.id) == ["1"])
        #expect(feed.syntaxError?.message.english.contains("10,000 different names") == true)
    }

    @Test(
        "Endless repetition ends, and the item before it is kept",
        arguments: [
            "<x>", "</x>", "<item>", "<", "&", "&lt;", "&#", "]", "]]>", "<![CDATA[", "<!--", "<?", "<!", "<a b=\"",
            "\"", "<a ", "<a:b xmlns:a='u'>", "<description>", "\u{301}", "<x xml:base='a/'>", "<!ENTITY a \"b\">",
        ])
    func endless(piece: String) throws {
        // Longer than every buffer, and more pieces than the 5000 elements that may be open.
        let repeated = String(repeating: piece, count: (1 << 17) / piece.utf8.count)
        for start in ["", "<item><description>", "<item a=\"", "<!--", "<![CDATA["] {
            let feed = try FeedParser.parse(
                "<rss version=\"2.0\"><channel><item><guid>1</guid></item>\(start)\(repeated)".utf8)
            #expect(feed.items.first?.id == "1", "\(start)")
        }
    }

    @Test("Text wrapped in CDATA very often is unwrapped in linear time", .timeLimit(.minutes(30)))
    func wrappedOften() {
        let count = 400_000
        let text = String(repeating: "<![CDATA[", count: count) + "Inner" + String(repeating: "]]>", count: count)
        let line = Array(text.utf8).withUnsafeBufferPointer { ElementText(bytes: $0, scope: 0).line }
        #expect(line == "Inner")
    }

    @Test("Binary data is neither XML nor JSON, even if some of its bytes look like a tag")
    func binary() {
        func failure(_ bytes: [UInt8], step: Int) -> FeedError? {
            let parser = FeedParser()
            var rest = bytes[...]
            while !rest.isEmpty {
                parser.append(Array(rest.prefix(step)))
                rest = rest.dropFirst(step)
            }
            do {
                _ = try parser.finish()
                return nil
            } catch {
                return error
            }
        }
        var program = Array("\u{7f}ELF\u{2}\u{1}".utf8)
        program += [UInt8](repeating: 0, count: 1000)
        program += Array("\u{3}<i>\u{0}\u{1}".utf8)
        for step in [1, 100, 100_000] { #expect(failure(program, step: step) == .unreadable, "\(step)") }
        let wide: [UInt8] = "<svg/>".utf16.flatMap { [UInt8($0 & 0xff), UInt8($0 >> 8)] }
        for text in [wide, [0xff, 0xfe] + wide] {
            #expect(failure(text, step: 4) == .otherXML(root: "svg"), "text in UTF-16 has zero bytes")
        }
        let feed = Array("<rss version='2.0'><channel><title>A\u{0}B</title></channel></rss>".utf8)
        #expect(failure(feed, step: 8) == nil, "a feed is read in spite of a zero byte")
    }

    @Test("A document that is no feed is reported by its kind")
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
        guard case .brokenJSON? = failure("{\"items\": [") else {
            Issue.record("broken JSON was taken")
            return
        }
        #expect(failure("{\"title\": \"a\"}\n{\"title\": \"b\"}\n") == .jsonLines)
        let page = LinkedFeeds(
            title: "Blog & Co",
            feeds: [
                FeedLink(address: "https://p.example/blog/feed.xml", title: "Posts"),
                FeedLink(address: "https://p.example/atom?a=1&b=2", title: nil),
            ])
        #expect(
            failure(
                """
                <!DOCTYPE html><html><head><title>Blog &amp; Co</title>
                <link rel=stylesheet href=x.css><link rel="alternate" type="application/rss+xml" title="Posts" href="feed.xml">
                <link rel="alternate" type="application/atom+xml" href="/atom?a=1&amp;b=2"></head><body>x</body></html>
                """) == .webPage(page))
        guard case .broken(let syntaxError)? = failure("<?xml version=\"1.0\"?>\n<") else {
            Issue.record("nothing was wrong with a lone bracket")
            return
        }
        #expect(syntaxError.line == 2)
    }

    @Test(
        "A page without its beginning is recognised as a page and searched for feeds",
        arguments: ["<head>", "<title>T</title>", "<meta charset='utf-8'>", " <link rel='icon' href='/i'>"])
    func barePage(beginning: String) throws {
        let link = "<link rel='alternate' type='application/rss+xml' href='http://e/feed'>"
        let error = #expect(throws: FeedError.self) { try FeedParser.parse((beginning + link + "<p>Text").utf8) }
        guard case .webPage(let page) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(page.feeds.map(\.address) == ["http://e/feed"])
    }

    @Test(
        "A link in the text of a page may lead to a feed of its site if its address or its words say so",
        arguments: [
            ("/blog.rss", "Blog", true), ("https://www.p.example/feed/", "x", true), ("?feed=rss2", "x", true),
            ("https://feeds.p.example/42", "Our <b>RSS</b> feed", true), ("/x#top", "Atom", true),
            ("/seeds", "How we feed the birds in our garden all winter long", false), ("/rss/about", "x", false),
            ("https://other.example/feed", "Feed", false), ("javascript:feed()", "Feed", false), ("#rss", "RSS", false),
        ])
    func possibleFeeds(target: String, words: String, isPossible: Bool) throws {
        let text = "<html><body><a href='\(target)'>\(words)</a><a href='/'>Home</a></body></html>"
        let error = #expect(throws: FeedError.self) {
            try FeedParser.parse(text.utf8, base: "https://p.example/blog/")
        }
        guard case .webPage(let page) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(page.possibleFeeds.count == (isPossible ? 1 : 0), "\(page.possibleFeeds)")
        #expect(page.feeds.isEmpty)
    }

    @Test(
        "A link in the text of a page may lead to a feed of its site if its type, scheme, label or image says so",
        arguments: [
            ("href='/1' type='application/atom+xml'", "x", "https://p.example/1"),
            ("href='/1' rel='alternate' type='Application/RSS+XML; charset=utf-8'", "x", "https://p.example/1"),
            ("href='/1' type='text/html'", "x", nil), ("href='/1' rel='alternate'", "x", nil),
            ("href='/1' aria-label='Subscribe by RSS'", "", "https://p.example/1"),
            ("href='/1'", "<img src='i.png' alt='Feed'>", "https://p.example/1"),
            ("href='/1'", "<svg aria-label='Atom'><path d='M0'/></svg>", "https://p.example/1"),
            ("href='/1'", "<img src='rss.png' alt='Birds'>", nil),
            ("href='feed:https://p.example/1'", "x", "https://p.example/1"),
            ("href='feed://p.example/1'", "x", "http://p.example/1"),
            ("href='feed:https://other.example/1'", "x", nil), ("href='feed:javascript:x'", "x", nil),
        ] as [(String, String, String?)])
    func possibleFeedsByAttributes(attributes: String, content: String, address: String?) throws {
        let text = "<html><body><img alt='RSS'><a \(attributes)>\(content)</a><img alt='RSS'></body></html>"
        let error = #expect(throws: FeedError.self) {
            try FeedParser.parse(text.utf8, base: "https://p.example/blog/")
        }
        guard case .webPage(let page) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(page.possibleFeeds == [address].compactMap(\.self))
        #expect(page.feeds.isEmpty)
    }

    @Test("Feed links of a page that name commands or files are ignored")
    func pageOfCommands() {
        let link = FeedLink(address: "https://p.example/feed", title: nil)
        let text = """
            <html><head><base href="exec:/bin/"><link rel=alternate type=application/rss+xml href="exec:/bin/sh">
            <link rel=alternate type=application/rss+xml href="EXEC:/bin/sh">
            <link rel=alternate type=application/rss+xml href="filter:/bin/sh:https://p.example/feed">
            <link rel=alternate type=application/rss+xml href="file:///etc/passwd">
            <link rel=alternate type=application/rss+xml href="sh">
            <link rel=alternate type=application/rss+xml href="https://p.example/feed"></head></html>
            """
        #expect(throws: FeedError.webPage(LinkedFeeds(title: nil, feeds: [link]))) {
            try FeedParser.parse(text.utf8, base: "https://p.example/blog/")
        }
    }

    @Test("The links of a page with an empty base are resolved against its own address")
    func pageWithEmptyBase() {
        let link = FeedLink(address: "https://p.example/blog/feed.xml", title: nil)
        let text = "<html><base href=''><link rel=alternate type=application/rss+xml href=feed.xml></html>"
        #expect(throws: FeedError.webPage(LinkedFeeds(title: nil, feeds: [link]))) {
            try FeedParser.parse(text.utf8, base: "https://p.example/blog/")
        }
    }

    /// Searching all open elements for each end tag would take an hour.
    @Test("End tags that end nothing are read in linear time", .timeLimit(.minutes(30)))
    func endTagsWithoutEnd() throws {
        let title =
            String(repeating: "<b a>", count: 400_000) + String(repeating: "</i>", count: 400_000) + "<img alt='Rain'>"
        let feed = try FeedParser.parse(
            "<rss version='2.0'><channel><item><title><![CDATA[\(title)]]></title></item></channel></rss>".utf8)
        #expect(feed.items.map(\.title) == ["Rain"])
    }

    /// Moving the text behind each address would take many minutes.
    @Test("Relative addresses are made absolute in linear time", .timeLimit(.minutes(2)))
    func relativeAddresses() {
        let count = 200_000
        let rest = String(repeating: "x", count: 8 << 20)
        let resolved = RelativeLinks.resolved(
            in: String(repeating: "<a href='/b'>", count: count) + rest, base: "https://p.example/")
        #expect(resolved == String(repeating: "<a href='https://p.example/b'>", count: count) + rest)
    }

    /// Counting the lines again for each declaration would take minutes.
    @Test(
        "Endless declarations are read in one pass, and a refused one is reported with its line",
        .timeLimit(.minutes(30)))
    func declarationsWithoutEnd() throws {
        let count = 200_000
        let text =
            "<!DOCTYPE rss [\n" + String(repeating: "<!ENTITY a \"\">\n", count: count)
            + "<!ENTITY other SYSTEM \"https://p.example/\">]>\n<rss><channel><title>T</title></channel></rss>"
        let document = try FeedParser.parse(text.utf8, base: nil)
        #expect(document.blockedContent == [.externalEntity(line: count + 2)])
    }
}
