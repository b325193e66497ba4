import EngineConcepts
import Suppliers
import Testing

@Suite("The feed parser")
struct FeedParserTests {
    @Test("reads RSS 2.0 with its modules")
    func rss2() throws {
        let feed = try FeedParser.parse(Samples.rss2.utf8, base: "https://kerb.example/feed.xml")
        #expect(feed.format == .rss2)
        #expect(feed.title == "Kerb Notes & more")
        #expect(feed.link == "https://kerb.example/")
        #expect(feed.description == "On racing")
        #expect(feed.language == "en-GB")
        #expect(feed.selfLink == "https://kerb.example/feed.xml")
        #expect(feed.schedule.interval == .seconds(5400))
        #expect(feed.schedule.quietHours == [0, 5])
        #expect(feed.schedule.quietDays == [6])
        #expect(feed.items.count == 3)
        let first = try #require(feed.items.first)
        #expect(first.id == "tag:kerb.example,2026:1")
        #expect(first.title == "Rain <expected> in Spa")
        #expect(first.link == "https://kerb.example/spa?a=1&b=2")
        #expect(first.authors == [FeedAuthor(name: "Ann Apex")])
        #expect(first.published?.rfc3339 == "2026-11-20T11:54:00Z")
        #expect(first.summary == .html("Short <b>form</b>"))
        #expect(first.content == .html("<p>The <em>whole</em> text, &amp; more</p>"))
        #expect(first.categories == ["Spa", "Weather & wind"])
        #expect(first.enclosures.map(\.url) == ["https://kerb.example/a.mp3"])
        #expect(first.enclosures.first?.byteCount == 123)
        #expect(first.enclosures.first?.seconds == 3723)
        #expect(first.commentCount == 7)
        #expect(first.commentsLink == "https://kerb.example/spa#comments")
        #expect(feed.items[1].id == "https://kerb.example/2")
        #expect(feed.items[1].link == "https://kerb.example/2")
        #expect(feed.items[1].authors == [FeedAuthor(name: "Bo", email: "bo@kerb.example")])
        #expect(feed.items[2].id.hasPrefix("derived:"))
        #expect(feed.fault == nil)
    }

    @Test("reads Atom 1.0: text constructs, links, inherited base and language, authors of the feed")
    func atom() throws {
        let feed = try FeedParser.parse(Samples.atom.utf8, base: "https://pit.example/atom")
        #expect(feed.format == .atom1)
        #expect(feed.title == "Pit <Wall>")
        #expect(feed.language == "de")
        #expect(feed.next == "https://pit.example/blog/atom?page=2")
        #expect(!feed.nextIsArchive)
        #expect(feed.link == "https://pit.example/blog/")
        let first = try #require(feed.items.first)
        #expect(first.id == "urn:1")
        #expect(first.title == "Stint & Strategy")
        #expect(first.link == "https://pit.example/blog/one.html")
        #expect(first.enclosures.map(\.url) == ["https://pit.example/blog/one.ogg"])
        #expect(first.externalLink == "https://elsewhere.example/")
        #expect(first.published?.rfc3339 == "2026-11-19T10:00:00Z")
        #expect(first.updated?.rfc3339 == "2026-11-20T10:00:00Z")
        #expect(first.summary == .plain("Plain <b>not bold</b>"))
        guard case .html(let markup)? = first.content else {
            Issue.record("the content is no markup")
            return
        }
        #expect(markup.contains("<p>An <em>x</em> &lt; y <br>and &amp; so</p>"))
        #expect(first.base == "https://pit.example/blog/one/")
        #expect(first.authors == [FeedAuthor(name: "Team", email: "team@pit.example")])
        #expect(first.categories == ["Races"])
        #expect(feed.items[1].language == "fr")
        #expect(feed.items[1].content == .html("<b>gras</b>"))
        #expect(feed.items[1].authors == [FeedAuthor(name: "Céline", link: "https://pit.example/c")])
    }

