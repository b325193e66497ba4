import EngineConcepts
import Suppliers
import Testing

@Suite("Broken feeds")
struct BrokenFeedTests {
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

    @Test("keeps what is complete of an item in which a document broke off, where the whole one will be known again")
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
        #expect(feed.remark(on: "It")?.contains("Its last item is cut off") == true)
        for needed in ["<pubDate>", "<guid>2", "<title>Two"] {
            let start = try #require(whole.firstRange(of: needed))
            let cut = try FeedParser.parse(whole[..<start.lowerBound].utf8)
            #expect(cut.items.map(\.id) == ["1"] && !cut.hasCutOffItem, "\(needed)")
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

    @Test("keeps the items of a JSON Feed before the one in which it broke off, wherever that is, and says so")
    func truncatedJSON() throws {
        let text = #"""
            {"version": "https://jsonfeed.org/version/1.1", "authors": [{"name": "A, \"B\""}], "title": "Se[ries",
             "items": [{"id": "1", "content_text": "} ] \"x\\\\", "tags": ["a", "b"]},
             {"id": "2", "attachments": [{"url": "https://a.example/2"}]}, {"id": "3"}], "language": "de"}
            """#
        let bytes = Array(text.utf8)
        let whole = try FeedParser.parse(bytes)
        #expect(whole.items.map(\.id) == ["1", "2", "3"] && whole.fault == nil)
        let start = try #require(text.utf8.firstRange(of: ", \"authors".utf8)).lowerBound
        var counts: Set<Int> = []
        for end in text.utf8.distance(from: text.startIndex, to: start) + 1..<bytes.count {
            let cut = try FeedParser.parse(bytes[..<end])
            #expect(whole.items.starts(with: cut.items), "\(end)")
            #expect(cut.title == nil || cut.title == whole.title)
            #expect(cut.fault?.message == "it breaks off there")
            counts.insert(cut.items.count)
        }
        #expect(counts == [0, 1, 2, 3])
        #expect(try FeedParser.parse(bytes[..<(bytes.count - 20)]).fault?.line == 3)
        let longer = try FeedParser.parse(bytes + Array("<!-- cached -->".utf8))
        #expect(longer.items == whole.items && longer.fault?.message == "it goes on behind its end")
        #expect(longer.remark(on: "It")?.hasPrefix("It is broken at line 3") == true)
        #expect(throws: FeedError.self) { try FeedParser.parse(#"{"items": [{"id": "1"}, {"id": x}], "a": 1}"#.utf8) }
    }

    @Test("tells a document that breaks off from one that goes on behind its end")
    func ends() throws {
        let whole = "<rss><channel><title>T</title></channel></rss>"
        #expect(try FeedParser.parse(whole.utf8).fault == nil)
        for end in [6, 16, 24] {
            let fault = try FeedParser.parse(whole.utf8.dropLast(end)).fault
            #expect(fault?.message == "it breaks off there", "\(String(describing: fault))")
        }
        for end in ["</i", "</channel", "</channel ", "<ite", "<item a", "<item a='b", "<!-- ", "<?php "] {
            let fault = try FeedParser.parse((whole.dropLast(16) + end).utf8).fault
            #expect(fault?.message == "it breaks off there", "\(end): \(String(describing: fault))")
        }
        #expect(try FeedParser.parse((whole + "<more/>").utf8).fault?.message.hasPrefix("Extra content") == true)
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
            ("utf-7", nil, Array("+AOk- é".utf8), "+AOk- é"),
            ("utf-16", nil, [0xc3, 0xa9], "é"),
            ("iso-8859-1", nil, [0x63, 0x61, 0x66, 0xc3, 0xa9], "café"),
            ("windows-1252", nil, [0x63, 0x61, 0x66, 0xc3, 0xa9], "café"),
            ("windows-1251", nil, Array("Мир".utf8), "Мир"),
            ("windows-1251", "utf-8", [0xcc, 0xe8, 0xf0], "Мир"),
            ("koi8-r", "windows-1251", [0xcc, 0xe8, 0xf0], "Мир"),
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

    /// A feed in `encoding`'s bytes, which says that it is UTF-8, or nothing.
    private func misnamed(_ title: [UInt8], _ rest: String, declares: Bool = true) -> [UInt8] {
        Array("\(declares ? "<?xml version='1.0' encoding='UTF-8'?>" : "")<rss version='2.0'><channel><title>".utf8)
            + title
            + Array("</title>\(rest)</channel></rss>".utf8)
    }

    @Test(
        "reads what is no UTF-8 and does not say what it is as is usual in its language, and says so",
        arguments: [
            ("ru-RU", "Windows-1251", [0xc5, 0xb8, 0x20, 0xec, 0xe8, 0xf0, 0x21], "Её мир!"),
            ("uk", "Windows-1251", [0xbb, 0x20, 0xb3, 0xe7], "» із"), ("el", "ISO-8859-7", [0xea, 0xe1, 0xe9], "και"),
            ("ja", "Shift_JIS", [0x93, 0xfa, 0x96, 0x7b], "日本"), ("zh_TW", "Big5", [0xa4, 0xa4, 0xa4, 0xe5], "中文"),
            ("zh", "GB18030", [0xd6, 0xd0, 0xce, 0xc4], "中文"),
        ] as [(String, String, [UInt8], String)], [false, true])
    func customaryEncodings(_ sample: (String, String, [UInt8], String), declares: Bool) throws {
        let (language, name, title, meant) = sample
        let rest = "<language>\(language)</language>"
        let feed = try FeedParser.parse(misnamed(title, rest, declares: declares), charset: declares ? "utf-8" : nil)
        #expect(feed.title == meant)
        #expect(feed.assumedEncoding?.name == name && feed.assumedEncoding?.language == language)
        #expect(feed.remark(on: "It")?.contains("it was read as \(name)") == true)
    }

    @Test("reads single bytes that are no UTF-8 as Western ones, whatever the language, and says so")
    func westernBytes() throws {
        for rest in ["", "<language>ru</language>", "<language>en</language>"] {
            let feed = try FeedParser.parse(misnamed([0x93] + Array("Мир".utf8), rest))
            #expect(feed.title == "“Мир")
            #expect(feed.remark(on: "It")?.contains("were read as Windows-1252") == true)
        }
        let unknown = try FeedParser.parse(misnamed([0xcc, 0xe8, 0xf0], ""))
        #expect(unknown.title == "Ìèð" && unknown.assumedEncoding?.language == nil)
        #expect(unknown.remark(on: "It")?.contains("were read as Windows-1252") == true)
        // The end of a document that breaks off in the midst of a letter.
        let cut = try FeedParser.parse(Array("<rss><channel><title>T</title><item><title>М".utf8).dropLast())
        #expect(cut.assumedEncoding == nil)
        #expect(try FeedParser.parse(misnamed(Array("Мир".utf8), "<language>ru</language>")).remark(on: "It") == nil)
    }

    @Test("reads what mainframes write, by its declaration and without one that can be trusted")
    func mainframes() throws {
        // `<?xml version="1.0" encoding="`, its end, and a feed called `Füß [1]`, whose brackets stand elsewhere in each of them.
        let start: [UInt8] = [
            0x4c, 0x6f, 0xa7, 0x94, 0x93, 0x40, 0xa5, 0x85, 0x99, 0xa2, 0x89, 0x96, 0x95, 0x7e, 0x7f, 0xf1, 0x4b, 0xf0,
            0x7f,
            0x40, 0x85, 0x95, 0x83, 0x96, 0x84, 0x89, 0x95, 0x87, 0x7e, 0x7f,
        ]
        let end: [UInt8] = [0x7f, 0x6f, 0x6e, 0x15]
        let names: [String: [UInt8]] = [
            "IBM037": [0xc9, 0xc2, 0xd4, 0xf0, 0xf3, 0xf7], "IBM500": [0xc9, 0xc2, 0xd4, 0xf5, 0xf0, 0xf0],
            "UTF-8": [0xe4, 0xe3, 0xc6, 0x60, 0xf8],
        ]
        // `<rss><channel><title>Füß `, and `</title>` with all that follows.
        let open: [UInt8] = [
            0x4c, 0x99, 0xa2, 0xa2, 0x6e, 0x15, 0x4c, 0x83, 0x88, 0x81, 0x95, 0x95, 0x85, 0x93, 0x6e, 0x4c, 0xa3, 0x89,
            0xa3,
            0x93, 0x85, 0x6e, 0xc6, 0xdc, 0x59, 0x40,
        ]
        let close: [UInt8] = [
            0x4c, 0x61, 0xa3, 0x89, 0xa3, 0x93, 0x85, 0x6e, 0x4c, 0x61, 0x83, 0x88, 0x81, 0x95, 0x95, 0x85, 0x93, 0x6e,
            0x4c,
            0x61, 0x99, 0xa2, 0xa2, 0x6e,
        ]
        for (name, brackets) in [
            ("IBM037", [0xba, 0xf1, 0xbb]), ("IBM500", [0x4a, 0xf1, 0x5a]), ("UTF-8", [0xba, 0xf1, 0xbb]),
        ]
            as [(String, [UInt8])]
        {
            let feed = try FeedParser.parse(start + (names[name] ?? []) + end + open + brackets + close)
            #expect(feed.title == "Füß [1]", "\(name)")
            #expect(feed.fault == nil, "\(name)")
        }
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
        let wideBig = text.unicodeScalars.flatMap { scalar in
            (0..<4).map { UInt8(truncatingIfNeeded: scalar.value >> ((3 - $0) * 8)) }
        }
        let marked = [
            [0xff, 0xfe] + little, [0xfe, 0xff] + big, [0xff, 0xfe, 0, 0] + wide, [0, 0, 0xfe, 0xff] + wideBig,
        ]
        for bytes in marked + [little, big, wide, wideBig] {
            #expect(try FeedParser.parse(bytes).title == "Füß 😀")
        }
    }
}
