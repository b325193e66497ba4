import EngineConcepts
import EngineTestSupport
import Testing

@testable import FeedParsing

@Suite("Encodings of feeds")
struct FeedEncodingTests {
    @Test(
        "Every encoding is read, whether declared by XML, HTTP or a byte order mark",
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

    /// Returns a feed in `encoding`'s bytes that declares UTF-8 or no encoding.
    private func misnamed(_ title: [UInt8], _ rest: String, declares: Bool = true) -> [UInt8] {
        Array("\(declares ? "<?xml version='1.0' encoding='UTF-8'?>" : "")<rss version='2.0'><channel><title>".utf8)
            + title
            + Array("</title>\(rest)</channel></rss>".utf8)
    }

    @Test(
        "Undeclared text that is not UTF-8 is read in the usual encoding of its language, with a warning",
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
        #expect(feed.warning(about: "It")?.english.contains("it was read as \(name)") == true)
    }

    @Test("Single bytes that are not UTF-8 are read as Windows-1252, with a warning")
    func westernBytes() throws {
        for rest in ["", "<language>ru</language>", "<language>en</language>"] {
            let feed = try FeedParser.parse(misnamed([0x93] + Array("Мир".utf8), rest))
            #expect(feed.title == "“Мир")
            #expect(feed.warning(about: "It")?.english.contains("were read as Windows-1252") == true)
        }
        let unknown = try FeedParser.parse(misnamed([0xcc, 0xe8, 0xf0], ""))
        #expect(unknown.title == "Ìèð" && unknown.assumedEncoding?.language == nil)
        #expect(unknown.warning(about: "It")?.english.contains("were read as Windows-1252") == true)
        // A document truncated inside a character.
        let cut = try FeedParser.parse(Array("<rss><channel><title>T</title><item><title>М".utf8).dropLast())
        #expect(cut.assumedEncoding == nil)
        let known = try FeedParser.parse(misnamed(Array("Мир".utf8), "<language>ru</language>"))
        #expect(known.warning(about: "It") == nil)
    }

    @Test(
        "UTF-8 that only a server calls Latin-1 is read as UTF-8, however far its first character beyond ASCII is",
        arguments: ["iso-8859-1", "windows-1252", "latin1"], [0, 3000])
    func wrongLatin(charset: String, distance: Int) throws {
        let space = String(repeating: " ", count: distance)
        for declaration in ["<?xml version='1.0' encoding='UTF-8'?>", ""] {
            for title in [[0x43, 0x61, 0x66, 0xc3, 0xa9], [0x43, 0x61, 0x66, 0xe9]] as [[UInt8]] {
                let bytes =
                    Array("\(declaration)<rss version='2.0'><channel>\(space)<title>".utf8) + title
                    + Array("</title></channel></rss>".utf8)
                let feed = try FeedParser.parse(bytes, charset: charset)
                #expect(feed.title == "Café")
                #expect(feed.assumedEncoding == nil)
            }
        }
    }

    @Test("EBCDIC is read with its declaration, and with one that cannot be trusted")
    func mainframes() throws {
        // `<?xml version="1.0" encoding="`, its end, and a feed called `Füß [1]`, whose brackets have different codes
        // in each encoding.
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
        // `<rss><channel><title>Füß `, and `</title>` with the rest.
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
            #expect(feed.syntaxError == nil, "\(name)")
        }
    }

    @Test("UTF-16 and UTF-32 are read with and without byte order marks")
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
