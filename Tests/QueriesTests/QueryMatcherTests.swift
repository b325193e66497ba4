import EngineConcepts
import Queries
import Testing

@Suite("A query matches the tickets that it describes")
struct QueryMatcherTests {
    static let now = Timestamp(rfc3339: "2026-11-20T12:00:00Z") ?? .endOfTime

    static let article = QuerySubject(
        Ticket(
            key: OrderKey(
                time: now.advanced(by: .seconds(-86_400)), nativeOrder: 0,
                id: TicketID(supplier: "feed:kerb-notes-1a2b", item: "1")),
            shownTime: now.advanced(by: .seconds(-86_400)),
            body: TicketBody(
                title: "Räikkönen’s FERRARI wins at Suzuka",
                text: .html(
                    """
                    <p>Three <b>pit</b>stops &amp; one safety&nbsp;car.</p><p>The stewards’ decision:
                    <a href="https://www.racer.com/a?b=1">no change</a></p><script>var hidden = 1</script>
                    <img src="x.png" alt="The podium">
                    """, base: nil),
                author: Author(id: "1", name: "Ana Sol", handle: "@ana@example.social"),
                link: "https://news.example.org:8080/2026/suzuka",
                media: [Media(url: "https://example.org/a.mp3", kind: .audio)],
                counts: Counts(replies: 3, likes: 12),
                language: "en-GB", tags: ["Formula 1", "C++"])),
        marks: Marks(isRead: false, isStarred: true), isLate: true, isDuplicate: false)

    private static let context = QueryContext(
        sourceNames: ["feed:kerb-notes-1a2b": "The Weekly"],
        sourceTopics: ["feed:kerb-notes-1a2b": ["Tech", "Motor Racing"], "feed:other": ["Racing"]])

    @Test(
        "Half-width Kana are the same words as the usual ones",
        arguments: [("ゲーム", "新作ｹﾞｰﾑ発売"), ("ｹﾞｰﾑ", "ゲームの日"), ("パン", "ﾊﾟﾝ屋")])
    func halfWidthKana(words: String, title: String) throws {
        let key = Self.article.ticket.key
        let subject = QuerySubject(
            Ticket(key: key, shownTime: Self.now, body: TicketBody(title: title, text: .plain(""))))
        #expect(QueryMatcher(try Query(parsing: words)).verdict(on: subject, at: Self.now) == .yes)
    }

    @Test(
        "A query matches a ticket that it describes",
        arguments: [
            "ferrari", "FERRARI", "raikkonen", "Räikkönen", "\"ferrari wins\"", "title:suzuka",
            "pitstops", "podium",
            "\"safety car\"", "\"one safety\"", "text:stew*", "decision", "ana", "author:ana",
            "author:\"Ana Sol\"",
            "author:@ana@example.social", "tag:\"formula 1\"", "tag:formula*", "tag:c++", "formula",
            "url:suzuka",
            "url:racer.com", "site:racer.com", "site:example.org", "site:news.example.org", "source:kerb",
            "source:\"kerb notes\"", "source:weekly", "topic:tech", "topic:\"Motor Racing\"", "topic:/^motor/",
            "kind:feed", "lang:en", "lang:en-gb", "is:unread",
            "is:starred",
            "is:late", "has:audio", "has:enclosure", "has:media", "has:link", "has:title", "has:tag",
            "-has:image",
            "score:12", "likes:>=12", "replies:1..3", "age:<2d", "age:>1h", "date:2026-11-19",
            "date:2026-11",
            "date:2026..", "date:..2026-11-19", "win", "winning", "stop OR ferrari",
            "/ferrari .* suzuka/",
            "title:/^R.*a$/", "/pitstops & one/", "tag:/^formula \\d$/", "*", "-is:duplicate",
        ])
    func picks(text: String) throws {
        let matcher = QueryMatcher(try Query(parsing: text), in: Self.context)
        #expect(matcher.verdict(on: Self.article, at: Self.now) == .yes)
    }

