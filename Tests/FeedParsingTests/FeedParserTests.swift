import EngineConcepts
import EngineTestSupport
import Foundation
import Testing

@testable import FeedParsing

@Suite("The feed parser")
struct FeedParserTests {
    @Test("An empty type of an enclosure is no type")
    func emptyTypes() throws {
        let feed = try FeedParser.parse(
            """
            <rss version='2.0'><channel><item><guid>1</guid><enclosure url='https://a.example/a.mp3' type='' length='7'/>
            <m:content xmlns:m='http://search.yahoo.com/mrss/' url='https://a.example/b' type=' '/></item></channel></rss>
            """
            .utf8)
        let files = try #require(feed.items.first).enclosures
        #expect(files.map(\.url) == ["https://a.example/a.mp3", "https://a.example/b"])
        #expect(files.map(\.type) == [nil, nil] && files[0].kind == .audio)
    }

    @Test("A medium that is empty or unknown does not hide the type", arguments: ["", "sound"])
    func unknownMedium(medium: String) throws {
        let feed = try FeedParser.parse(
            """
            <rss version='2.0' xmlns:m='http://search.yahoo.com/mrss/'><channel><item><guid>1</guid>
            <m:content url='https://a.example/a' medium='\(medium)' type='audio/mpeg'/></item></channel></rss>
            """
            .utf8)
        let files = try #require(feed.items.first).enclosures
        #expect(files.map(\.kind) == [.audio])
    }

    @Test("The picture of a video is found inside the video, as well as beside it")
    func innerThumbnails() throws {
        let thumbnail = "<media:thumbnail url='https://a.example/t.jpg' width='4'/>"
        for content in [
            "<media:content url='https://a.example/v.mp4'>\(thumbnail)</media:content>",
            "<media:content url='https://a.example/v.mp4'/>\(thumbnail)",
        ] {
            let feed = try FeedParser.parse(
                """
                <rss version='2.0' xmlns:media='http://search.yahoo.com/mrss/'><channel><item><guid>1</guid>
                \(content)</item></channel></rss>
                """
                .utf8)
            let files = try #require(feed.items.first).enclosures
            #expect(files.map(\.url) == ["https://a.example/v.mp4", "https://a.example/t.jpg"])
            #expect(files.map(\.kind) == [.video, .image])
        }
    }

    @Test("Addresses in texts are printed as they are meant")
    func linksInTexts() throws {
        func content(_ markup: String, base: String? = nil) throws -> String? {
            let feed = try FeedParser.parse(
                "<rss version='2.0'><channel><item><description><![CDATA[\(markup)]]></description></item></channel></rss>"
                    .utf8,
                base: base)
            let line = feed.jsonLine(rendersText: false)
            let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
            let items = try #require(object?["items"] as? [[String: Any]])
            return items.first?["summary"] as? String
        }
        let markup = """
            <a class=x HREF='../a?b=1&amp;c' title="src='y'">1 href="z"</a><img src=i.png/><img src=" /j.png " alt><a href="#n">
            <a href=https://o.example/>2</a><a href="mailto:a@b.example">3</a><!-- <a href="c"> --><video poster="//v.example/p"
            """
        let meant = """
            <a class=x HREF='https://h.example/a?b=1&amp;c' title="src='y'">1 href="z"</a><img src=https://h.example/d/i.png/>\
            <img src="https://h.example/j.png" alt><a href="#n">
            <a href=https://o.example/>2</a><a href="mailto:a@b.example">3</a><!-- <a href="c"> --><video poster="https://v.example/p"
            """
        #expect(try content(markup, base: "https://h.example/d/feed") == meant)
        #expect(try content(markup) == markup)
        for end in markup.indices {
            _ = try content(String(markup[..<end]), base: "https://h.example/d/feed")
        }
    }