    @Test("reads RSS 1.0 and 0.90 as RDF, RSS 0.91 and Atom 0.3")
    func olderFormats() throws {
        let rdf = try FeedParser.parse(
            """
            <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/"
              xmlns:dc="http://purl.org/dc/elements/1.1/"><channel rdf:about="http://a.example/"><title>A</title>
              <link>http://a.example/</link><dc:language>it</dc:language></channel>
              <item rdf:about="http://a.example/1"><title>One</title><link>http://a.example/1</link>
              <dc:date>2026-01-02</dc:date><dc:creator>Zoe</dc:creator><dc:subject>S</dc:subject></item></rdf:RDF>
            """
            .utf8)
        #expect(rdf.format == .rss1)
        #expect(rdf.items.map(\.id) == ["http://a.example/1"])
        #expect(rdf.items.first?.published?.rfc3339 == "2026-01-02T00:00:00Z")
        #expect(rdf.items.first?.authors.first?.name == "Zoe")
        #expect(rdf.language == "it")
        let old = try FeedParser.parse(
            #"<rss version="0.91"><channel><title>O</title><item><title>x</title></item></channel></rss>"#.utf8)
        #expect(old.format == .rss09)
        #expect(old.items.count == 1)
        let atom03 = try FeedParser.parse(
            """
            <feed version="0.3" xmlns="http://purl.org/atom/ns#"><title>F</title><tagline>T</tagline><entry><id>i</id>
            <title mode="escaped" type="text/html">a &lt;b&gt;b&lt;/b&gt;</title><issued>2004-01-01T00:00:00Z</issued>
            <modified>2004-01-02T00:00:00Z</modified><content type="text/html" mode="escaped">&lt;p&gt;c&lt;/p&gt;</content>
            </entry></feed>
            """
            .utf8)
        #expect(atom03.format == .atom03)
        #expect(atom03.description == "T")
        #expect(atom03.items.first?.title == "a b")
        #expect(atom03.items.first?.content == .html("<p>c</p>"))
        #expect(atom03.items.first?.updated?.rfc3339 == "2004-01-02T00:00:00Z")
    }

    @Test("reads JSON Feed, also where fields have the wrong kind")
    func jsonFeed() throws {
        let feed = try FeedParser.parse(
            """
             {"version": "https://jsonfeed.org/version/1.1", "title": "J", "home_page_url": "https://j.example/",
             "next_url": "/page/2", "language": "en", "authors": [{"name": "Ann"}, 5],
             "items": [{"id": 17, "url": "/17", "title": "Seventeen", "content_html": "<p>x &amp; y</p>",
             "summary": "s", "date_published": "2026-01-01T00:00:00Z", "tags": ["a", 3, "b"],
             "attachments": [{"url": "a.mp3", "mime_type": "audio/mpeg", "size_in_bytes": 10.0}]},
             {"id": "x", "content_text": "a & b", "author": {"name": "Bo"}, "tags": "none"}, 12]}
            """
            .utf8, base: "https://j.example/feed.json")
        #expect(feed.format == .jsonFeed)
        #expect(feed.next == "https://j.example/page/2")
        #expect(feed.items.map(\.id) == ["17", "x"])
        let first = try #require(feed.items.first)
        #expect(first.link == "https://j.example/17")
        #expect(first.content == .html("<p>x &amp; y</p>"))
        #expect(first.summary == .plain("s"))
        #expect(first.categories == ["a", "b"])
        #expect(first.authors == [FeedAuthor(name: "Ann")])
        #expect(first.enclosures.map(\.url) == ["https://j.example/a.mp3"])
        #expect(first.enclosures.first?.byteCount == 10)
        #expect(feed.items[1].content == .plain("a & b"))
        #expect(feed.items[1].authors == [FeedAuthor(name: "Bo")])
    }

    @Test("keeps every digit of a number that is a name in JSON Feed")
    func largeNumbers() throws {
        let names = [
            "9007199254740993", "9223372036854775807", "18446744073709551615", "123456789012345678901234567890123456",
        ]
        let items = names.map { "{\"id\": \($0), \"content_text\": \"x\"}" }.joined(separator: ",")
        let feed = try FeedParser.parse(
            Array("{\"version\": \"https://jsonfeed.org/version/1.1\", \"items\": [\(items)]}".utf8))
        #expect(feed.items.map(\.id) == names)
    }

    @Test("reads so many items and says how many it left out, in every format")
    func mostItems() throws {
        let rss = (1...10).map { "<item><guid>\($0)</guid><title>T</title></item>" }.joined()
        let json = (1...10).map { "{\"id\":\"\($0)\"}" }.joined(separator: ",")
        for text in [
            "<rss version='2.0'><channel><title>F</title>\(rss)</channel></rss>",
            "{\"version\":\"https://jsonfeed.org/version/1.1\",\"items\":[\(json)]}",
        ] {
            let feed = try FeedParser.parse(Array(text.utf8), mostItems: 4)
            #expect(feed.items.map(\.id) == ["1", "2", "3", "4"])
            #expect(feed.omittedItems == 6)
            #expect(
                feed.remark(on: "The file x")
                    == "The file x holds 10 items: the first 4 were read, 6 were left out. The setting network.feed-items says "
                    + "how many are read.")
            let whole = try FeedParser.parse(Array(text.utf8), mostItems: 10)
            #expect(whole.items.count == 10)
            #expect(whole.remark(on: "It") == nil)
        }
        let commas = Array("{\"items\":[\(String(repeating: "0,", count: 4_000_001))0]}".utf8)
        #expect(throws: FeedError.otherJSON("it has more than 4000000 values")) { try FeedParser.parse(commas) }
    }

