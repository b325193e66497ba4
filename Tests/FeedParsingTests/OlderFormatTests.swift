import EngineConcepts
import Testing

@testable import FeedParsing

@Suite("Older formats and aggregated feeds")
struct OlderFormatTests {
    @Test("RSS 1.0 and 0.90, RSS 0.91 and Atom 0.3 are read")
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

    @Test("RSS 0.90 is recognised by its namespace")
    func rss090() throws {
        for (space, format) in [
            ("http://my.netscape.com/rdf/simple/0.9/", "rss0.9x"), ("http://purl.org/rss/1.0/", "rss1.0"),
        ] {
            let feed = try FeedParser.parse(
                """
                <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="\(space)">
                <channel><title>Old</title></channel><item><title>One</title><link>https://o.example/1</link></item></rdf:RDF>
                """
                .utf8)
            #expect(feed.format.rawValue == format)
            #expect(feed.items.map(\.title) == ["One"])
        }
    }

    @Test("Authors of an aggregated entry come from its own feed before those of the aggregate")
    func originAuthors() throws {
        let feed = try FeedParser.parse(
            """
            <feed xmlns="http://www.w3.org/2005/Atom"><author><name>Planet</name></author>
            <entry><id>1</id><source><title>Pat's</title><author><name>Pat</name><email>pat@p.example</email></author></source></entry>
            <entry><id>2</id><source><author><name>Pat</name></author></source><author><name>Guest</name></author></entry>
            <entry><id>3</id></entry></feed>
            """
            .utf8)
        #expect(feed.items.map { $0.authors.compactMap(\.name) } == [["Pat"], ["Guest"], ["Planet"]])
        #expect(feed.items[0].authors[0].email == "pat@p.example")
        #expect(feed.items[0].sourceTitle == "Pat's")
    }

    @Test("Escaped markup in Atom 0.3 is markup, whatever its type", arguments: ["application/xhtml+xml", "text/html"])
    func escaped(type: String) throws {
        let feed = try FeedParser.parse(
            """
            <feed version="0.3" xmlns="http://purl.org/atom/ns#"><entry><id>1</id>
            <title type="\(type)" mode="escaped">&lt;i&gt;Spa&lt;/i&gt;</title>
            <content type="\(type)" mode="escaped">&lt;p&gt;Rain&lt;/p&gt;</content></entry></feed>
            """
            .utf8)
        #expect(feed.items.map(\.title) == ["Spa"])
        #expect(feed.items.map(\.content) == [.html("<p>Rain</p>")])
    }

    @Test("Base64 in Atom 0.3 is decoded, and invalid Base64 is empty")
    func base64() throws {
        let feed = try FeedParser.parse(
            """
            <feed version="0.3" xmlns="http://purl.org/atom/ns#">
            <entry><id>1</id><title mode="base64">
              U3BhICYgUmFpbg==</title><content type="text/html" mode="base64">PHA+SMOpbGxv
              PC9wPg==</content><summary type="text/plain" mode="base64">YSA8IGI=</summary></entry>
            <entry><id>2</id><content mode="base64">???</content><title>Two</title></entry></feed>
            """
            .utf8)
        #expect(feed.items.map(\.title) == ["Spa & Rain", "Two"])
        #expect(feed.items.map(\.content) == [.html("<p>Héllo</p>"), nil])
        #expect(feed.items.map(\.summary) == [.plain("a < b"), nil])
    }
}
