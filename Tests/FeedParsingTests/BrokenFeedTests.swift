import EngineConcepts
import EngineTestSupport
import TestSupport
import Testing

@testable import FeedParsing

@Suite("Broken feeds")
struct BrokenFeedTests {
    @Test(
        "A broken feed gives the same document however its bytes are cut",
        arguments: [FeedSamples.rss2, FeedSamples.atom, FeedSamples.broken, FeedSamples.latin], [UInt64(1), 2, 3])
    func cuts(sample: String, seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var bytes = Array(sample.utf8)
        // Long enough for several blocks, with bytes that are not valid UTF-8.
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
            parser.append(Array(rest.prefix(count)))
            rest = rest.dropFirst(count)
        }
        #expect(try parser.finish() == whole, "seed \(seed)")
        // The bytes are the same for each seed.
        guard seed == 1 else { return }
        let bytewise = FeedParser()
        for byte in bytes { bytewise.append([byte]) }
        #expect(try bytewise.finish() == whole)
    }

    @Test("Parsing continues after broken markup, bare ampersands, unknown names and missing ends")
    func recovery() throws {
        let feed = try FeedParser.parse(FeedSamples.broken.utf8)
        #expect(feed.title == "Bed & Breakfast &unknown; é")
        #expect(feed.items.map(\.title) == ["First & last", "Second", "Third"])
        #expect(feed.items.first?.link == "https://b.example/?a=1&b=2&copy=3")
        #expect(feed.items.first?.enclosures.first?.url == "https://b.example/x?y=1&z=2")
        #expect(feed.items[1].summary == .html("R&amp;D <b>bold</b> & more"))
        #expect(feed.syntaxError != nil)
    }

    @Test("A truncated document keeps the items before the break")
    func truncated() throws {
        let text = FeedSamples.rss2
        let cut = try #require(text.firstRange(of: "<guid>https://kerb.example/2</guid>"))
        let feed = try FeedParser.parse(text[..<cut.upperBound].utf8)
        #expect(feed.items.map(\.title) == ["Rain <expected> in Spa"])
    }

    @Test("A truncated document keeps the complete parts of its last item if the whole item is recognised later")
    func cutOffItem() throws {
        let whole = """
            <rss version='2.0'><channel><item><guid>1</guid><title>One</title></item><item><title>Two</title>
            <link>https://a.example/2</link><pubDate>2026-11-20T10:00:00Z</pubDate><guid>2</guid>
            <category>c</category><description>Half a text and
            """
        let feed = try FeedParser.parse(whole.utf8)
        let item = try #require(feed.items.last)
        #expect(feed.items.count == 2 && item.id == "2" && item.title == "Two" && item.categories == ["c"])
        #expect(item.published != nil && item.summary == nil)
        #expect(feed.warning(about: "It")?.english.contains("Its last item is cut off") == true)
        for needed in ["<pubDate>", "<guid>2", "<title>Two"] {
            let start = try #require(whole.firstRange(of: needed))
            let cut = try FeedParser.parse(whole[..<start.lowerBound].utf8)
            #expect(cut.items.map(\.id) == ["1"] && !cut.hasTruncatedItem, "\(needed)")
            let warning = cut.warning(about: "It")?.english
            let isMentioned = warning?.contains("Its last item is cut off and was left out.")
            #expect(isMentioned == (needed != "<title>Two"), "\(needed): \(warning ?? "")")
        }
        let atom = """
            <feed xmlns='http://www.w3.org/2005/Atom'><entry><id>a</id><title>A</title><updated>2026-11-20T10:00:00Z</updated>
            <author><name>N</name><email>n@
            """
        #expect(try FeedParser.parse(atom.utf8).items.map(\.id) == ["a"])
        let byLink = whole.replacing("<guid>1</guid>", with: "<link>https://a.example/1</link>")
            .replacing("<guid>2</guid>", with: "")
        #expect(try FeedParser.parse(byLink.utf8).items.last?.id == "https://a.example/2")
        #expect(try FeedParser.parse(byLink.utf8).items.count == 2)
    }

    @Test("A truncated JSON Feed keeps the items before the break and reports it")
    func truncatedJSON() throws {
        let text = #"""
            {"version": "https://jsonfeed.org/version/1.1", "authors": [{"name": "A, \"B\""}], "title": "Se[ries",
             "items": [{"id": "1", "content_text": "} ] \"x\\\\", "tags": ["a", "b"]},
             {"id": "2", "attachments": [{"url": "https://a.example/2"}]}, {"id": "3"}], "language": "de"}
            """#
        let bytes = Array(text.utf8)
        let whole = try FeedParser.parse(bytes)
        #expect(whole.items.map(\.id) == ["1", "2", "3"] && whole.syntaxError == nil)
        let start = try #require(text.utf8.firstRange(of: ", \"authors".utf8)).lowerBound
        var counts: Set<Int> = []
        for end in text.utf8.distance(from: text.startIndex, to: start) + 1..<bytes.count {
            let cut = try FeedParser.parse(bytes[..<end])
            #expect(whole.items.starts(with: cut.items), "\(end)")
            #expect(cut.title == nil || cut.title == whole.title)
            #expect(cut.syntaxError?.message.english == "it ends too early")
            counts.insert(cut.items.count)
        }
        #expect(counts == [0, 1, 2, 3])
        #expect(try FeedParser.parse(bytes[..<(bytes.count - 20)]).syntaxError?.line == 3)
        let longer = try FeedParser.parse(bytes + Array("<!-- cached -->".utf8))
        #expect(longer.items == whole.items && longer.syntaxError?.message.english == "it continues after its end")
        #expect(longer.warning(about: "It")?.english.hasPrefix("It is broken at line 3") == true)
        #expect(throws: FeedError.self) { try FeedParser.parse(#"{"items": [{"id": "1"}, {"id": x}], "a": 1}"#.utf8) }
    }

    @Test("A truncated document is told apart from one with text after its end")
    func ends() throws {
        let whole = "<rss><channel><title>T</title></channel></rss>"
        #expect(try FeedParser.parse(whole.utf8).syntaxError == nil)
        for end in [6, 16, 24] {
            let syntaxError = try FeedParser.parse(whole.utf8.dropLast(end)).syntaxError
            #expect(syntaxError?.message.english == "it ends too early", "\(String(describing: syntaxError))")
        }
        for end in ["</i", "</channel", "</channel ", "<ite", "<item a", "<item a='b", "<!-- ", "<?php "] {
            let syntaxError = try FeedParser.parse((whole.dropLast(16) + end).utf8).syntaxError
            #expect(syntaxError?.message.english == "it ends too early", "\(end): \(String(describing: syntaxError))")
        }
        #expect(try FeedParser.parse((whole + "<more/>").utf8).syntaxError?.cause?.hasPrefix("Extra content") == true)
    }

    @Test("A feed is read behind junk, byte order marks and printed warnings")
    func junk() throws {
        let body = #"<rss version="2.0"><channel><title>T</title></channel></rss>"#
        for junk in [
            "\u{feff}", "\n\n  ", "\u{feff}\n", "Warning: mysql\n",
            "<br />\n<b>Warning</b>: x\n<?xml version=\"1.0\"?>",
        ] {
            #expect(try FeedParser.parse((junk + body).utf8).title == "T", "\(junk)")
        }
    }
}