    @Test("resolves addresses in XHTML against the base of their own element")
    func innerBases() throws {
        let feed = try FeedParser.parse(
            Array(
                """
                <feed xmlns="http://www.w3.org/2005/Atom" xml:base="https://a.example/feed/"><entry><id>1</id>
                <content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml" xml:base="/one/">
                <a href="x">1</a><p xml:base="two/"><a href="y?a=1&amp;b=2">2</a><img src="z.png" alt="i"/></p><a href="x">3</a>
                <a href="https://b.example/">4</a></div></content></entry>
                <entry><id>2</id><content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><a href="x">5</a></div>
                </content></entry></feed>
                """
                .utf8))
        let links = feed.items.map { item in
            item.content?.rendered(base: item.base).blocks.flatMap(\.entities).compactMap(\.target)
        }
        #expect(
            links == [
                [
                    "https://a.example/one/x", "https://a.example/one/two/y?a=1&b=2",
                    "https://a.example/one/two/z.png", "https://a.example/one/x", "https://b.example/",
                ], ["https://a.example/feed/x"],
            ])
        #expect(feed.items.last?.content?.source.contains(#"href="x""#) ?? false)
    }

    @Test(
        "gives the same document however the bytes are cut",
        arguments: [Samples.rss2, Samples.atom, Samples.broken, Samples.latin], [UInt64(1), 2, 3])
    func cuts(sample: String, seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        var bytes = Array(sample.utf8)
        // Long enough for several blocks, and with bytes that are no UTF-8.
        let filler =
            Array("<item><title>Füller &eacute;&amp;&#x1F600; \u{2014}</title><guid>g</guid></item>".utf8) + [
                0xe9, 0x80,
            ]
        if let end = bytes.lastIndex(of: 0x3c) {
            bytes.insert(contentsOf: Array(repeating: filler, count: 2500).joined(), at: end)
        }
        let whole = try FeedParser.parse(bytes)
        #expect(whole.items.count > 0)
        let parser = FeedParser()
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = Int.random(in: 1...(Bool.random(using: &random) ? 7 : 9000), using: &random)
            parser.take(Array(rest.prefix(count)))
            rest = rest.dropFirst(count)
        }
        #expect(try parser.finish() == whole, "seed \(seed)")
        let bytewise = FeedParser()
        for byte in bytes { bytewise.take([byte]) }
        #expect(try bytewise.finish() == whole)
    }

    @Test("goes on behind broken markup, bare ampersands, unknown names and missing ends")
    func recovery() throws {
        let feed = try FeedParser.parse(Samples.broken.utf8)
        #expect(feed.title == "Bed & Breakfast &unknown; é")
        #expect(feed.items.map(\.title) == ["First & last", "Second", "Third"])
        #expect(feed.items.first?.link == "https://b.example/?a=1&b=2&copy=3")
        #expect(feed.items.first?.enclosures.first?.url == "https://b.example/x?y=1&z=2")
        #expect(feed.items[1].summary == .html("R&amp;D <b>bold</b> & more"))
        #expect(feed.fault != nil)
    }

    @Test("keeps the items before the one in which a document broke off")
    func truncated() throws {
        let text = Samples.rss2
        let cut = try #require(text.firstRange(of: "<guid>https://kerb.example/2</guid>"))
        let feed = try FeedParser.parse(text[..<cut.upperBound].utf8)
        #expect(feed.items.map(\.title) == ["Rain <expected> in Spa"])
    }

    @Test("reads what stands behind junk, marks and warnings")
    func junk() throws {
        let body = #"<rss version="2.0"><channel><title>T</title></channel></rss>"#
        for junk in [
            "\u{feff}", "\n\n  ", "\u{feff}\n", "Warning: mysql\n",
            "<br />\n<b>Warning</b>: x\n<?xml version=\"1.0\"?>",
        ] {
            #expect(try FeedParser.parse((junk + body).utf8).title == "T", "\(junk)")
        }
    }

    @Test(
        "reads every encoding, whoever names it",
        arguments: [
            ("ISO-8859-1", nil, [0x63, 0x61, 0x66, 0xe9], "café"),
            ("windows-1251", nil, [0xcc, 0xe8, 0xf0], "Мир"),
            ("Shift_JIS", nil, [0x93, 0xfa, 0x96, 0x7b], "日本"),
            ("GB2312", nil, [0xd6, 0xd0], "中"),
            ("utf-8", nil, [0x63, 0xe9, 0x20, 0xc3, 0xa9], "cé é"),
            (nil, "koi8-r", [0xed, 0xc9, 0xd2], "Мир"),
            ("utf-8", "iso-8859-1", [0xc3, 0xa9, 0x20], "é"),
            ("iso-8859-1", nil, [0x93, 0x61, 0x94], "“a”"),
            ("no-such-thing", nil, [0xc3, 0xa9], "é"),
            ("utf-16", nil, [0xc3, 0xa9], "é"),
            ("iso-8859-1", nil, [0x63, 0x61, 0x66, 0xc3, 0xa9], "café"),
            ("gb2312", nil, [0xe9, 0x46], "镕"),
            ("shift_jis", nil, [0x87, 0x40], "①"),
            ("euc-kr", nil, [0x8c, 0x63], "똠"),
            ("x-mac-roman", nil, [0x63, 0x61, 0x66, 0x8e], "café"),
        ] as [(String?, String?, [UInt8], String)])
    func encodings(declared: String?, charset: String?, title: [UInt8], expected: String) throws {
        let declaration = declared.map { "<?xml version=\"1.0\" encoding=\"\($0)\"?>" } ?? ""
        let bytes =
            Array("\(declaration)<rss version=\"2.0\"><channel><title>".utf8) + title
            + Array("</title></channel></rss>".utf8)
        #expect(try FeedParser.parse(bytes, charset: charset).title == expected)
    }

    @Test("reads UTF-16 and UTF-32, by their marks and without")
    func wideEncodings() throws {
        let text =
            "<?xml version=\"1.0\" encoding=\"utf-16\"?><rss version=\"2.0\"><channel><title>Füß 😀</title></channel></rss>"
        let little = text.utf16.flatMap { [UInt8($0 & 0xff), UInt8($0 >> 8)] }
        let big = text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xff)] }
        let wide = text.unicodeScalars.flatMap { scalar in
            (0..<4).map { UInt8(truncatingIfNeeded: scalar.value >> ($0 * 8)) }
        }
        for bytes in [[0xff, 0xfe] + little, little, [0xfe, 0xff] + big, big, [0xff, 0xfe, 0, 0] + wide] {
            #expect(try FeedParser.parse(bytes).title == "Füß 😀")
        }
    }

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

    @Test("tells items apart that share a name, and names those that have none by what they say")
    func identities() throws {
        let feed = try FeedParser.parse(
            """
            <rss version="2.0"><channel>
            <item><guid>same</guid><link>https://i.example/1</link></item>
            <item><guid>same</guid><link>https://i.example/2</link></item>
            <item><title>No name</title><pubDate>Fri, 20 Nov 2026 10:00:00 GMT</pubDate></item>
            <item><title>No name</title><pubDate>Sat, 21 Nov 2026 10:00:00 GMT</pubDate></item>
            <item><description>Only text</description></item>
            </channel></rss>
            """
            .utf8)
        #expect(Set(feed.items.map(\.id)).count == 5)
        #expect(feed.items[0].id == "same https://i.example/1")
        #expect(
            try FeedParser
                .parse(
                    "<rss version='2.0'><channel><item><description>Only text</description></item></channel></rss>".utf8
                )
                .items.first?
                .id == feed.items[4].id)
    }

    @Test("prints a document as one line of JSON with its keys in order")
    func json() throws {
        let feed = try FeedParser.parse(
            """
            <rss version="2.0"><channel><title>A "quoted" \\ title</title><item><guid isPermaLink="false">1</guid>
            <description>&lt;p&gt;Hello&lt;/p&gt;&lt;p&gt;World&lt;/p&gt;</description>
            <pubDate>Fri, 20 Nov 2026 10:00:00 GMT</pubDate></item></channel></rss>
            """
            .utf8)
        #expect(
            feed.jsonLine(rendersText: true)
                == #"{"format":"rss2.0","title":"A \"quoted\" \\ title","link":null,"description":null,"language":null,"#
                + #""next":null,"items":[{"id":"1","title":null,"link":null,"author":null,"#
                + #""published":"2026-11-20T10:00:00Z","updated":null,"summary":"<p>Hello</p><p>World</p>","content":null,"#
                + #""text":"Hello\nWorld","categories":[],"enclosures":[],"language":null}]}"#)
        #expect(feed.jsonLine(rendersText: false).contains(#""text":null"#))
    }
}

