/// Feeds that resemble real ones: a title, some 900 bytes of HTML, a link, an author, a date. All dates are in the
/// past, because items dated ahead are requested again until their time has come.
enum FeedMaker {
    static func rss(_ feed: Int, items: Int) -> String {
        let sentence = "The car ran on the same tyres for long and came in with marks on its floor. "
        let text = String(repeating: sentence, count: 11)
        let entries = (0..<items)
            .map { item in
                let second = item * 67 + feed
                let date =
                    "\(1 + 27 - second / 86_400 % 28) Oct 2026 \(two(23 - second / 3600 % 24)):\(two(59 - second / 60 % 60)):\(two(59 - second % 60)) GMT"
                return
                    "<item><title>Report \(item) of \(feed): what the day brought</title><guid>f\(feed)-\(item)</guid>"
                    + "<link>https://source-\(feed).example/\(item)</link><author>a@example.com (Author \(item % 9))</author>"
                    + "<pubDate>\(date)</pubDate><description>&lt;p&gt;\(text)&lt;/p&gt;</description></item>"
            }
        return "<?xml version=\"1.0\" encoding=\"UTF-8\"?><rss version=\"2.0\"><channel><title>Source \(feed)</title>"
            + "<link>https://source-\(feed).example</link>\(entries.joined())</channel></rss>"
    }

    private static func two(_ number: Int) -> String {
        number < 10 ? "0\(number)" : String(number)
    }
}
