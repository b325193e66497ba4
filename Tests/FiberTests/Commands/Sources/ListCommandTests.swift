import Foundation
import Testing

@Suite("Lists of subscriptions on the command line", .timeLimit(.minutes(30)))
struct ListCommandTests {
    private let home: Home

    init() throws { home = try Home() }

    @Test("A truncated list is imported up to the break, whose place is reported")
    func brokenList() async throws {
        try home.write(
            "<opml version='2.0'><body>\n<outline text='A' xmlUrl='https://a.example/f'/>\n<outline text='B' xmlUrl='ht",
            to: "in.opml")
        let imported = try await home.fiber("opml", "import", home.path + "/in.opml")
        #expect(imported.status == 1)
        #expect(imported.output == "1 source added.\n")
        #expect(imported.errors.contains("\(home.path)/in.opml:3:"), "\(imported.errors)")
        #expect(imported.errors.contains("The readable part was imported."))
    }

    @Test("An empty list fails the import, which says that it is empty")
    func emptyList() async throws {
        try home.write("", to: "urls")
        let imported = try await home.fiber("import", home.path + "/urls")
        #expect(imported.status == 1 && imported.output.isEmpty, "\(imported)")
        #expect(imported.errors.contains("\(home.path)/urls is empty."), "\(imported)")
    }

    @Test("An imported list runs no command and reads no file without --local")
    func foreignCommands() async throws {
        try home.write(
            """
            <opml version="2.0"><body><outline text="A" xmlUrl="https://a.example/f"/>
            <outline text="B" xmlUrl="exec:touch pwned"/><outline text="C" xmlUrl="file:///etc/hosts"/></body></opml>
            """, to: "in.opml")
        let careful = try await home.fiber("import", home.path + "/in.opml")
        #expect(careful.output == "1 source added, 2 left out.\n")
        #expect(careful.status == 0 && !careful.errors.contains("Only a part"), "\(careful.errors)")
        #expect(careful.errors.contains("exec:touch pwned") && careful.errors.contains("--local"), "\(careful.errors)")
        let trusting = try await home.fiber("opml", "import", "--local", home.path + "/in.opml")
        #expect(trusting.output == "2 sources added, 1 already present.\n")
    }

    @Test("What is said about the lines of a newsboat list is in their order")
    func orderOfLines() async throws {
        try home.write(
            """
            https:///path
            not a url at all
            https://a.example/f !hidden
            "exec:ls"
            "query:Broken:tags ## x"

            """, to: "urls")
        let imported = try await home.fiber("import", home.path + "/urls")
        let lines = imported.errors.matches(of: /line (\d+)/).compactMap { Int($0.output.1) }
        #expect(lines == [1, 2, 3, 4, 5], "\(imported.errors)")
    }

