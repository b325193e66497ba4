import EngineConcepts

/// Makes the documents of one source as it grows, most of them plausible, with numbers, times and kinds of values that
/// no service should send.
public struct DocumentMaker: Sendable {
    /// The numbers on which arithmetic fails, as JSON.
    public static let hostileNumbers = [
        "0", "-1", "1", "\(Int64.max)", "\(Int64.min)", "\(Int64.max - 1)", "\(Int64.min + 1)", "9223372036854775808",
        "-9223372036854775809", "18446744073709551615", "1e18", "-1e18", "1e400", "-1e400", "1e-400", "0.5",
        "253402300800", "-62167219201", "9223372036854775", "-9223372036854775", "4294967296", "-2147483649",
    ]
    private static let hostileValues =
        hostileNumbers
        + [
            "null", "true", "[]", "{}", "\"\"", "\"\(Int64.max)\"", "\"\(Int64.min)\"", "\"-0\"", "[1]", "{\"a\":[]}",
            "\"\\ud800\"", "\"\\u0000\"", "\"\\u202e\"",
        ]
    private static let hostileDates = [
        "", "0", "0000-00-00T00:00:00Z", "9999-12-31T23:59:59Z", "99999-01-01T00:00:00Z", "-0001-01-01T00:00:00Z",
        "2027-02-30T00:00:00Z", "2027-01-15", "Fri, 31 Dec 9999 23:59:60 +2600", "1e30", "\(Int64.max)", "\(Int64.min)",
    ]

    private let kind: FollowedSource.Kind
    private var choices: Choices
    /// The number of the newest item of the source.
    private var newest = 3
    /// True if the source dates its items by the day, so that many share a time.
    private var isDatedByDay = false
    private var isDated = true

    /// Makes documents for a source of this kind.
    public init(_ kind: FollowedSource.Kind, _ choices: Choices) {
        self.kind = kind
        self.choices = choices
        isDated = !self.choices.once(in: 5)
        isDatedByDay = self.choices.once(in: 4)
    }

    /// Makes the documents that the source sends until its next refresh: its newest one, then older pages of it.
    public mutating func documents() -> [[UInt8]] {
        newest += choices.one(of: [1, 0, 2, 5, 40, -2])
        let count = choices.one(of: [4, 1, 0, 8, 30])
        let pages = choices.one(of: [1, 2, 3])
        return (0..<pages)
            .map { page in
                let top = newest - page * count + (choices.once(in: 4) ? 1 : 0)
                let numbers = (0..<count).map { top - $0 }
                return broken(Array(document(of: shuffled(numbers), isLast: page == pages - 1).utf8))
            }
    }

    /// Returns how many seconds pass until the next refresh.
    public mutating func pause() -> Int {
        choices.one(of: [86_400, 0, 1, 3600, 40 * 86_400])
    }

    /// Returns true once in `count` times.
    public mutating func once(in count: Int) -> Bool {
        choices.once(in: count)
    }

    // MARK: What goes wrong

    private mutating func shuffled(_ numbers: [Int]) -> [Int] {
        var numbers = numbers
        if choices.once(in: 4) { numbers.reverse() }
        if choices.once(in: 4), numbers.count > 2 { numbers.swapAt(0, numbers.count - 1) }
        if choices.once(in: 6), let first = numbers.first { numbers.append(first) }
        if choices.once(in: 6) { numbers.insert(-100, at: 0) }
        return numbers
    }

    private mutating func broken(_ bytes: [UInt8]) -> [UInt8] {
        guard choices.once(in: 8), bytes.count > 2 else { return bytes }
        var bytes = bytes
        let place = choices.next(min(bytes.count, 65_536))
        if choices.once(in: 2) {
            bytes.removeSubrange(place...)
        } else {
            bytes[place] = UInt8(choices.next(256))
        }
        return bytes
    }

    /// Returns `value`, or a hostile one instead.
    private mutating func value(_ value: String) -> String {
        choices.once(in: 12) ? choices.one(of: Self.hostileValues) : value
    }

    private mutating func number(_ number: Int64) -> String {
        choices.once(in: 8) ? choices.one(of: Self.hostileNumbers) : String(number)
    }

    private func seconds(of item: Int) -> Int64 {
        let seconds = FollowedSource.start.seconds + Int64(item) * 7000
        return isDatedByDay ? seconds / 86_400 * 86_400 : seconds
    }