enum Samples {
    static let rss2 = """
        <?xml version="1.0" encoding="UTF-8"?>
        <rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/"
          xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:atom="http://www.w3.org/2005/Atom"
          xmlns:slash="http://purl.org/rss/1.0/modules/slash/" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd">
        <channel>
          <title>Kerb Notes &amp;amp; more</title><link>https://kerb.example/</link><description>On racing</description>
          <atom:link rel="self" href="https://kerb.example/feed.xml"/><language>en-GB</language><ttl>90</ttl>
          <skipHours><hour>0</hour><hour>5</hour></skipHours><skipDays><day>Saturday</day></skipDays>
          <image><url>https://kerb.example/i.png</url><title>not the title</title><link>https://no.example/</link></image>
          <item>
            <title>Rain &lt;expected&gt; in &lt;b&gt;Spa&lt;/b&gt;</title>
            <link>https://kerb.example/spa?a=1&amp;b=2</link><guid isPermaLink="false">tag:kerb.example,2026:1</guid>
            <dc:creator><![CDATA[Ann Apex]]></dc:creator><pubDate>Fri, 20 Nov 2026 11:54:00 GMT</pubDate>
            <description>Short &lt;b&gt;form&lt;/b&gt;</description>
            <content:encoded><![CDATA[<p>The <em>whole</em> text, &amp; more</p>]]></content:encoded>
            <category>Spa</category><category><![CDATA[Weather &amp; wind]]></category>
            <enclosure url="https://kerb.example/a.mp3" type="audio/mpeg" length="123"/>
            <itunes:duration>1:02:03</itunes:duration>
            <comments>https://kerb.example/spa#comments</comments><slash:comments>7</slash:comments>
          </item>
          <item><title>Second</title><guid>https://kerb.example/2</guid><author>bo@kerb.example (Bo)</author></item>
          <item><title>Third</title></item>
        </channel></rss>
        """