    @Test("A newsboat list runs no command and reads no file without --local, and each refused line is listed")
    func foreignNewsboat() async throws {
        try home.write(
            """
            # from a friend
            https://a.example/f tech
            "exec:touch pwned" tech
            "EXEC:touch pwned too"
            "filter:touch pwned:https://b.example/f" "~B"
            file:///etc/hosts
              "EXEC:touch pwned"
            "query:Tech:tags # \\"tech\\""
            """, to: "urls")
        let careful = try await home.fiber("import", home.path + "/urls")
        #expect(careful.status == 0 && careful.output == "1 source added, 5 left out.\n", "\(careful)")
        // A command that is named again has a line of its own.
        for line in 3...7 {
            let deed = line == 6 ? "read a file" : "run a command"
            let said = careful.errors.split(separator: "\n").first { $0.contains("urls: line \(line): ") }
            #expect(said?.contains(deed) == true && said?.contains("--local") == true, "\(line): \(careful.errors)")
        }
        #expect(
            try await home.fiber("sources", "--json").objects.map { $0["url"] as? String } == ["https://a.example/f"])
        _ = try await home.fiber("refresh")
        #expect(!FileManager.default.fileExists(atPath: home.path + "/pwned"))
        let trusting = try await home.shell("fiber import --local - <\(home.path)/urls")
        #expect(trusting.output == "4 sources added, 1 already present.\n", "\(trusting)")
    }

    @Test("A web address without a host is left out of an imported list, and its line is listed")
    func addressWithoutHost() async throws {
        try home.write("https://a.example/f\nhttp://\nhttps:///f\n", to: "urls")
        let imported = try await home.fiber("import", home.path + "/urls")
        #expect(imported.status == 1 && imported.output == "1 source added, 2 left out.\n", "\(imported)")
        for (line, address) in [(2, "http://"), (3, "https:///f")] {
            #expect(
                imported.errors.contains("urls: line \(line): “\(address)” is not a web address (http or https)."),
                "\(imported)")
        }
        #expect(
            try await home.fiber("sources", "--json").objects.map { $0["url"] as? String } == ["https://a.example/f"])
    }

    @Test(
        "A web address with a broken host or port is left out of an imported list, and its line is listed",
        arguments: ["http://[bad", "https://a%20b.example/f", "http://a.example:99999/f"])
    func brokenHost(address: String) async throws {
        let lists = [
            "urls": "https://a.example/f\n\(address)\n",
            "in.opml": """
            <opml version="2.0"><body><outline text="A" xmlUrl="https://a.example/f"/>
            <outline text="B" xmlUrl="\(address)"/></body></opml>
            """,
        ]
        for (name, text) in lists {
            try home.write(text, to: name)
            let imported = try await home.fiber("import", "\(home.path)/\(name)")
            let reason = "\(name): line 2: “\(address)” has a host or port that is not valid.\n"
            #expect(imported.status == 1 && imported.output.hasSuffix(", 1 left out.\n"), "\(imported)")
            #expect(imported.errors.contains(reason), "\(imported)")
        }
        #expect(
            try await home.fiber("sources", "--json").objects.map { $0["url"] as? String } == ["https://a.example/f"])
    }

    @Test("What is wrong with a list on standard input is said of it by that name")
    func listOnStandardInput() async throws {
        let wrong = try await home.shell("echo hello | fiber import -")
        #expect(wrong.errors.hasPrefix("fiber: standard input is neither OPML nor"), "\(wrong)")
        let partly = try await home.shell("printf 'https://a.example/f\\nbogus\\n' | fiber import -")
        let lines = [
            "fiber: standard input: line 2: “bogus” is not an address and was left out.",
            "fiber: Only a part of standard input was imported; what was left out is listed above.",
        ]
        #expect(Array(partly.errors.split(separator: "\n").map(String.init).prefix(2)) == lines, "\(partly)")
    }

    @Test("A newsboat list given to opml import is refused with a hint to fiber import")
    func otherList() async throws {
        try home.write("https://a.example/f tech\n", to: "urls")
        let refused = try await home.fiber("opml", "import", home.path + "/urls")
        #expect(refused.status == 1)
        #expect(refused.errors.contains("`fiber import \(home.path)/urls`"), "\(refused.errors)")
    }

    @Test("Nested folders are exported as they were imported")
    func folders() async throws {
        try home.write(
            """
            <opml version="2.0"><body><outline text="Racing"><outline text="F1">
            <outline text="Kerb" xmlUrl="feed://k.example/feed"/></outline></outline></body></opml>
            """, to: "in.opml")
        _ = try await home.fiber("import", home.path + "/in.opml")
        let source = try #require(try await home.fiber("sources", "--json").objects.first)
        #expect(source["topics"] as? [String] == ["Racing", "Racing/F1"])
        #expect(source["url"] as? String == "http://k.example/feed")
        let exported = try await home.fiber("opml", "export").output
        #expect(
            exported.contains(
                """
                    <outline text="Racing" title="Racing">
                      <outline text="F1" title="F1">
                        <outline type="rss"
                """), "\(exported)")
    }

    @Test("An OPML export equals its import, and importing it again adds nothing")
    func opml() async throws {
        try home.write(
            """
            <opml version="2.0" xmlns:x="urn:x"><body><outline text="F1 &amp; more">
            <outline text="Kerb" x:rank="3" xmlUrl="https://k.example/feed?a=1&amp;b=2" htmlUrl="https://k.example/?a&amp;b"/><outline xmlUrl="hn:newest" text="HN"/>
            </outline><outline text="Odd" xmlUrl="gopher://odd.example"/></body></opml>
            """, to: "in.opml")
        let imported = try await home.fiber("opml", "import", home.path + "/in.opml")
        #expect(imported.status == 1)
        #expect(imported.output == "2 sources added, 1 left out.\n")
        #expect(imported.errors.contains("gopher://odd.example"))
        let sources = try await home.fiber("sources", "--json").objects
        #expect(sources.map { $0["url"] as? String } == ["https://k.example/feed?a=1&b=2", "hn:newest"])
        #expect(sources.allSatisfy { $0["topics"] as? [String] == ["F1 & more"] })
        let exported = try await home.fiber("opml", "export")
        #expect(exported.status == 0)
        #expect(exported.output.contains("htmlUrl=\"https://k.example/?a&amp;b\""))
        #expect(exported.output.contains(#"xmlns:x="urn:x" x:rank="3""#))
        try home.write(exported.output, to: "out.opml")
        let again = try await home.fiber("import", home.path + "/out.opml")
        #expect(again.output == "0 sources added, 2 already present.\n")
        #expect(try await home.fiber("opml", "export").output == exported.output)
        #expect(try await home.fiber("opml", "import", "nowhere.opml").status == 1)
    }

    @Test("Importing a list without a usable entry fails")
    func nothingImported() async throws {
        try home.write(
            "<opml version='2.0'><body><outline xmlUrl='gopher://a.example'/><outline xmlUrl='exec:ls'/></body></opml>",
            to: "in.opml")
        for command in [["import"], ["opml", "import"]] {
            let outcome = try await home.fiber(command + [home.path + "/in.opml"])
            #expect(outcome.status == 1, "\(outcome)")
            #expect(outcome.output == "0 sources added, 2 left out.\n")
            #expect(outcome.errors.contains("Nothing from"))
        }
    }

    @Test("Import reads newsboat's list from standard input")
    func newsboat() async throws {
        let outcome = try await home.shell(
            #"printf '%s\n' 'https://a.example/feed f1 "~My A"' '"query:Racing:tags # \"f1\""' | fiber import -"#)
        #expect(outcome.status == 0, "\(outcome.errors)")
        let source = try #require(try await home.fiber("sources", "--json").objects.first)
        #expect(source["name"] as? String == "My A")
        #expect(source["topics"] as? [String] == ["f1", "Racing"])
    }

    @Test("Newsboat's query feeds become topics with an equal query, and untranslatable ones are reported")
    func queryFeeds() async throws {
        func line(_ name: String, _ expression: String) -> String {
            "\"query:\(name):\(expression.replacing("\"", with: "\\\""))\""
        }
        let urls = [
            "https://a.example/feed tech", "https://b.example/feed news \"~B\"",
            line("Words", #"title =~ "^(a|b)/" or author != "X.Y" and content # "foo bar""#),
            line("Fresh", #"unread = "yes" and age < 3 and feedtitle =~ "ker+b""#),
            line("New tech", #"tags # "tech" and unread = "yes""#),
            line("Week", #"(age between 7:13 or age > 20) and enclosure_type =~ "audio/.*" and title !~ "\\<ad\\>""#),
            line("Flags", #"flags # "s""#), line("Back", #"title =~ "(a)\\1""#), line("tech", #"age >= 1"#),
            line("No", "age < 0"),
        ]
        try home.write(urls.joined(separator: "\n"), to: "urls")
        let outcome = try await home.fiber("import", home.path + "/urls")
        #expect(outcome.status == 1)
        #expect(outcome.output == "2 sources added, 5 query feeds became topics, 3 left out.\n")
        for (number, words) in [
            (7, "Fiber has no query for “flags”"), (8, "is invalid"),
            (9, "“tech” became the topic “tech 2”, because another topic has that name"),
            (10, "it can never contain anything"),
        ] {
            let said = outcome.errors.split(separator: "\n").first { $0.contains("urls: line \(number): ") }
            #expect(said?.contains(words) == true, "\(outcome.errors)")
        }
        let library = try await home.fiber("topics").output
        for query in [
            #"title:/^(a|b)\// OR -author:/(?-i)^X\.Y$/ text:"foo bar""#, "is:unread age:<3d source:/ker+b/",
            "topic:tech is:unread", "tech 2", #"(age:(>1w <2w) OR age:>3w) has:audio -title:/\bad\b/"#,
        ] {
            #expect(library.contains(query), "\(query): \(library)")
        }
        let again = try await home.fiber("import", home.path + "/urls")
        #expect(again.output == "0 sources added, 2 already present, 3 left out.\n")
        #expect(try await home.fiber("topics").output == library)
    }

    @Test("Of query feeds whose names differ only in case the first keeps its name, and the others get a number")
    func namesInOtherCase() async throws {
        try home.write(
            ["https://a.example/feed", "\"query:Sport:title =~ \\\"a\\\"\"", "\"query:sport:title =~ \\\"b\\\"\""]
                .joined(separator: "\n"), to: "urls")
        let outcome = try await home.fiber("import", home.path + "/urls")
        #expect(outcome.status == 0 && outcome.output == "1 source added, 2 query feeds became topics.\n", "\(outcome)")
        #expect(outcome.errors.contains("line 3: the query feed “sport” became the topic “sport 2”"), "\(outcome)")
        let library = try await home.fiber("topics").output
        #expect(library.contains("title:/a/") && library.contains("title:/b/"), "\(library)")
    }

    @Test("A query feed without a source in the list, and quotes that are not closed, are reported with their line")
    func lostQueryFeeds() async throws {
        try home.write(
            #"""
            https://a.example/f "formula one
            "query:Everything:tags # \"nosuch\""
            https://b.example/f tech
            """#, to: "urls")
        let outcome = try await home.fiber("import", home.path + "/urls")
        #expect(outcome.status == 1 && outcome.output == "2 sources added, 1 left out.\n", "\(outcome)")
        let lines = outcome.errors.split(separator: "\n")
        let reason = #"“Everything” was left out: no source of the list matches it: tags # "nosuch""#
        #expect(lines.contains { $0.contains("urls: line 1: a quote is not closed; ") }, "\(outcome)")
        #expect(lines.contains { $0.contains("urls: line 2: ") && $0.hasSuffix(reason) }, "\(outcome)")
    }

    @Test("A topic of a list that has the name of a built-in view gets another one, also in query feeds")
    func namesOfViews() async throws {
        try home.write(
            #"""
            https://a.example/f All
            "query:Unread of all:tags # \"All\" and unread = \"yes\""
            "query:todo:unread = \"yes\""
            file:/etc/hosts TODO
            """#, to: "urls")
        let outcome = try await home.fiber("import", home.path + "/urls")
        #expect(outcome.status == 0, "\(outcome)")
        for (topic, name) in [("All", "All 2"), ("todo", "todo 2")] {
            let said = "the topic “\(topic)” became “\(name)”, because “\(topic)” is the name of a built-in view.\n"
            #expect(outcome.errors.contains(said), "\(outcome)")
        }
        #expect(!outcome.errors.contains("TODO"), "nothing of that topic was imported")
        let topics = try await home.fiber("topics", "--json").objects
        #expect(Set(topics.compactMap { $0["name"] as? String }) == ["All 2", "Unread of all", "todo 2"], "\(topics)")
        let query = topics.first { $0["name"] as? String == "Unread of all" }?["query"] as? String
        #expect(query == "topic:\"All 2\" is:unread", "\(topics)")
    }

    @Test("A source with the tag of an imported query feed joins its topic later")
    func queryFeedGrows() async throws {
        try home.write(#"{"id":"1","title":"One"}"# + "\n", to: "one.jsonl")
        try home.write(#"{"id":"2","title":"Two"}"# + "\n", to: "two.jsonl")
        try home.write(
            "file:\(home.path)/one.jsonl tech\n\"query:Unread Tech:tags # \\\"tech\\\" and unread = \\\"yes\\\"\"\n",
            to: "urls")
        #expect(try await home.fiber("import", "--local", home.path + "/urls").status == 0)
        #expect(try await home.fiber("topics").output.contains("topic:tech is:unread"))
        #expect(try await home.fiber("add", "file:\(home.path)/two.jsonl", "--topic", "tech").status == 0)
        #expect(try await home.fiber("refresh").status == 0)
        let topic = try await home.fiber("timeline", "--topic", "Unread Tech", "--json").objects
        #expect(topic.compactMap { $0["title"] as? String }.sorted() == ["One", "Two"])
    }
}