    private mutating func date(of item: Int) -> String {
        if choices.once(in: 12) { return choices.one(of: Self.hostileDates) }
        let time = Timestamp(seconds: seconds(of: item)).rfc3339
        return isDatedByDay ? String(time.prefix(10)) : time
    }

    private mutating func id(of item: Int) -> String {
        choices.once(in: 12) ? choices.one(of: Self.hostileValues) : "\"\(1000 + item)\""
    }

    private mutating func text(of item: Int) -> String {
        choices.one(of: [
            "Item \(item)", "Edited \(choices.next(256))", "", "<ol start='9223372036854775807'><li>x<li>y</ol>",
        ])
    }

    // MARK: The documents

    private mutating func document(of items: [Int], isLast: Bool) -> String {
        switch kind {
        case .rss: rss(items, isLast)
        case .atom: atom(items, isLast)
        case .jsonFeed: jsonFeed(items, isLast)
        case .jsonLines: items.map { jsonLine($0) }.joined(separator: "\n") + "\n"
        case .hackerNews, .hackerNewsFront: hackerNews(items)
        case .lobsters, .lobstersHottest: "[\(items.map { lobstersStory($0) }.joined(separator: ","))]"
        case .lobstersThread: lobstersThread(items)
        case .mastodon, .mastodonTrends: "[\(items.map { mastodonPost($0) }.joined(separator: ","))]"
        case .bluesky: blueskyFeed(items, isLast)
        }
    }

    private mutating func rss(_ items: [Int], _ isLast: Bool) -> String {
        let next = isLast || choices.once(in: 2) ? "" : "<a:link rel='next' href='https://feed.example/feed?page=2'/>"
        let entries = items.map { item in
            let date = isDated ? "<pubDate>\(date(of: item))</pubDate>" : ""
            let guid = choices.once(in: 8) ? "" : "<guid isPermaLink='false'>\(1000 + item)</guid>"
            return "<item>\(guid)<title>\(text(of: item).filter { $0 != "<" })</title>\(date)"
                + "<enclosure url='https://feed.example/a.mp3' type='audio/mpeg' length='\(number(9))'/>"
                + "<itunes:duration>\(number(60))</itunes:duration><slash:comments>\(number(1))</slash:comments></item>"
        }
        return """
            <rss version="2.0" xmlns:o="http://a9.com/-/spec/opensearch/1.1/" xmlns:a="http://www.w3.org/2005/Atom"
            xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd" xmlns:slash="http://purl.org/rss/1.0/modules/slash/"
            xmlns:sy="http://purl.org/rss/1.0/modules/syndication/"><channel><title>T</title>\(next)
            <o:totalResults>\(number(Int64(max(0, newest))))</o:totalResults><ttl>\(number(60))</ttl>
            <sy:updatePeriod>hourly</sy:updatePeriod><sy:updateFrequency>\(number(1))</sy:updateFrequency>
            <skipHours><hour>\(number(3))</hour></skipHours>\(entries.joined())</channel></rss>
            """
    }

    private mutating func atom(_ items: [Int], _ isLast: Bool) -> String {
        let relation = choices.one(of: ["next", "prev-archive", "previous"])
        let next = isLast ? "" : "<link rel='\(relation)' href='https://feed.example/feed?page=2'/>"
        let entries = items.map { item in
            let published = isDated ? "<published>\(date(of: item))</published>" : ""
            let updated = choices.once(in: 3) ? "<updated>\(date(of: item + 1))</updated>" : ""
            return "<entry><id>urn:\(1000 + item)</id><title>\(item)</title>\(published)\(updated)</entry>"
        }
        return "<feed xmlns='http://www.w3.org/2005/Atom'><title>T</title>\(next)\(entries.joined())</feed>"
    }

    private mutating func jsonFeed(_ items: [Int], _ isLast: Bool) -> String {
        let next = isLast ? "" : #""next_url":"https://feed.example/feed?page=2","#
        let entries = items.map { item in
            let date = isDated ? #""date_published":\#(value("\"\(date(of: item))\"")),"# : ""
            return #"{"id":\#(id(of: item)),\#(date)"content_html":\#(value("\"\(text(of: item))\"")),"#
                + #""attachments":[{"url":"https://feed.example/a.mp3","mime_type":"audio/mpeg","#
                + #""size_in_bytes":\#(number(9)),"duration_in_seconds":\#(number(9))}]}"#
        }
        return
            #"{"version":"https://jsonfeed.org/version/1.1","title":"T",\#(next)"items":[\#(entries.joined(separator: ","))]}"#
    }

