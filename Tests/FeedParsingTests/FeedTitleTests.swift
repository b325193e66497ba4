import Testing

@testable import FeedParsing

@Suite("Titles of feed items")
struct FeedTitleTests {
    @Test(
        "Titles contain no markup, and text that only looks like markup is kept",
        arguments: [
            ("&lt;b&gt;Rain&lt;/b&gt; in &lt;I&gt;Spa&lt;/I&gt;", "Rain in Spa"),
            ("How the &lt;b&gt; tag works", "How the <b> tag works"),
            ("&amp;lt;b&amp;gt;bold&amp;lt;/b&amp;gt;", "<b>bold</b>"),
            ("One&lt;br&gt;two&lt;hr&gt;three &lt;p&gt;four", "One twothree four"),
            ("&lt;a href=x&gt;left open", "left open"), ("closed&lt;/em&gt;", "closed"),
            ("Array&lt;T&gt; and a &lt; b", "Array<T> and a < b"), ("Pair&lt;P&gt;", "Pair<P>"),
            ("&lt;em&gt;one&lt;/em&gt; &lt;em&gt;", "one <em>"),
        ])
    func markupInTitles(written: String, shown: String) throws {
        let feed = try FeedParser.parse(
            "<rss version='2.0'><channel><item><title>\(written)</title></item></channel></rss>".utf8)
        #expect(feed.items.first?.title == shown)
    }

    @Test(
        "A title that is only a picture becomes the picture's alternative text, or no title",
        arguments: [
            ("<title>&lt;img src='a.png' alt='Rain &amp;amp; sun'&gt;</title>", "Rain & sun"),
            ("<title><![CDATA[ <b><img alt=\"\" title=\"Sun\" src=/b></b> ]]></title>", "Sun"),
            ("<title>&lt;img src='a.png'&gt;</title>", nil), ("<title>&lt;b&gt; &lt;/b&gt;</title>", nil),
            ("<title>&lt;img src='a.png'&gt;</title><m:title xmlns:m='http://search.yahoo.com/mrss/'>M</m:title>", "M"),
            ("<title>&lt;img alt='no'&gt; yes</title>", "yes"),
        ])
    func picturesAsTitles(written: String, title: String?) throws {
        let item = "<item>\(written)<guid>1</guid></item>"
        let feed = try FeedParser.parse("<rss version='2.0'><channel>\(item)</channel></rss>".utf8)
        #expect(try #require(feed.items.first).title == title)
        let atom = "<feed xmlns='http://www.w3.org/2005/Atom'><entry><id>1</id><title>&amp;#32;</title></entry></feed>"
        #expect(try #require(FeedParser.parse(atom.utf8).items.first).title == nil)
    }

    @Test(
        "Text wrapped in CDATA twice is unwrapped in titles and descriptions",
        arguments: ["&lt;![CDATA[Inner]]&gt;"])
    func wrappedTwice(written: String) throws {
        let item = "<item><title>\(written)</title><description>\(written)</description></item>"
        let feed = try FeedParser.parse("<rss version='2.0'><channel>\(item)</channel></rss>".utf8)
        let found = try #require(feed.items.first)
        #expect(found.title == "Inner")
        #expect(found.summary?.source.contains("Inner") == true)
        #expect(found.summary?.source.contains("CDATA") == false)
    }

    @Test("A title keeps tags that it is about, and references are resolved as in HTML")
    func titles() throws {
        func title(_ text: String) throws -> String? {
            try FeedParser.parse("<rss><channel><title><![CDATA[\(text)]]></title></channel></rss>".utf8).title
        }
        #expect(try title("<script>alert(1)</script>Hi <b>you</b>") == "<script>alert(1)</script>Hi you")
        #expect(try title("How <link> and <title></title> work") == "How <link> and <title></title> work")
        #expect(try title("&copy2 &NotEqualTilde; &copyx &frac12 R&amp=D &LT;") == "©2 ≂̸ &copyx ½ R&amp=D <")
    }
}
