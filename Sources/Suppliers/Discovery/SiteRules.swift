import FeedParsing

/// Rules for sites whose pages link to their feeds badly or not at all. A table of one rule per kind of site; makes
/// no requests.
enum SiteRules {
    /// The meaning of a page's address.
    enum Meaning: Hashable {
        /// These sources; the user chooses if there are several.
        case sources([FeedLink])
        /// A feed that may exist; if it does not, the page is searched.
        case candidate(String)
    }

    /// A rule: the hosts, and the meaning of their pages, or `nil` for an unknown page.
    struct Rule: Sendable {
        let site: String
        let hosts: [String]
        let meaning: @Sendable (PageAddress) -> Meaning?
    }

    /// The rules; the first one that matches the host and knows the page counts. A rule without hosts applies to all.
    static let rules: [Rule] = [
        Rule(site: "YouTube", hosts: ["youtube.com"], meaning: youTube),
        Rule(site: "GitHub", hosts: ["github.com"], meaning: gitHub),
        Rule(site: "Reddit", hosts: ["reddit.com", "old.reddit.com", "new.reddit.com"], meaning: reddit),
        Rule(site: "Bluesky", hosts: ["bsky.app"], meaning: bluesky),
        Rule(site: "Hacker News", hosts: ["news.ycombinator.com"], meaning: hackerNews),
        Rule(site: "Lobsters", hosts: ["lobste.rs"], meaning: lobsters),
        Rule(site: "micro.blog", hosts: ["micro.blog"], meaning: microBlog),
        Rule(site: "Medium", hosts: ["medium.com"], meaning: medium),
        Rule(site: "Stack Overflow", hosts: ["stackoverflow.com"], meaning: stackOverflow),
        Rule(site: "Mastodon", hosts: [], meaning: mastodon),
    ]

    /// Returns the meaning of the page at `address`, or `nil` if no rule knows it.
    static func meaning(of address: String) -> Meaning? {
        guard let page = PageAddress(address) else { return nil }
        for rule in rules where rule.hosts.isEmpty || rule.hosts.contains(page.host) {
            if let meaning = rule.meaning(page) { return meaning }
            // The general rules do not apply to a site with its own rule.
            if !rule.hosts.isEmpty { return nil }
        }
        return nil
    }