    @Test(
        "A query does not match a ticket that it does not describe",
        arguments: [
            "mercedes", "ferrar", "title:pit*", "\"wins ferrari\"", "\"suzuka three\"", "pit", "hidden",
            "\"winning\"",
            "author:suzuka", "tag:formula", "tag:c", "url:racer.org", "site:acer.com", "site:org.example",
            "source:hn", "topic:racing", "topic:weekly",
            "kind:mastodon", "lang:es", "lang:en-us", "is:read", "is:boost", "is:reply", "has:image",
            "has:warning",
            "score:>12", "boosts:0", "boosts:>=0", "age:<1h", "date:2026-11-20", "date:2025", "-ferrari",
            "/(?-i)ferrari/", "title:/ferrari$/", "-*", "weekly", "\"suzuka ana\"",
        ])
    func filters(text: String) throws {
        let matcher = QueryMatcher(try Query(parsing: text), in: Self.context)
        #expect(matcher.verdict(on: Self.article, at: Self.now) == .no)
    }

    @Test(
        "An international site is found by both spellings of its name, and by its domain",
        arguments: ["bücher.example", "xn--bcher-kva.example", "example"])
    func internationalSites(host: String) throws {
        let query = try Query(parsing: "site:\(host)")
        for link in ["https://www.bücher.example/1", "https://xn--bcher-kva.example/1"] {
            let ticket = Ticket(key: Self.article.ticket.key, shownTime: Self.now, body: TicketBody(link: link))
            #expect(QueryMatcher(query).verdict(on: QuerySubject(ticket), at: Self.now) == .yes, "\(link)")
        }
        // The index has the words of the address as written.
        let domain = try Query(parsing: "site:example")
        #expect(SearchCandidates(query).match == SearchCandidates(domain).match)
    }

    @Test(
        "A language is found by its present code and by the former one",
        arguments: [
            ("he", "iw", true), ("iw", "he", true), ("nb", "no", true), ("no", "nb-NO", true), ("id-id", "in_ID", true),
            ("tl", "fil", true), ("nn", "no", false), ("he", "hi", false), ("id-id", "in", false),
        ])
    func formerCodes(tag: String, language: String, isFound: Bool) throws {
        let body = TicketBody(title: "T", language: language)
        let subject = QuerySubject(Ticket(key: Self.article.ticket.key, shownTime: Self.now, body: body))
        let matcher = QueryMatcher(try Query(parsing: "lang:\(tag)"))
        #expect((matcher.verdict(on: subject, at: Self.now) == .yes) == isFound)
        #expect(LanguageTag.name(of: "iw") == LanguageTag.name(of: "he"))
    }

    @Test("A kind of source is found by the beginning of the source's ID", arguments: ["kind:hn", "kind:hackernews"])
    func kinds(text: String) throws {
        let matcher = QueryMatcher(try Query(parsing: text, kinds: QueryParserTests.kinds))
        for (source, verdict) in [("hackernews:hn-front-1", Verdict.yes), ("hackers:x", .no), ("feed:hn", .no)] {
            let ticket = Ticket(
                SourceItem(id: "1", orderTime: Self.now, body: TicketBody()), of: SupplierID(source), seen: Self.now)
            let subject = QuerySubject(ticket, marks: Marks(), isLate: false, isDuplicate: false)
            #expect(matcher.verdict(on: subject, at: Self.now) == verdict, "\(source)")
        }
    }

    @Test("Missing knowledge makes a verdict “maybe” only if it matters")
    func maybe() throws {
        var subject = Self.article
        subject.marks = nil
        subject.isDuplicate = nil
        for (text, verdict) in [
            ("is:unread", Verdict.maybe), ("-is:unread", .maybe), ("ferrari is:unread", .maybe),
            ("mercedes is:unread", .no), ("ferrari OR is:unread", .yes), ("-(ferrari OR is:read)", .no),
            ("age:<2d", .maybe), ("-age:<2d", .maybe), ("is:duplicate", .maybe), ("-mercedes", .yes),
        ] {
            let query = try Query(parsing: text)
            #expect(QueryMatcher(query).verdict(on: subject, at: nil) == verdict, "\(text)")
        }
        #expect(try Query(parsing: "a OR -is:read").dependsOnMarks)
        #expect(try Query(parsing: "a OR -age:<2d").dependencies == .now)
        #expect(try Query(parsing: "is:duplicate source:x").dependencies == [.duplicates, .sourceNames])
        #expect(try Query(parsing: "a is:late lang:en").dependencies == [])
    }

    @Test("Days follow the user's clock")
    func zone() throws {
        let query = try Query(parsing: "date:2026-11-20")
        let ahead = QueryContext(zone: { _ in .seconds(13 * 3600) })
        #expect(QueryMatcher(query).verdict(on: Self.article, at: nil) == .no)
        #expect(QueryMatcher(query, in: ahead).verdict(on: Self.article, at: nil) == .yes)
    }
}