    static let atom = """
        <feed xmlns="http://www.w3.org/2005/Atom" xml:lang="de" xml:base="https://pit.example/blog/">
          <title type="html">Pit &amp;lt;Wall&amp;gt;</title><id>urn:f</id>
          <link rel="self" href="/atom"/><link href="./"/><link rel="next" href="atom?page=2"/>
          <author><name>Team</name><email>team@pit.example</email></author>
          <entry xml:base="one/">
            <id>urn:1</id><title>Stint &amp; Strategy</title>
            <link rel="enclosure" href="../one.ogg" type="audio/ogg"/>
            <link rel="alternate" type="application/pdf" href="one.pdf"/><link type="text/html" href="../one.html"/>
            <link rel="related" href="https://elsewhere.example/"/>
            <published>2026-11-19T10:00:00Z</published><updated>2026-11-20T10:00:00Z</updated>
            <summary>Plain &lt;b&gt;not bold&lt;/b&gt;</summary>
            <content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><p>An <em>x</em> &lt; y <br/>and &amp; so</p></div></content>
            <category term="races" label="Races"/>
          </entry>
          <entry xml:lang="fr"><id>urn:2</id><title type="html">&lt;i&gt;Deux&lt;/i&gt;</title>
            <author><name>Céline</name><uri>https://pit.example/c</uri></author>
            <content type="html">&lt;b&gt;gras&lt;/b&gt;</content><updated>2026-11-18T10:00:00Z</updated></entry>
        </feed>
        """

    static let broken = """
        <?xml version="1.0"?>
        <rss version="2.0"><channel><title>Bed & Breakfast &unknown; &eacute;</title>
        <item><title>First & last</title><link>https://b.example/?a=1&b=2&copy=3</link>
        <enclosure url="https://b.example/x?y=1&z=2" type="image/png"/></item>
        <item><title>Second</titel><guid>2</guid><description>R&amp;amp;D &lt;b&gt;bold&lt;/b&gt; & more</description></item>
        <item><title>Third</title><guid>3</guid></item>
        </channel></rss>
        """

    static let latin = """
        <?xml version="1.0" encoding="ISO-8859-1"?><rss version="2.0"><channel><title>x</title>
        <item><title>one</title></item></channel></rss>
        """
}
