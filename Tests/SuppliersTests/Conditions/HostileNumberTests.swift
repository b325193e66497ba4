import EngineConcepts
import HostileSources
import Testing

@Suite("Hostile numbers", .timeLimit(.minutes(30)))
struct HostileNumberTests {
    /// Reads the documents one after another, fills what is missing and starts anew between them.
    private func read(
        _ documents: [String], as kind: FollowedSource.Kind
    ) async throws -> [TrackEntry] {
        let transport = ScriptedTransport(type: kind.mediaType)
        let source = try await FollowedSource(kind, transport)
        for document in documents {
            transport.script(nil, [Array(document.utf8)])
            await source.refresh()
            await source.fill()
            await source.restart()
        }
        #expect(try await source.violations() == [])
        return try await source.entries()
    }

    @Test("A feed whose total jumps between extremes is read on")
    func totals() async throws {
        func document(_ total: String, _ item: Int) -> String {
            """
            <rss version="2.0" xmlns:o="http://a9.com/-/spec/opensearch/1.1/"><channel><title>T</title>
            <o:totalResults>\(total)</o:totalResults><ttl>\(total)</ttl>
            <item><guid>\(item)</guid><pubDate>Tue, 12 Jan 2027 0\(item):00:00 GMT</pubDate></item></channel></rss>
            """
        }
        for (first, second) in [
            ("9223372036854775807", "0"), ("0", "9223372036854775807"), ("5", "-9223372036854775808"),
        ] {
            let entries = try await read(
                [document(first, 1), document(second, 2), document(first, 3)], as: .rss)
            #expect(entries.map(\.ticket.id.item) == ["3", "2", "1"], "\(first), then \(second)")
        }
    }

    @Test(
        "Hacker News with any number for a time, an identity or a count is read on",
        arguments: DocumentMaker.hostileNumbers + ["null", "[]", "\"x\""])
    func hackerNews(number: String) async throws {
        func page(_ time: String, _ id: String, _ hits: String) -> String {
            #"{"hits":[{"objectID":"1","created_at_i":1799990000,"title":"A"},"#
                + #"{"objectID":\#(id),"created_at_i":\#(time),"title":"B","points":\#(number),"num_comments":\#(number),"#
                + #""parent_id":\#(number),"story_id":\#(number)}],"nbHits":\#(hits)}"#
        }
        for kind in [FollowedSource.Kind.hackerNews, .hackerNewsFront] {
            let entries = try await read(
                [
                    page(number, "\"2\"", "1000000"), page("1799990000", number, "5000"),
                    page("1799990001", "\"2\"", number),
                ],
                as: kind)
            #expect(entries.contains { $0.ticket.id.item == "1" }, "\(kind)")
        }
    }

    @Test(
        "Lobsters with any number for a count, a time or an identity is read on",
        arguments: DocumentMaker.hostileNumbers + ["null", "[]", "\"x\""])
    func lobsters(number: String) async throws {
        let story =
            #"{"short_id":"a","created_at":"2027-01-10T00:00:00Z","title":"A","score":\#(number),"#
            + #""comment_count":\#(number)}"#
        let page = #"[\#(story),{"short_id":\#(number),"created_at":\#(number),"title":"B"}]"#
        for kind in [FollowedSource.Kind.lobsters, .lobstersHottest] {
            #expect(try await read([page, page], as: kind).contains { $0.ticket.id.item == "a" }, "\(kind)")
        }
        let comment = #"{"short_id":"c","created_at":"2027-01-10T00:00:00Z","comment":"C","score":\#(number)}"#
        _ = try await read([story.dropLast() + #","comments":[\#(comment)]}"#], as: .lobstersThread)
    }

    @Test(
        "Mastodon with any number for a vote, a count or a size is read on",
        arguments: DocumentMaker.hostileNumbers + ["null", "[]", "\"x\"", "138350580552821637"])
    func mastodon(number: String) async throws {
        func post(_ id: Int, voters: String, votes: [String]) -> String {
            let options = votes.map { #"{"title":"A","votes_count":\#($0)}"# }.joined(separator: ",")
            return #"{"id":"\#(id)","created_at":"2027-01-10T00:00:00Z","content":"<p>x","#
                + #""account":{"id":"7","username":"ann","acct":"ann"},"replies_count":\#(number),"#
                + #""reblogs_count":\#(number),"favourites_count":\#(number),"media_attachments":[{"id":"1","type":"image","#
                + #""url":"https://social.example/a.png","meta":{"original":{"width":\#(number),"height":\#(number)}}}],"#
                + #""poll":{"id":"1","voters_count":\#(voters),"own_votes":[\#(number)],"options":[\#(options)]}}"#
        }
        let posts = [
            post(1003, voters: "null", votes: [number, number]), post(1002, voters: number, votes: [number, "0"]),
            post(1001, voters: number, votes: ["1", "\(Int64.max)"]),
        ]
        let page = "[\(posts.joined(separator: ","))]"
        for kind in [FollowedSource.Kind.mastodon, .mastodonTrends] {
            #expect(try await read([page, page], as: kind).contains { $0.ticket.id.item == "1003" }, "\(kind)")
        }
    }

    @Test(
        "A JSON Feed with any number for a size, a length or a time is read on",
        arguments: DocumentMaker.hostileNumbers + ["null", "[]", "\"x\""])
    func jsonFeed(number: String) async throws {
        let feed = #"""
            {"version":"https://jsonfeed.org/version/1.1","title":"T","items":[{"id":"a","content_text":"A",
            "date_published":"2027-01-10T00:00:00Z","attachments":[{"url":"https://a.example/a.mp3","mime_type":"audio/mpeg",
            "size_in_bytes":\#(number),"duration_in_seconds":\#(number)}]},{"id":\#(number),"date_published":\#(number),
            "date_modified":"\#(number.filter { $0 != "\"" })","content_text":"B"}]}
            """#
        #expect(try await read([feed, feed], as: .jsonFeed).contains { $0.ticket.id.item == "a" })
    }

    @Test(
        "JSON Lines with any number for a count or a time are read on",
        arguments: DocumentMaker.hostileNumbers + ["null", "[]", "\"x\""])
    func jsonLines(number: String) async throws {
        let lines = #"""
            {"id":"a","title":"A","time":"2027-01-10T00:00:00Z","score":\#(number),"likes":\#(number)}
            {"id":\#(number),"title":"B","time":\#(number),"shownTime":"\#(number.filter { $0 != "\"" })","replies":\#(number)}
            """#
        _ = try await read([lines, lines], as: .jsonLines)
    }
}