    /// Returns the profile page of `@name@host`, or `nil` for other text.
    static func profile(of text: String) -> String? {
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0].isEmpty, !parts[1].isEmpty, parts[2].contains("."),
            !text.contains(where: \.isWhitespace)
        else { return nil }
        return "https://\(parts[2])/@\(parts[1])"
    }

    private static func one(_ address: String) -> Meaning {
        .sources([FeedLink(address: address, title: nil, type: nil)])
    }

    // MARK: Sites

    /// YouTube: channels and playlists have feeds; the page of a handle links to its channel's feed.
    @Sendable private static func youTube(_ page: PageAddress) -> Meaning? {
        let feeds = "https://www.youtube.com/feeds/videos.xml"
        if let list = page.parameter("list") { return one("\(feeds)?playlist_id=\(list)") }
        guard page.path.count > 1, page.path[0] == "channel" else { return nil }
        return one("\(feeds)?channel_id=\(page.path[1])")
    }

    /// GitHub: a repository has three feeds; a user has one.
    @Sendable private static func gitHub(_ page: PageAddress) -> Meaning? {
        let reserved = ["about", "explore", "features", "login", "marketplace", "search", "settings", "topics", "orgs"]
        guard let owner = page.path.first, !reserved.contains(owner), !owner.hasSuffix(".atom") else { return nil }
        guard page.path.count > 1 else { return one("https://github.com/\(owner).atom") }
        let repository = "https://github.com/\(owner)/\(page.path[1])"
        let rest = page.path.dropFirst(2)
        switch rest.first {
        case nil:
            return .sources([
                FeedLink(address: "\(repository)/releases.atom", title: "Releases", type: nil),
                FeedLink(address: "\(repository)/commits.atom", title: "Commits", type: nil),
                FeedLink(address: "\(repository)/tags.atom", title: "Tags", type: nil),
            ])
        case "releases": return one("\(repository)/releases.atom")
        case "tags": return one("\(repository)/tags.atom")
        case "commits", "tree":
            let branch = rest.dropFirst().joined(separator: "/")
            return one(branch.isEmpty ? "\(repository)/commits.atom" : "\(repository)/commits/\(branch).atom")
        default: return nil
        }
    }

    /// Reddit: every list has a feed at its address plus `.rss`.
    @Sendable private static func reddit(_ page: PageAddress) -> Meaning? {
        guard page.path.count > 1, ["r", "user", "u"].contains(page.path[0]), page.path.last != ".rss" else {
            return nil
        }
        let path = page.path.map { $0 == "u" ? "user" : $0 }.joined(separator: "/")
        return one("https://www.reddit.com/\(path)/.rss\(page.queryText)")
    }

    @Sendable private static func bluesky(_ page: PageAddress) -> Meaning? {
        guard page.path.count == 2, page.path[0] == "profile" else { return nil }
        return one("https://bsky.app/profile/\(page.path[1])/rss")
    }

    @Sendable private static func hackerNews(_ page: PageAddress) -> Meaning? {
        switch (page.path.first, page.parameter("id")) {
        case (nil, _), ("news", _): one(HackerNewsList.front.address)
        case ("newest", _): one(HackerNewsList.newest.address)
        case ("ask", _): one(HackerNewsList.ask.address)
        case ("show", _), ("shownew", _): one(HackerNewsList.show.address)
        case ("jobs", _): one(HackerNewsList.jobs.address)
        case ("user", let name?), ("submitted", let name?), ("threads", let name?):
            one(HackerNewsList.user(name).address)
        case ("item", let number?): one(HackerNewsList.thread(number).address)
        default: nil
        }
    }

    @Sendable private static func lobsters(_ page: PageAddress) -> Meaning? {
        switch (page.path.first, page.path.count) {
        case (nil, _), ("hottest", 1): one(LobstersList.hottest.address)
        case ("newest", 1), ("recent", 1): one(LobstersList.newest.address)
        case ("s", 2...): one(LobstersList.thread(page.path[1]).address)
        case ("t", 2) where !page.path[1].contains("."): one(LobstersList.tag(page.path[1]).address)
        default: nil
        }
    }

    @Sendable private static func microBlog(_ page: PageAddress) -> Meaning? {
        let reserved = ["about", "account", "discover", "new", "register", "signin"]
        guard page.path.count == 1, !reserved.contains(page.path[0]) else { return nil }
        return one("https://\(page.path[0]).micro.blog/feed.json")
    }

    @Sendable private static func medium(_ page: PageAddress) -> Meaning? {
        guard page.path.count == 1 else { return nil }
        return one("https://medium.com/feed/\(page.path[0])")
    }

    @Sendable private static func stackOverflow(_ page: PageAddress) -> Meaning? {
        guard page.path.count == 3, page.path[0] == "questions", page.path[1] == "tagged" else { return nil }
        return one("https://stackoverflow.com/feeds/tag/\(page.path[2])")
    }

    /// Mastodon and compatible servers on any host: the feed of a profile or a tag is at its address plus `.rss`.
    @Sendable private static func mastodon(_ page: PageAddress) -> Meaning? {
        let isPerson = page.path.count == 1 && page.path[0].hasPrefix("@") && page.path[0].count > 1
        let isTag = page.path.count == 2 && page.path[0] == "tags"
        let isUser = page.path.count == 2 && page.path[0] == "users"
        guard isPerson || isTag || isUser, let last = page.path.last, !last.contains(".") else { return nil }
        return .candidate("\(page.site)/\(page.path.joined(separator: "/")).rss")
    }
}