    @Test("RSS's own link wins over Atom's, which stands in for it, and over links to anything else")
    func links() throws {
        func item(_ links: String) throws -> FeedItem? {
            try FeedParser.parse(
                """
                <rss version='2.0' xmlns:atom='http://www.w3.org/2005/Atom'><channel>
                <atom:link rel='self' href='https://h.example/feed'/><atom:link rel='alternate' href='https://h.example/atom'/>
                <link>https://h.example/</link><item>\(links)<title>T</title></item></channel></rss>
                """
                .utf8
            )
            .items.first
        }
        let own = "<link>https://h.example/own</link>"
        let atom = "<atom:link rel='alternate' type='text/html' href='https://h.example/atom/1'/>"
        let others =
            "<atom:link rel='self' href='https://h.example/self'/><atom:link rel='replies' href='https://h.example/r'/>"
            + "<link rel='self'>https://h.example/s</link><link rel='http://www.iana.org/assignments/relation/self' href='x:y'/>"
        for links in [own + atom, atom + own, others + atom + own] {
            let item = try #require(try item(links))
            #expect(item.link == "https://h.example/own" && item.id == item.link, "\(links)")
        }
        #expect(try item(others + atom)?.link == "https://h.example/atom/1")
        let linkless = try #require(try item(others))
        #expect(linkless.link == nil && linkless.base == "https://h.example/")
        #expect(linkless.commentsLink == "https://h.example/r")
    }

    @Test("A link that a service replaced by its own is taken from the original, in RSS and in Atom")
    func originalLinks() throws {
        let link = "<f:origLink xmlns:f='http://rssnamespace.org/feedburner/ext/1.0'>https://a.example/1</f:origLink>"
        let own = "https://feedproxy.example/~r/a/1"
        for text in [
            "<rss><channel><item><guid>g</guid><link>\(own)</link>\(link)</item></channel></rss>",
            "<rss><channel><item><guid>g</guid>\(link)<link>\(own)</link></item></channel></rss>",
            "<feed xmlns='http://www.w3.org/2005/Atom'><entry><id>g</id><link href='\(own)'/>\(link)</entry></feed>",
        ] {
            let item = try #require(try FeedParser.parse(text.utf8).items.first)
            #expect(item.link == "https://a.example/1" && item.id == "g", "\(text)")
        }
    }

