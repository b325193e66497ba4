import EngineTestSupport
import TestSupport
import Testing

@testable import FeedParsing

@Suite("Lists of subscriptions")
struct SubscriptionListTests {
    private func read(_ text: String) throws -> SubscriptionList {
        try SubscriptionList.read(Array(text.utf8))
    }

    @Test("OPML 1.0 and 2.0 are read: folders are topics of everything inside, and a source in two folders has both")
    func opml() throws {
        let list = try read(
            """
            <?xml version="1.0" encoding="ISO-8859-1"?><opml version="1.0"><head><title>x</title></head><body>
            <outline text="Racing"><outline text="F1">
              <outline text="Kerb &amp; Notes" type="rss" xmlUrl="https://k.example/feed?a=1&amp;b=2" htmlUrl="https://k.example"/>
            </outline></outline>
            <outline title="World"><outline title="Same" xmlUrl="https://k.example/feed?a=1&amp;b=2"/></outline>
            <OUTLINE text="https://plain.example/rss" xmlurl="https://plain.example/rss"/>
            <outline text="A page" type="link" url="https://page.example"/>
            </body></opml>
            """)
        #expect(
            list.subscriptions == [
                Subscription(
                    address: "https://k.example/feed?a=1&b=2", name: "Kerb & Notes",
                    topics: ["Racing", "Racing/F1", "World"], page: "https://k.example"),
                Subscription(address: "https://plain.example/rss"),
            ])
        #expect(list.warnings.map(\.english) == ["line 7: “A page” has no address of a feed and was left out."])
    }

    @Test("Names of elements and attributes are read in any case")
    func letterCase() throws {
        let list = try read(
            """
            <OPML Version="2.0"><BODY><OUTLINE TEXT="A"><Outline Text="B" XMLURL="https://b.example/f" HTMLURL="https://b.example"
            IsComment="TRUE" Category="c"/></OUTLINE><outline tExT="D" XmlUrl="https://d.example/f"/></BODY></OPML>
            """)
        #expect(
            list.subscriptions == [
                Subscription(
                    address: "https://b.example/f", name: "B", topics: ["A", "c"], isPaused: true,
                    page: "https://b.example"),
                Subscription(address: "https://d.example/f", name: "D"),
            ])
        #expect(list.warnings.isEmpty)
    }

    @Test("An outline of a source without an address is reported and becomes no topic")
    func withoutAddress() throws {
        let list = try read(
            """
            <opml><body><outline type="rss" text="R"><outline text="A" xmlUrl="https://a.example"/></outline>
            <outline text="E" xmlUrl=" "/><outline type="atom"/><outline text="Folder"/></body></opml>
            """)
        #expect(list.subscriptions == [Subscription(address: "https://a.example", name: "A")])
        #expect(
            list.warnings.map(\.english)
                == ["line 1: “R”", "line 2: “E”", "line 2: An outline without a name"]
                .map { "\($0) has no address of a feed and was left out." }
        )
    }

    @Test("A source's own title is kept beside the name given to it")
    func titles() throws {
        let list = try read(
            """
            <opml><body><outline text="Mine" title="Theirs &amp; Co" xmlUrl="https://a.example"/>
            <outline text="Same" title="Same" xmlUrl="https://b.example"/><outline title="Only" xmlUrl="https://c.example"/>
            <outline text="https://d.example" title="D" xmlUrl="https://d.example"/></body></opml>
            """)
        #expect(list.subscriptions.map(\.name) == ["Mine", "Same", "Only", nil])
        #expect(list.subscriptions.map(\.title) == ["Theirs & Co", nil, nil, "D"])
        #expect(try read(OPMLWriter.text(of: list.subscriptions, title: "x")).subscriptions == list.subscriptions)
        // Two entries for one source: one entry's title may be the other entry's name.
        let source = "xmlUrl='https://a.example'"
        for entries in [
            "<outline title='A' \(source)/><outline text='B' title='A' \(source)/>",
            "<outline text='https://a.example' title='A' \(source)/><outline text='A' \(source)/>",
        ] {
            let twice = try read("<opml><body>\(entries)</body></opml>").subscriptions
            #expect(twice.map(\.name) == ["A"] && twice.map(\.title) == [nil])
        }
    }

    @Test("A file that is no OPML is refused, and a truncated one is read up to the break")
    func broken() throws {
        #expect(throws: SubscriptionListError.notOPML) { try read("<rss><channel/></rss>") }
        #expect(throws: SubscriptionListError.unknown) { try read("hello there") }
        for text in ["", " \n", "\u{feff}\n"] {
            #expect(throws: SubscriptionListError.empty) { try read(text) }
            #expect(throws: SubscriptionListError.empty) { try OPMLReader.read(Array(text.utf8)) }
        }
        #expect(throws: SubscriptionListError.notOPML) { try OPMLReader.read(Array("https://a.example".utf8)) }
        let cut = try read(#"<opml><body><outline text="A"><outline xmlUrl="https://a.example"/><outline xmlUrl="htt"#)
        #expect(cut.subscriptions.map(\.address) == ["https://a.example"])
        #expect(cut.warnings.isEmpty)
        for half in ["'https://b.exam", "\"https://b.exam", "'https://b.example' text='", "'https://b.example'"] {
            let list = try read("<opml><body><outline xmlUrl='https://a.example'/><outline xmlUrl=\(half)")
            #expect(list.subscriptions.map(\.address) == ["https://a.example"], "\(half)")
            #expect(list.syntaxError != nil)
        }
        let flat = try read("<opml><body><outline xmlUrl='https://a.example'/><outline xmlUrl='https://b.example'/>")
        #expect(flat.subscriptions.count == 2)
        let error = try #require(cut.syntaxError)
        #expect(error.line == 1 && error.column > 60, "\(error)")
        let whole = try read(
            "<opml><body><outline text='A'><outline xmlUrl='https://a.example'/></outline></body></opml>")
        #expect(whole.syntaxError == nil && whole.subscriptions == cut.subscriptions)
        for junk in ["Warning: no such file in line 3\n", "<br />\n<b>Warning</b>: x\n"] {
            let list = try read(
                "\(junk)<?xml version='1.0'?><opml><body><outline xmlUrl='https://a.example'/></body></opml>")
            #expect(list.subscriptions.map(\.address) == ["https://a.example"] && list.syntaxError == nil, "\(junk)")
        }
        let line = try read("<opml><body>\n<outline xmlUrl='https://a.example'/>\n<outline text='B'>")
        #expect(line.syntaxError?.line == 3, "\(String(describing: line.syntaxError))")
        let bomb = try read(
            #"<!DOCTYPE o [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><opml><body><outline text="&b;" xmlUrl="x:y"/></body></opml>"#
        )
        #expect(bomb.subscriptions.map(\.address) == ["x:y"])
    }

    @Test("Categories of a source become topics beside its folders")
    func categories() throws {
        let list = try read(
            """
            <opml version="2.0"><body><outline text="Tech">
            <outline text="a" xmlUrl="https://a.example" category="/Boston/Weather,sailing, /Tech ,, /"/>
            </outline></body></opml>
            """)
        #expect(list.subscriptions.map(\.topics) == [["Tech", "Boston", "Boston/Weather", "sailing"]])
    }

    @Test("Too deep folders and endless names make no topics")
    func endlessFolders() throws {
        let deep = String(repeating: "<outline text='f'>", count: 50_000)
        let list = try read("<opml><body>\(deep)<outline xmlUrl='https://a.example'/>")
        #expect(list.subscriptions[0].topics.count == 16)
        #expect(list.notes.count == 1 && list.warnings.isEmpty, "it is said, and nothing is left out: \(list.notes)")
        let name = String(repeating: "n", count: 100_000)
        let tags = (0..<1000).map(String.init).joined(separator: ",")
        let long = try read(
            "<opml><body><outline text='\(name)'><outline text='\(name)'><outline category='\(tags)' xmlUrl='a:b'/>")
        #expect(long.subscriptions[0].topics.count == 256)
        #expect(long.subscriptions[0].topics.allSatisfy { $0.count <= 512 })
    }

    @Test("Nested folders are written as they were read, and a slash in a name makes no folder")
    func nestedFolders() throws {
        let sources = [
            Subscription(address: "https://a.example/", topics: ["Racing", "Racing/F1"]),
            Subscription(address: "https://b.example/", topics: ["Racing", "Racing/F1", "Racing/F1/Teams", "World"]),
            Subscription(address: "https://c.example/", topics: ["Racing"]),
            Subscription(address: "https://d.example/", topics: ["TCP/IP", "Racing/WEC"]),
        ]
        let text = OPMLWriter.text(of: sources, title: "x")
        let lines = text.split(separator: "\n").map(String.init)
        #expect(
            lines.filter { $0.contains("<outline text=") && !$0.contains("xmlUrl") }
                .map { $0.replacing(#/ title=.*/#, with: "") } == [
                    #"    <outline text="Racing""#, #"      <outline text="F1""#, #"        <outline text="Teams""#,
                    #"    <outline text="World""#, #"    <outline text="TCP/IP""#, #"    <outline text="Racing/WEC""#,
                ])
        let again = try read(text)
        #expect(again.syntaxError == nil)
        #expect(
            Set(again.subscriptions.map { [$0.address] + $0.topics.sorted() })
                == Set(sources.map { [$0.address] + $0.topics.sorted() }))
    }

    @Test("Foreign attributes of a source are kept and written with their namespace prefixes")
    func foreignAttributes() throws {
        let list = try read(
            """
            <opml version="2.0" xmlns:x="https://x.example/ns"><body x:open="1"><outline text="F" x:folder="1">
            <outline text="a" type="rss" xmlUrl="https://a.example" x:priority="main &amp; &quot;more&quot;" description="&lt;b>"
              xml:lang="de" x:extra="" version="RSS2" isComment="false"/>
            <outline text="b" xmlUrl="https://b.example" nowhere:declared="1"/>
            </outline></body></opml>
            """)
        let kept = [
            "xmlns:x=https://x.example/ns", "x:priority=main & \"more\"", "description=<b>", "xml:lang=de", "x:extra=",
            "version=RSS2",
        ]
        #expect(list.subscriptions.map(\.attributes) == [kept, []])
        let text = OPMLWriter.text(of: list.subscriptions, title: "x")
        let again = try read(text)
        #expect(again.syntaxError == nil, "\(text)")
        #expect(again.subscriptions == list.subscriptions)
    }

    @Test("Invalid attributes of a source are not written")
    func wrongAttributes() throws {
        let attributes = [
            "text=other", "XMLURL=x:y", "a b=1", "=1", "", "a\"=1", "x:a=1", "x:y:z=1", "xmlns=a:b", "xmlns:xml=a:b",
            "good=1",
            "good=2", "xmlns:y=", "y:b=1", "empty", "é=1", ":a=1", "1a=1",
            "xmlns:u=urn:u", "xmlns:v=urn:v", "v:a=1\u{301}", "xmlns:w=urn:v", "w:a=2", "xmlns:r=relative", "r:a=1",
            "xmlns:s=http://a b", "s:a=1", "xmlns:t=http://www.w3.org/2000/xmlns/", "t:a=1",
        ]
        let text = OPMLWriter.text(
            of: [Subscription(address: "https://a.example", name: "A", attributes: attributes)], title: "x")
        let again = try read(text)
        #expect(again.syntaxError == nil, "\(text)")
        #expect(again.subscriptions.map(\.attributes) == [["good=1", "empty=", "xmlns:v=urn:v", "v:a=1\u{301}"]])
        #expect(again.subscriptions.map(\.name) == ["A"])
    }

    @Test("A written list reads back the same", arguments: [1, 2, 3, 4, 5, 6, 7, 8] as [UInt64])
    func roundTrip(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let alphabet = Array("abcXYZ 019äß日<>&\"'/,;:#%?=~-_.") + ["\"\u{301}", "<\u{301}", "&\u{301}"]
        func word(_ length: ClosedRange<Int>) -> String {
            let text = String(
                (0..<Int.random(in: length, using: &generator))
                    .map { _ in alphabet.randomElement(using: &generator) ?? "x" })
            return text.split(separator: " ").joined(separator: " ")
        }
        let topics =
            ["T0", "T0/\(word(1...5))", "T0/T1/\(word(1...5))"]
            + (0..<4).map { "T\($0) " + word(1...5) }
            .map { $0.split(separator: " ").joined(separator: " ") }
        let sources = (0..<Int.random(in: 0...30, using: &generator))
            .map { index in
                let name = word(0...12)
                return Subscription(
                    address: "https://\(index).example/" + word(0...9).split(separator: " ").joined(),
                    name: name.isEmpty ? nil : name,
                    topics: topics.filter { _ in Bool.random(using: &generator) && Bool.random(using: &generator) },
                    isPaused: Bool.random(using: &generator))
            }
        let read = try SubscriptionList.read(Array(OPMLWriter.text(of: sources, title: word(0...9)).utf8))
        func sorted(_ subscriptions: [Subscription]) -> [Subscription] {
            subscriptions.sorted { $0.address < $1.address }
                .map {
                    Subscription(address: $0.address, name: $0.name, topics: $0.topics.sorted(), isPaused: $0.isPaused)
                }
        }
        #expect(sorted(read.subscriptions) == sorted(sources), "seed \(seed)")
        #expect(read.warnings.isEmpty)
    }

    @Test("Newsboat's file is read: tags, titles, commands, filters, and query feeds that name feeds only")
    func newsboat() throws {
        let list = try read(
            """
            # mine
            https://a.example/feed "formula one" f1 "~My A"
            https://b.example/feed wec !hidden ~
            ---
            exec:~/bin/feed.sh tech tech
            "exec:curl -s x | jq ." "~ Piped"
            "filter:~/bin/f:https://c.example/rss"
            "query:Racing:tags # \\"f1\\" or tags # \\"wec\\""
            "query:Unread:unread = \\"yes\\""
            "query:Not b:tags !# \\"wec\\" and (rssurl =~ \\"^HTTPS:\\" or tags # \\"tech\\")"
            "query:Broken:tags ## \\"wec\\""
            not a url at all
            """)
        #expect(
            list.subscriptions == [
                Subscription(
                    address: "https://a.example/feed", name: "My A", topics: ["formula one", "f1", "Racing", "Not b"]),
                Subscription(address: "https://b.example/feed", topics: ["wec", "Racing"]),
                Subscription(address: "exec:~/bin/feed.sh", topics: ["tech", "Not b"]),
                Subscription(address: #"exec:sh -c "curl -s x | jq .""#, name: "Piped"),
                Subscription(address: "filter:~/bin/f:https://c.example/rss"),
            ])
        #expect(list.warnings.count == 2)
        #expect(list.warnings[0].english.hasPrefix("line 11: the query feed “query:Broken:"))
        #expect(list.warnings[0].english.hasSuffix("a number, or a text in quotes is missing before “# \"wec\"”."))
        #expect(list.warnings[1].english.hasPrefix("line 12: “not a url at all” is not an address"))
        #expect(list.queries.map(\.name) == ["Unread"] && list.queries.first?.line == 9)
        #expect(list.queries.first?.filter == .comparison(.init("unread", .equals, "yes")))
        #expect(list.notes.count == 1 && list.notes[0].english.hasPrefix("line 3: newsboat hides"))
    }

    @Test("An expression of a hostile list takes no longer than its text, and one that is not valid decides nothing")
    func hostileExpressions() throws {
        let tag = String(repeating: "a", count: 200) + "!"
        let subscription = Subscription(address: "https://a.example/", topics: [tag])
        for (expression, holds) in [("(a+)+$", false), ("(a|A|aa)*!$", true), ("(", nil), ("(a{1000}){1000}", nil)]
            as [(String, Bool?)]
        {
            #expect(NewsboatFilter.Comparison("tags", .matches, expression).holds(of: subscription) == holds)
        }
    }

    @Test("The note about hidden feeds of newsboat names all their lines")
    func hiddenLines() throws {
        let list = try read("https://a.example/feed !a\nhttps://b.example/feed b\nhttps://c.example/feed !c")
        #expect(list.notes.first?.english.hasPrefix("lines 1, 3: newsboat hides") == true)
    }

    @Test("In newsboat's file a comment starts at # outside quotes")
    func newsboatRemarks() throws {
        let list = try read(
            #"""
            http://a.example/#feed tag1 # my comment "here
               # nothing
            http://b.example/ "tag # two" #x
            http://c.example/ c# "a \"b\" \\ c\td" "e""f" # g
            "http://d.example/" #
            """#)
        #expect(
            list.subscriptions == [
                Subscription(address: "http://a.example/#feed", topics: ["tag1"]),
                Subscription(address: "http://b.example/", topics: ["tag # two"]),
                Subscription(address: "http://c.example/", topics: ["c#", #"a "b" \ c d"#, "e", "f"]),
                Subscription(address: "http://d.example/"),
            ])
        #expect(list.warnings.isEmpty)
    }

    @Test("In newsboat's language and, or have equal precedence: each takes all that follows up to a bracket")
    func newsboatFilter() throws {
        func comparison(_ name: String) -> NewsboatFilter { .comparison(.init(name, .equals, "1")) }
        let (a, b, c) = (comparison("a"), comparison("b"), comparison("c"))
        #expect(try NewsboatFilter(parsing: " a=1 and b == \"1\" or c = 1 ") == .both(a, .either(b, c)))
        #expect(try NewsboatFilter(parsing: "a=1 or b=1 and c=1") == .either(a, .both(b, c)))
        #expect(try NewsboatFilter(parsing: "((a=1)and(b=1)) or ( c=1 )") == .either(.both(a, b), c))
        #expect(try NewsboatFilter(parsing: "x between -1:30") == .comparison(.init("x", .between, "-1:30")))
        #expect(try NewsboatFilter(parsing: "x !~ \"a\\\"b\\.\"") == .comparison(.init("x", .matchesNot, "a\\\"b\\.")))
        for wrong in ["", "a", "a=", "a=b", "a=1 and", "a=1 b=1", "(a=1", "a=1)", "a=\"1", "=1", "a=1 andb=1"] {
            #expect(throws: NewsboatFilter.SyntaxError.self, "\(wrong)") { try NewsboatFilter(parsing: wrong) }
        }
        let deep = String(repeating: "(", count: 100_000) + "a=1"
        #expect(throws: NewsboatFilter.SyntaxError.self) { try NewsboatFilter(parsing: deep) }
        let long = Array(repeating: "a=1", count: 100_000).joined(separator: " or ")
        #expect(throws: NewsboatFilter.SyntaxError.self) { try NewsboatFilter(parsing: long) }
    }

    @Test("A list has each source once, however its address is written")
    func canonicalAddresses() throws {
        let list = try read("https://a.example/feed f1\nHTTPS://A.example:443/feed#x f2\nhttps://a.example/Feed f3\n")
        #expect(list.subscriptions.map(\.address) == ["https://a.example/feed", "https://a.example/Feed"])
        #expect(list.subscriptions.map(\.topics) == [["f1", "f2"], ["f3"]])
    }

    @Test("Commands keep repeated spaces through OPML and lose characters that XML forbids")
    func commands() throws {
        let text =
            "\"exec:sort  -u  x\" tech\nfilter:~\u{1}\u{0}L/f:https://b.example/\u{200b}rss\u{ffff} \"~A  name\"\n"
        let list = try SubscriptionList.read(Array(text.utf8))
        #expect(list.subscriptions.map(\.address) == ["exec:sort  -u  x", "filter:~L/f:https://b.example/rss"])
        #expect(list.subscriptions.map(\.name) == [nil, "A name"])
        let written = OPMLWriter.text(of: list.subscriptions, title: "x")
        let again = try SubscriptionList.read(Array(written.utf8))
        #expect(Set(again.subscriptions) == Set(list.subscriptions))
    }

    @Test("A name that only repeats the address is no name, in newsboat's file as in OPML")
    func repeatedAddress() throws {
        let list = try read("https://a.example/feed x \"~https://a.example/feed\"\n")
        #expect(list.subscriptions == [Subscription(address: "https://a.example/feed", topics: ["x"])])
        #expect(try read(OPMLWriter.text(of: list.subscriptions, title: "x")).subscriptions == list.subscriptions)
    }

    @Test("Each source of a list knows the lines that name it, in OPML as in newsboat's file")
    func lines() throws {
        let urls = try read("# mine\nhttps://a.example/f\n\nexec:ls -l\nhttps://a.example/f again\n")
        #expect(urls.subscriptions.map(urls.lines(of:)) == [[2, 5], [4]])
        let opml = try read(
            """
            <?xml version="1.0"?>
            <opml version="2.0"><body>
            <outline text="A
            folder">text
              <outline text="A" xmlUrl="https://a.example/f"/>

              <outline text="B" xmlUrl="exec:ls"/></outline></body></opml>
            """)
        #expect(opml.subscriptions.map(opml.lines(of:)) == [[5], [7]])
    }

    @Test("Unassigned characters beyond the basic plane are kept")
    func noncharacters() throws {
        let list = try read("https://a.example/\u{bffff}\n")
        #expect(list.subscriptions.map(\.address) == ["https://a.example/\u{bffff}"])
        let again = try read(OPMLWriter.text(of: list.subscriptions, title: "x"))
        #expect(again.subscriptions == list.subscriptions)
    }

    @Test("A byte order mark and the line ends of Windows belong to no address", arguments: ["", "\u{feff}"])
    func byteOrderMark(mark: String) throws {
        let list = try read(mark + "https://a.example/f tag\r\nhttps://b.example/f\r\n")
        #expect(list.subscriptions.map(\.address) == ["https://a.example/f", "https://b.example/f"])
        #expect(list.subscriptions.map(\.topics) == [["tag"], []] && list.warnings.isEmpty)
    }

    @Test("Binary data is no list, even if words of it look like addresses")
    func binaryData() {
        let bytes = [0x7f, 0, 0xff] + Array("\nhttps://a.example/f\n".utf8)
        #expect(throws: SubscriptionListError.unknown) { try SubscriptionList.read(bytes) }
        #expect(throws: Never.self) { try SubscriptionList.read(Array(bytes.dropFirst(3))) }
    }
}
