import EngineConcepts
import EngineTestSupport
import TestSupport
import Testing

@testable import FeedParsing

@Suite("Unbalanced tags")
struct UnbalancedTagTests {
    private static let address = "https://a.example/"

    /// Returns an item with `text`, broken in any way, among its other fields.
    private static func item(_ number: Int, _ text: String) -> String {
        """
        <item>\(text)<link>\(address)\(number)</link><guid isPermaLink="false">g\(number)</guid>\
        <pubDate>Fri, 0\(number) Jan 2026 10:00:00 GMT</pubDate><category>c</category></item>
        """
    }

    private static func entry(_ number: Int, _ text: String) -> String {
        """
        <entry>\(text)<id>g\(number)</id><link href="\(address)\(number)"/>\
        <updated>2026-01-0\(number)T10:00:00Z</updated><category term="c"/></entry>
        """
    }

    private static func expectFields(_ feed: FeedDocument) {
        #expect(feed.items.map(\.id) == ["g1", "g2", "g3"])
        #expect(feed.items.map(\.link) == (1...3).map { address + "\($0)" })
        #expect(feed.items.allSatisfy { $0.published ?? $0.updated != nil && $0.categories == ["c"] })
        #expect(feed.title == "T" && feed.link == address)
        #expect(feed.syntaxError != nil)
    }

    @Test(
        "Unbalanced tags cost an RSS item no other field, and no other item",
        arguments: [
            ("<title>A</title><description>a <b>bold</description>", "A", "a <b>bold</b>"),
            ("<title>A</title><description>a<br>b<p>c</description>", "A", "a<br>b<p>c</p>"),
            ("<title>A<br>B</title><description>x</description>", "A B", "x"),
            ("<title>A</b></title><description>x</i></description>", "A", "x"),
            ("<title>A</titel><description>x</description>", "A", "x"),
            ("<title>A</Title><description>x</Description>", "A", "x"),
            ("<title>A<description>x</description>", "A", "x"),
            ("<title>A<br>B<i>C<description>x", "A BC", "x"),
            ("<description><b>x<br><title>A</title>", nil, "<b>x<br><title>A</title></b>"),
            ("<description>x<br><title>A</title>", "A", "x<br>"),
            ("<title>A</title><description>I <3 x <joe@x.example> </3", "A", "I <3 x <joe@x.example> </3"),
            ("<title>A</title><content:encoded><i><b>x</i>z</encoded>", "A", "<i><b>x</b></i>z"),
            ("<title>A</title><enclosure url='https://a.example/e'><description>x</description>", "A", "x"),
            ("<title>A</title><media:content url='https://a.example/e'><media:text><description>x", "A", nil),
            ("<title>A</title><description>x</span></div></p></description></p>", "A", "x"),
            ("<title>A</title><odd>y</old><description>x</description>", "A", "x"),
        ] as [(String, String?, String?)])
    func items(text: String, title: String?, summary: String?) throws {
        let feed = try FeedParser.parse(
            """
            <rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/"><channel><title>T</title>
            <link>\(Self.address)</link>\(Self.item(1, text))\(Self.item(2, text))\(Self.item(3, text))</channel></rss>
            """
            .utf8)
        Self.expectFields(feed)
        #expect(feed.items.map(\.title) == Array(repeating: title, count: 3))
        #expect(feed.items.allSatisfy { ($0.summary ?? $0.content)?.source == summary }, "\(feed.items[0])")
    }

    @Test(
        "Unbalanced tags cost an Atom entry no other field, and no other entry",
        arguments: [
            ("<title>A</title><summary type='html'>one <br> two</summary>", "A", "one <br> two"),
            ("<title>A</title><content type='html'>one <p> two</content>", "A", "one <p> two</p>"),
            (
                "<title>A</title><content type='xhtml'><div>one <br> two</content>", "A",
                "<div>one <br> two</div>"
            ),
            ("<title type='html'>A <i>B</title><summary>x</summary>", "A B", "x"),
            ("<title>A</i></title><content type='html'>x", "A", "x"),
            ("<title>A</title><author><name>N</author><summary>x</summary>", "A", "x"),
        ])
    func entries(text: String, title: String, summary: String) throws {
        let feed = try FeedParser.parse(
            """
            <feed xmlns="http://www.w3.org/2005/Atom"><title>T</title><link href="\(Self.address)"/>
            \(Self.entry(1, text))\(Self.entry(2, text))\(Self.entry(3, text))</feed>
            """
            .utf8)
        Self.expectFields(feed)
        #expect(feed.items.map(\.title) == Array(repeating: title, count: 3))
        #expect(feed.items.allSatisfy { ($0.summary ?? $0.content)?.source == summary }, "\(feed.items[0])")
    }

    @Test(
        "Unbalanced tags of the feed itself cost no item",
        arguments: [
            "<description>a<br>b</description>", "<description>a<b>b", "<description>a</b></description>", "<docs>x",
            "<image><url>https://a.example/i</image>", "</item>", "</b>",
            "<copyright>&copy; <me@a.example></copyright>",
        ])
    func feeds(text: String) throws {
        let items = (1...3).map { Self.item($0, "") }.joined()
        let feed = try FeedParser.parse(
            "<rss><channel><title>T</title><link>\(Self.address)</link>\(text)\(items)</channel></rss>".utf8)
        #expect(feed.items.map(\.id) == ["g1", "g2", "g3"])
        #expect(feed.title == "T" && feed.link == Self.address)
    }