    @Test("RSS in JSON is read like RSS, with one item or several")
    func rssInJSON() throws {
        let text = #"""
            {"rss": {"version": "2.0", "channel": {"title": "Scripting &amp; News", "link": "http://s.example/",
            "description": "D", "language": "en", "ttl": 30, "item": [
            {"title": "One", "description": "<p>Text</p>", "pubDate": "Fri, 20 Nov 2026 11:54:00 GMT",
            "guid": {"isPermaLink": false, "#value": "g1"}, "link": "http://s.example/1", "author": "a@s.example (Ann)",
            "category": ["x", "y"], "comments": "http://s.example/1#c",
            "enclosure": {"url": "http://s.example/a.mp3", "type": "audio/mpeg", "length": 12}},
            {"description": "Two", "guid": "http://s.example/2"}, 7]}}}
            """#
        for document in [text, text.replacing("\n", with: " ")] {
            let feed = try FeedParser.parse(document.utf8, base: "http://s.example/rss.json")
            #expect(feed.format == .rss2 && feed.title == "Scripting & News" && feed.link == "http://s.example/")
            #expect(feed.schedule.interval == .seconds(1800))
            #expect(feed.items.map(\.id) == ["g1", "http://s.example/2"])
            #expect(feed.items.map(\.link) == ["http://s.example/1", "http://s.example/2"])
            let first = try #require(feed.items.first)
            #expect(first.published?.rfc3339 == "2026-11-20T11:54:00Z")
            #expect(first.authors == [FeedAuthor(name: "Ann", email: "a@s.example")])
            #expect(first.summary == .html("<p>Text</p>") && first.categories == ["x", "y"])
            #expect(first.commentsLink == "http://s.example/1#c")
            #expect(first.enclosures.map(\.byteCount) == [12])
        }
        let single = try FeedParser.parse(
            #"{"rss":{"channel":{"title":"T","item":{"title":"Only","guid":"1"}}}}"#.utf8, base: nil)
        #expect(single.items.map(\.title) == ["Only"])
        #expect(throws: FeedError.self) { try FeedParser.parse(#"{"rss": {"items": 3}}"#.utf8, base: nil) }
    }

    @Test("An empty text in JSON does not hide the text that stands in for it")
    func emptyTextsInJSON() throws {
        let rss = try FeedParser.parse(
            #"""
            {"rss":{"channel":{"language":"","managingEditor":"","author":"Ann","item":[{"title":"One","link":"",
            "guid":"http://s.example/1","dc:creator":"","author":"Bo","enclosure":{"url":"http://s.example/a.mp3","type":""}}]}}}
            """#
            .utf8)
        #expect(rss.language == nil && rss.authors == [FeedAuthor(name: "Ann")])
        let item = try #require(rss.items.first)
        #expect(item.link == "http://s.example/1" && item.authors == [FeedAuthor(name: "Bo")])
        #expect(item.enclosures.map(\.type) == [nil])
        let json = try FeedParser.parse(
            #"""
            {"version":"https://jsonfeed.org/version/1.1","icon":"","favicon":"https://j.example/f.ico",
            "authors":[{"name":"Ann"}],"items":[{"id":"1","image":"","banner_image":"https://j.example/b.png",
            "authors":[{"name":"","url":""}]}]}
            """#
            .utf8)
        #expect(json.icon == "https://j.example/f.ico")
        #expect(json.items.first?.enclosures.map(\.url) == ["https://j.example/b.png"])
        #expect(json.items.first?.authors == [FeedAuthor(name: "Ann")])
    }

    @Test("dc:author and a channel's dc:title count where nothing else is there")
    func dublinCore() throws {
        func feed(_ channel: String, _ item: String) throws -> FeedDocument {
            let text = """
                <rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel>\(channel)
                <item><title>I</title><guid>1</guid>\(item)</item></channel></rss>
                """
            return try FeedParser.parse(text.utf8, base: nil)
        }
        let bare = try feed("<dc:title>Named</dc:title><dc:author>Chan</dc:author>", "<dc:author>Ann</dc:author>")
        #expect(bare.title == "Named" && bare.authors == [FeedAuthor(name: "Chan")])
        #expect(bare.items.map(\.authors) == [[FeedAuthor(name: "Ann")]])
        let full = try feed(
            "<dc:title>Other</dc:title><title>Own</title>", "<dc:author>Ann</dc:author><dc:creator>Bo</dc:creator>")
        #expect(full.title == "Own" && full.items.map(\.authors) == [[FeedAuthor(name: "Bo")]])
    }

    @Test("Only the names of days, whole or of three letters, are days without new items")
    func quietDays() throws {
        let days = ["Monday", "TUE", "monkey", "Sund", "We", ""].map { "<day>\($0)</day>" }.joined()
        let feed = try FeedParser.parse(
            "<rss version='2.0'><channel><title>T</title><skipDays>\(days)</skipDays></channel></rss>".utf8)
        #expect(feed.schedule.quietDays == [1, 2])
    }

    @Test("RSS 2.0 is read with its modules")
    func rss2() throws {
        let feed = try FeedParser.parse(FeedSamples.rss2.utf8, base: "https://kerb.example/feed.xml")
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
        #expect(feed.syntaxError == nil)
    }

    @Test(
        "An unclosed tag in an Atom entry costs fields of that entry only",
        arguments: [
            "<summary type=\"html\">one <br> two</summary>", "<content type=\"html\">one <p> two</content>",
            "<content type=\"xhtml\"><div>one <br> two</div></content>",
        ])
    func unclosedInAtom(text: String) throws {
        func entry(_ number: Int, _ text: String) -> String {
            "<entry><title>\(number)</title>\(text)<id>g\(number)</id><updated>2026-01-0\(number)T00:00:00Z</updated></entry>"
        }
        let document =
            "<feed xmlns=\"http://www.w3.org/2005/Atom\"><title>T</title>" + entry(1, text) + entry(2, "")
            + entry(3, "")
            + "</feed>"
        let feed = try FeedParser.parse(document.utf8, base: "https://pit.example/atom")
        #expect(feed.items.count == 3)
        #expect(feed.items.dropFirst().map(\.id) == ["g2", "g3"])
        #expect(feed.items.dropFirst().allSatisfy { $0.updated != nil })
    }

    @Test(
        "A CDATA section inside another ends with it, and no text of either is lost",
        arguments: ["é", "&", ""])
    func nestedSections(text: String) throws {
        let feed = try FeedParser.parse(
            """
            <rss><channel><item><description><![CDATA[a <![CDATA[b]]>\(text) c]]> d ]]&gt;</description><guid>1</guid></item>
            <item><description><![CDATA[x]]> ]]<!-- --> y</description><guid>2</guid></item></channel></rss>
            """
            .utf8)
        #expect(feed.items.map { $0.summary?.source } == ["a b\(text) c d ]]>", "x ]] y"])
        #expect(feed.syntaxError == nil)
    }

    @Test("Items have the language of their feed unless they state their own")
    func languages() throws {
        func languages(_ text: String) throws -> String {
            let line = try FeedParser.parse(text.utf8).jsonLine(rendersText: false)
            return line.matches(of: /"language":("\w*"|null)/).map { String($0.1) }.joined(separator: " ")
        }
        #expect(
            try languages("<rss><channel><language>fr</language><item><guid>1</guid></item></channel></rss>")
                == "\"fr\" \"fr\"")
        #expect(
            try languages(
                "<feed xmlns='http://www.w3.org/2005/Atom' xml:lang='en'><entry xml:lang=''><id>1</id></entry></feed>")
                == "null \"en\"")
    }

    @Test("Quotation marks around an author's name are removed")
    func quotedAuthor() throws {
        let feed = try FeedParser.parse(
            "<rss><channel><item><author>\"Foo, Bar\" &lt;f@x.example></author><guid>1</guid></item></channel></rss>"
                .utf8)
        #expect(
            feed.items.first?.authors.first?.name == "Foo, Bar"
                && feed.items.first?.authors.first?.email == "f@x.example")
    }

    @Test("Atom 1.0 is read: text constructs, links, inherited base and language, authors of the feed")
    func atom() throws {
        let feed = try FeedParser.parse(FeedSamples.atom.utf8, base: "https://pit.example/atom")
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

    @Test("JSON Feed is read, also if fields have the wrong type")
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

    @Test(
        "Items in JSON that are no objects are reported with their number",
        arguments: [
            #"{"version": "https://jsonfeed.org/version/1.1", "items": [1, "x", {"id": "a"}]}"#,
            #"{"rss": {"channel": {"title": "T", "item": [1, "x", {"guid": "a"}]}}}"#,
        ])
    func unreadableItems(json: String) throws {
        let feed = try FeedParser.parse(json.utf8)
        #expect(feed.items.map(\.id) == ["a"])
        let warning = Message("documentItemsUnreadable", ["subject": "It", "count": 2])
        #expect(feed.warning(about: "It") == warning)
    }

    @Test(
        "A document in JSON of which no item can be read is an error, and one without items is a feed",
        arguments: [
            (#""version": "https://jsonfeed.org/version/1.1", "items": "#, #"[1, "x"]"#, false),
            (#""version": "https://jsonfeed.org/version/1.1", "items": "#, #"{"id": "a"}"#, false),
            (#""version": "https://jsonfeed.org/version/1.1", "items": "#, "[]", true),
            (#""version": "https://jsonfeed.org/version/1.1", "items": "#, "null", true),
            (#""rss": {"channel": {"title": "T", "item": "#, #"[1, "x"]}}"#, false),
            (#""rss": {"channel": {"title": "T", "item": "#, #""x"}}"#, false),
            (#""rss": {"channel": {"title": "T", "item": "#, "[]}}", true),
        ])
    func noReadableItem(beginning: String, items: String, isFeed: Bool) throws {
        let json = "{\(beginning)\(items)}"
        if isFeed {
            #expect(try FeedParser.parse(json.utf8).items.isEmpty)
        } else {
            #expect(throws: FeedError.otherJSON(Message("jsonItemsUnreadable", [:]))) {
                try FeedParser.parse(json.utf8)
            }
        }
    }

    @Test(
        "References in plain titles are resolved once, and tags are kept",
        arguments: [
            ("Spa&#8217;s rain", "Spa\u{2019}s rain"), ("Pit &amp; wall", "Pit & wall"), ("&amp;lt;", "&lt;"),
            ("<i> und <b>", "<i> und <b>"), ("AT&T &copy 2026", "AT&T &copy 2026"),
        ])
    func plainTitles(source: String, title: String) throws {
        let json = try FeedParser.parse(
            #"{"version": "https://jsonfeed.org/version/1.1", "items": [{"id": "1", "title": "\#(source)"}]}"#.utf8,
            base: nil)
        #expect(json.items.first?.title == title)
        let atom = try FeedParser.parse(
            """
            <feed xmlns="http://www.w3.org/2005/Atom"><entry><id>1</id>
            <title type="text"><![CDATA[\(source)]]></title></entry></feed>
            """
            .utf8, base: nil)
        #expect(atom.items.first?.title == title)
    }

    @Test("Lines of plain text that Atom wraps are one paragraph, and blank lines separate paragraphs")
    func wrappedText() throws {
        let wrapped = """

                First line of the
                summary continues\there.

                    Second\u{20}\u{20}paragraph,
                indented otherwise.
            \u{20}
            """
        let atom = try FeedParser.parse(
            """
            <feed xmlns="http://www.w3.org/2005/Atom"><entry><id>1</id><summary>\(wrapped)</summary>
            <content type="text">\(wrapped)</content></entry>
            <entry><id>2</id><content type="text/plain">one
              two</content></entry></feed>
            """
            .utf8, base: nil)
        let text = "First line of the summary continues here.\n\nSecond paragraph, indented otherwise."
        #expect(atom.items.first?.summary == .plain(text))
        #expect(atom.items.first?.content == .plain(text))
        #expect(
            atom.items.first?.content?.rendered(base: nil).blocks.map(\.text) == text.components(separatedBy: "\n\n"))
        #expect(atom.items.last?.content == .plain("one\n  two"))
    }

    @Test("Line breaks of plain text in JSON have a meaning and stay")
    func linesInJSON() throws {
        let json = try FeedParser.parse(
            #"{"version": "https://jsonfeed.org/version/1.1", "items": [{"id": "1", "content_text": "one\n  two"}]}"#
                .utf8,
            base: nil)
        #expect(json.items.first?.content == .plain("one\n  two"))
    }

    @Test("JSON in UTF-16 without a byte order mark is read, and its relative links are resolved against the site")
    func wideJSON() throws {
        let text = """
            {"version": "https://jsonfeed.org/version/1.1", "title": "T\u{fc}", "home_page_url": "https://b.example/",
            "items": [{"id": "1", "url": "/p/1", "content_text": "x"}]}
            """
        for isBig in [false, true] {
            let bytes = text.utf16.flatMap { unit in
                isBig ? [UInt8(unit >> 8), UInt8(unit & 0xff)] : [UInt8(unit & 0xff), UInt8(unit >> 8)]
            }
            for base in [nil, "https://cdn.example/feed.json"] {
                let feed = try FeedParser.parse(bytes, base: base)
                #expect(feed.title == "T\u{fc}")
                #expect(feed.items.map(\.link) == ["https://b.example/p/1"])
            }
        }
    }

    @Test("Dublin Core's abstract is read as the summary")
    func abstract() throws {
        let feed = try FeedParser.parse(
            """
            <rss version="2.0" xmlns:x="http://purl.org/dc/terms/"><channel><title>T</title>
            <item><title>a</title><x:abstract>In short</x:abstract></item></channel></rss>
            """
            .utf8)
        #expect(feed.items.first?.summary?.source == "In short")
    }

    @Test("Half a surrogate pair in JSON is read as U+FFFD, and the text around it is kept")
    func halfCharacters() throws {
        let feed = try FeedParser.parse(
            #"""
            {"version": "https://jsonfeed.org/version/1.1", "title": "\ude00", "items": [
             {"id": "1", "title": "n \ud83d cut \uD83D", "content_text": "x \ude00\ud83d\ude00\ud83d\\ude00"},
             {"id": "2", "title": "m \ud83d\ud83d\ude00 \\ud83d \u00e9"}]}
            """#
            .utf8, base: nil)
        #expect(feed.title == "\u{fffd}")
        #expect(feed.items.map(\.title) == ["n \u{fffd} cut \u{fffd}", "m \u{fffd}😀 \\ud83d é"])
        #expect(feed.items.first?.content == .plain("x \u{fffd}😀\u{fffd}\\ude00"))
    }

    @Test("A number used as an id in JSON Feed keeps every digit")
    func largeNumbers() throws {
        let names = [
            "9007199254740993", "9223372036854775807", "18446744073709551615", "123456789012345678901234567890123456",
        ]
        let items = names.map { "{\"id\": \($0), \"content_text\": \"x\"}" }.joined(separator: ",")
        let feed = try FeedParser.parse(
            Array("{\"version\": \"https://jsonfeed.org/version/1.1\", \"items\": [\(items)]}".utf8))
        #expect(feed.items.map(\.id) == names)
    }

    @Test("Items beyond the limit are counted and left out, in every format")
    func maximumItems() throws {
        let rss = (1...10).map { "<item><guid>\($0)</guid><title>T</title></item>" }.joined()
        let json = (1...10).map { "{\"id\":\"\($0)\"}" }.joined(separator: ",")
        for text in [
            "<rss version='2.0'><channel><title>F</title>\(rss)</channel></rss>",
            "{\"version\":\"https://jsonfeed.org/version/1.1\",\"items\":[\(json)]}",
        ] {
            let feed = try FeedParser.parse(Array(text.utf8), maximumItems: 4)
            #expect(feed.items.map(\.id) == ["1", "2", "3", "4"])
            #expect(feed.omittedItems == 6)
            #expect(
                feed.warning(about: "The file x")?.english
                    == "The file x has 10 items: the first 4 were read, 6 were left out. The setting network.feed-items says "
                    + "how many are read.")
            let whole = try FeedParser.parse(Array(text.utf8), maximumItems: 10)
            #expect(whole.items.count == 10)
            #expect(whole.warning(about: "It") == nil)
        }
        let commas = Array("{\"items\":[\(String(repeating: "0,", count: 4_000_001))0]}".utf8)
        #expect(throws: FeedError.otherJSON(Message("jsonTooLong", ["count": 4_000_000]))) {
            try FeedParser.parse(commas)
        }
    }

    @Test("An empty base, or one that is no address, leaves the base as it is", arguments: ["", " ", "javascript:x"])
    func emptyBase(base: String) throws {
        let feed = try FeedParser.parse(
            """
            <feed xmlns="http://www.w3.org/2005/Atom" xml:base="https://a.example/feed/"><entry xml:base="\(base)"><id>1</id>
            <link href="one"/><content type="html" xml:base="\(base)">&lt;a href="two">2&lt;/a></content></entry></feed>
            """
            .utf8)
        let item = try #require(feed.items.first)
        #expect(item.link == "https://a.example/feed/one")
        #expect(item.base == "https://a.example/feed/")
    }

    @Test("Addresses in XHTML are resolved against the base of their own element")
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

    @Test("Items that share an id are told apart, and items without one are identified by their content")
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

    @Test("A document is printed as one line of JSON with sorted keys")
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
                == #"{"description":null,"format":"rss2.0","items":[{"author":null,"categories":[],"content":null,"#
                + #""enclosures":[],"id":"1","language":null,"link":null,"published":"2026-11-20T10:00:00Z","#
                + #""summary":"<p>Hello</p><p>World</p>","text":"Hello\nWorld","title":null,"updated":null}],"#
                + #""language":null,"link":null,"next":null,"title":"A \"quoted\" \\ title"}"#)
        #expect(feed.jsonLine(rendersText: false).contains(#""text":null"#))
    }
}