    private mutating func jsonLine(_ item: Int) -> String {
        let time = isDated ? #","time":\#(value("\"\(date(of: item))\""))"# : ""
        return
            #"{"id":\#(id(of: item)),"title":\#(value("\"\(item)\""))\#(time),"score":\#(number(3)),"likes":\#(number(3)),"#
            + #""shownTime":\#(value("\"\(date(of: item))\"")),"topics":\#(value("[\"a\"]"))}"#
    }

    private mutating func hackerNews(_ items: [Int]) -> String {
        let hits = items.map { item in
            #"{"objectID":\#(id(of: item)),"created_at_i":\#(number(seconds(of: item))),"title":\#(value("\"\(item)\"")),"#
                + #""points":\#(number(5)),"num_comments":\#(number(5)),"story_id":\#(number(1)),"parent_id":\#(number(1)),"#
                + #""_tags":\#(value("[\"story\"]"))}"#
        }
        return #"{"hits":[\#(hits.joined(separator: ","))],"nbHits":\#(number(Int64(items.count)))}"#
    }

    private mutating func lobstersStory(_ item: Int) -> String {
        #"{"short_id":\#(id(of: item)),"created_at":\#(value("\"\(date(of: item))\"")),"title":\#(value("\"\(item)\"")),"#
            + #""score":\#(number(5)),"comment_count":\#(number(5)),"tags":\#(value("[\"a\"]"))}"#
    }

    private mutating func lobstersThread(_ items: [Int]) -> String {
        let comments = items.map { item in
            #"{"short_id":\#(id(of: item)),"created_at":\#(value("\"\(date(of: item))\"")),"comment":\#(value("\"<p>x\"")),"#
                + #""score":\#(number(5)),"parent_comment":\#(value("null"))}"#
        }
        return lobstersStory(0).dropLast() + #","comments":[\#(comments.joined(separator: ","))]}"#
    }

    private mutating func mastodonPost(_ item: Int) -> String {
        let options = (0..<choices.one(of: [2, 3, 0]))
            .map { _ in #"{"title":"A","votes_count":\#(value(number(3)))}"# }
        return #"{"id":\#(id(of: item)),"created_at":\#(value("\"\(date(of: item))\"")),"#
            + #""content":\#(value("\"<p>x\"")),"account":{"id":"7","username":"ann","acct":"ann"},"replies_count":\#(number(1)),"#
            + #""reblogs_count":\#(number(1)),"favourites_count":\#(number(1)),"media_attachments":[{"id":"1","type":"image","#
            + #""url":"https://social.example/a.png","meta":{"original":{"width":\#(number(9)),"height":\#(number(9)),"#
            + #""duration":\#(number(9))}}}],"poll":{"id":"1","voters_count":\#(value(number(5))),"#
            + #""votes_count":\#(value(number(5))),"own_votes":[\#(number(0))],"expires_at":"\#(date(of: item))","#
            + #""options":[\#(options.joined(separator: ","))]}}"#
    }

    private mutating func blueskyFeed(_ items: [Int], _ isLast: Bool) -> String {
        let entries = items.map { item in
            #"{"post":{"uri":"at://did:plc:ann/app.bsky.feed.post/\#(1000 + item)","cid":"x","#
                + #""author":{"did":"did:plc:ann","handle":"ann.example"},"record":{"$type":"app.bsky.feed.post","text":"x y","#
                + #""createdAt":\#(value("\"\(date(of: item))\"")),"facets":[{"index":{"byteStart":\#(number(0)),"#
                + #""byteEnd":\#(number(2))},"features":[{"$type":"app.bsky.richtext.facet#tag","tag":"a"}]}]},"#
                + #""indexedAt":"\#(date(of: item))","replyCount":\#(number(1)),"likeCount":\#(number(1)),"#
                + #""embed":{"$type":"app.bsky.embed.images#view","images":[{"fullsize":"https://b.example/a.png","alt":"","#
                + #""aspectRatio":{"width":\#(number(9)),"height":\#(number(9))}}]}}}"#
        }
        let cursor = isLast ? "" : #","cursor":\#(value("\"\(date(of: items.last ?? 0))\""))"#
        return #"{"feed":[\#(entries.joined(separator: ","))]\#(cursor)}"#
    }
}