    @Test("End tags that close no item cost a long feed no item", arguments: [("item", "guid"), ("entry", "id")])
    func endless(item: String, name: String) throws {
        let root = item == "item" ? "rss" : "feed"
        let items = (0..<2000).map { "<\(item)><title>\($0)<br><\(name)>\($0)</\(name)>" }.joined()
        let feed = try FeedParser.parse("<\(root)>\(root == "rss" ? "<channel>" : "")\(items)".utf8)
        #expect(feed.items.count == 1999, "the last one may not be whole")
        #expect(feed.items.allSatisfy { $0.title == $0.id })
    }

    @Test(
        "Attributes are also read as HTML writes them",
        arguments: [
            ("<td nowrap width=3>x</td>", "<td nowrap=\"\" width=\"3\">x</td>"),
            ("<a href=/a?b=1&amp;c='2'>x</a>", "<a href=\"/a?b=1&amp;c='2'\">x</a>"),
            ("<a href=x/>y</a>", "<a href=\"x/\">y</a>"), ("<img src=x/>y", "<img src=\"x\">y"),
            ("<img src = x alt= 'a b'title=\"c\">y", "<img src=\"x\" alt=\"a b\" title=\"c\">y"),
            ("<input disabled>y", "<input disabled=\"\">y"), ("<input disabled/>y", "<input disabled=\"\">y"),
            ("<a href=x<b>y</b></a>", "<a href=\"x\"><b>y</b></a>"), ("<a href=>y</a>", "<a>y</a>"),
        ])
    func attributes(markup: String, read: String) throws {
        let feed = try FeedParser.parse(
            "<rss><channel><item><description>\(markup)</description><guid>1</guid></item></channel></rss>".utf8)
        #expect(feed.items.first?.id == "1" && feed.items.first?.summary?.source == read)
        #expect(feed.syntaxError != nil)
        let enclosure = try FeedParser.parse(
            "<rss version=2.0><channel><item><enclosure url=https://a.example/b.mp3 type=audio/mpeg><guid>1</guid>".utf8
        )
        #expect(enclosure.format == .rss2 && enclosure.syntaxError != nil)
    }

    @Test("The first unbalanced tag is reported with its place")
    func syntaxError() throws {
        func syntaxError(_ text: String) throws -> MarkupError? {
            try FeedParser.parse("<rss>\n<channel>\n\(text)\n</channel></rss>".utf8).syntaxError
        }
        #expect(
            try syntaxError("<title>a<br>b\n</title></b>").map { [$0.message.english, "\($0.line)"] } == [
                "<br> has no end tag", "4",
            ])
        #expect(
            try syntaxError("<title>é</x></title>").map { [$0.message.english, "\($0.line)"] } == [
                "</x> ends nothing that is open", "3",
            ])
        #expect(try syntaxError("<title>a<b><br></br></b><i/></title>") == nil)
    }

    @Test("HTML elements within a well-formed text are never taken for the feed's own")
    func wellFormed() throws {
        let html =
            "<div><svg><title>S</title></svg><details><summary>M</summary><title>L</title></details>"
            + "<video><source src=\"v\"></source></video></div>"
        let feed = try FeedParser.parse(
            """
            <feed xmlns="http://www.w3.org/2005/Atom"><entry><content type="xhtml">\(html)</content><title>A</title>
            <source><title>O</title><id>o</id></source><id>g</id></entry></feed>
            """
            .utf8)
        let item = try #require(feed.items.first)
        #expect(item.title == "A" && item.id == "g" && item.sourceTitle == "O" && item.link == nil)
        #expect(item.content?.source == html.replacing("</source>", with: ""))
        #expect(feed.syntaxError == nil)
    }

    @Test(
        "Unbalanced tags are repaired the same way wherever the bytes are cut",
        arguments: ["description", "title", "content:encoded", "media:group", "odd", "author"], [UInt64(1), 2, 3, 4])
    func cuts(element: String, seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let pieces = [
            "<b>", "</b>", "<br>", "</\(element)>", "<\(element)>", "<p class=\"x\">", "</p>", "text &amp; <3 é",
            "<title>", "</title>", "<item>", "</item>", "<guid>", "</guid>", "<link>l", "<link/>", "<![CDATA[<b>]]>",
            "</ b >", "</channel>", "<a b c=d e='f'g=\"h\">", "<img src=x/>", "<![CDATA[a<![CDATA[b]]>c]]>",
            "<dc:date>", "<a@b>", "<x/>", "<!-- </b> -->",
        ]
        let body = (0..<4000).map { _ in pieces[Int.random(in: 0..<pieces.count, using: &random)] }.joined()
        let bytes = Array("<rss><channel>\(body)".utf8)
        let whole = try FeedParser.parse(bytes)
        let parser = FeedParser()
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = Int.random(in: 1...(Bool.random(using: &random) ? 7 : 9000), using: &random)
            parser.append(Array(rest.prefix(count)))
            rest = rest.dropFirst(count)
        }
        #expect(try parser.finish() == whole, "seed \(seed)")
    }
}
