/// Scripted feeds: items are an hour apart, and every tenth has the same time in all feeds.
public enum Feeds {
    /// The newest item's time: 2026-11-20T10:00:00Z.
    private static let newest = 1_795_168_800

    public static func scenario(_ index: Int, items: Int) -> Scenario {
        switch index % 3 {
        case 0: .text(rss(index, items), entityTag: "\"rss-\(index)\"")
        case 1: .text(atom(index, items), type: "application/atom+xml", entityTag: "\"atom-\(index)\"")
        default:
            .text(
                json(index, items), type: "application/feed+json", entityTag: nil,
                lastModified: "Fri, 20 Nov 2026 10:00:00 GMT")
        }
    }

    /// Returns the first half of an RSS feed, which ends within an item.
    public static func truncated(items: Int) -> Scenario {
        let whole = Array(rss(0, items).utf8)
        return Scenario(type: "application/xml", body: Array(whole.prefix(whole.count / 2)))
    }

    private static func time(_ feed: Int, _ item: Int) -> Int {
        newest - item * 3600 - (item % 10 == 0 ? 0 : feed * 60)
    }

    private static func rss(_ feed: Int, _ items: Int) -> String {
        let entries = (0..<items)
            .map { item in
                "<item><title>R\(feed) item \(item)</title><guid>r\(feed)-\(item)</guid>"
                    + "<link>http://feed.example/\(feed)/\(item)</link><pubDate>\(rfc822(time(feed, item)))</pubDate>"
                    + "<description>&lt;p&gt;Text of &lt;b&gt;item&lt;/b&gt; \(item).&lt;/p&gt;</description></item>"
            }
        return "<?xml version=\"1.0\"?><rss version=\"2.0\"><channel><title>Feed \(feed)</title>\(entries.joined())"
            + "</channel></rss>"
    }

    private static func atom(_ feed: Int, _ items: Int) -> String {
        let entries = (0..<items)
            .map { item in
                "<entry><title>A\(feed) item \(item)</title><id>urn:a\(feed):\(item)</id>"
                    + "<updated>\(iso(time(feed, item)))</updated><content type=\"html\">&lt;p&gt;Atom&lt;/p&gt;</content></entry>"
            }
        return "<feed xmlns=\"http://www.w3.org/2005/Atom\"><title>Feed \(feed)</title>\(entries.joined())</feed>"
    }

    private static func json(_ feed: Int, _ items: Int) -> String {
        let entries = (0..<items)
            .map { item in
                "{\"id\":\"j\(feed)-\(item)\",\"title\":\"J\(feed) item \(item)\","
                    + "\"date_published\":\"\(iso(time(feed, item)))\",\"content_text\":\"Plain\"}"
            }
        return "{\"version\":\"https://jsonfeed.org/version/1.1\",\"title\":\"Feed \(feed)\","
            + "\"items\":[\(entries.joined(separator: ","))]}"
    }

    private static func iso(_ seconds: Int) -> String {
        let (day, clock) = parts(seconds)
        return "2026-11-\(two(day))T\(two(clock / 3600)):\(two(clock / 60 % 60)):\(two(clock % 60))Z"
    }

    private static func rfc822(_ seconds: Int) -> String {
        let (day, clock) = parts(seconds)
        return "\(day) Nov 2026 \(two(clock / 3600)):\(two(clock / 60 % 60)):\(two(clock % 60)) GMT"
    }

    /// Day of November 2026, and second of the day. All items lie in that month.
    private static func parts(_ seconds: Int) -> (day: Int, clock: Int) {
        let sinceTwentieth = seconds - (newest - 10 * 3600)
        let days = sinceTwentieth >= 0 ? sinceTwentieth / 86_400 : -((86_399 - sinceTwentieth) / 86_400)
        return (20 + days, sinceTwentieth - days * 86_400)
    }

    private static func two(_ number: Int) -> String {
        number < 10 ? "0\(number)" : String(number)
    }
}
