import WebText

/// Detects tracking pixels and advertising frames by their address, since many do not declare their size of one
/// pixel.
enum Trackers {
    private static let hosts: Set<String> = [
        "pixel.wp.com", "stats.wordpress.com", "stats.wp.com", "www.google-analytics.com", "google-analytics.com",
        "ssl.google-analytics.com", "ad.doubleclick.net", "pagead2.googlesyndication.com", "b.scorecardresearch.com",
        "pixel.quantserve.com", "pi.feedsportal.com", "da.feedsportal.com", "res.feedsportal.com",
        "rss.buysellads.com", "counter.yadro.ru", "mc.yandex.ru", "in.getclicky.com", "c.statcounter.com",
    ]
    /// Parts of the paths and queries of tracking programs on any host, such as FeedBurner's and Matomo's.
    private static let marks: [StaticString] = [
        "/~r/", "/~4/", "/matomo.php?", "/piwik.php?", "?idsite=", "&idsite=", "/pixel.gif?",
    ]

    static func contain(_ address: String) -> Bool {
        if let host = WebAddress.host(of: address),
            hosts.contains(host) || host.utf8.suffix(14).elementsEqual(".met.vgwort.de".utf8)
        {
            return true
        }
        // Each mark has one of these characters; most addresses have none.
        guard
            address.utf8.contains(where: {
                $0 == UInt8(ascii: "~") || $0 == .questionMark || $0 == .ampersand
            })
        else { return false }
        return marks.contains { address.utf8.firstRange(ofBytes: $0) != nil }
    }
}
