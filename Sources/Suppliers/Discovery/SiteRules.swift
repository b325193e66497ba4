import FeedParsing

/// What is known of sites whose pages do not tell where their feeds are, or tell it badly: a table of rules, each for the
/// pages of one kind of site. Asks nobody.
enum SiteRules {
    /// What a page's address means.
    enum Meaning: Hashable {
        /// These sources; where there are several, the reader chooses.
        case sources([FeedLink])
        /// Perhaps this feed; where there is none, the page tells.
        case perhaps(String)
    }

    /// A rule: whose pages it is about, and what they mean; nil for pages that it does not know.
    struct Rule: Sendable {
        let site: String
        let hosts: [String]
        let meaning: @Sendable (PageAddress) -> Meaning?
    }

    /// The rules; the first whose hosts match and that knows the page counts. One without hosts is for all.
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

    /// What the page at `address` means; nil where no rule knows it.
    static func meaning(of address: String) -> Meaning? {
        guard let page = PageAddress(address) else { return nil }
        for rule in rules where rule.hosts.isEmpty || rule.hosts.contains(page.host) {
            if let meaning = rule.meaning(page) { return meaning }
            // What a site's own rule does not know is not guessed at by the general ones.
            if !rule.hosts.isEmpty { return nil }
        }
        return nil
    }

    /// The page of the person that `@name@host` names; nil for anything else.
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

    // MARK: The sites

    /// Channels and lists have feeds of their own; a handle's page links to its channel's.
    @Sendable private static func youTube(_ page: PageAddress) -> Meaning? {
        let feeds = "https://www.youtube.com/feeds/videos.xml"
        if let list = page.parameter("list") { return one("\(feeds)?playlist_id=\(list)") }
        guard page.path.count > 1, page.path[0] == "channel" else { return nil }
        return one("\(feeds)?channel_id=\(page.path[1])")
    }

    /// A repository has three feeds; a person has one.
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

    /// Every list has a feed at its address with `.rss` behind it.
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

    /// Mastodon and what behaves like it stands at any host: a person's page has its feed at the same address with `.rss`
    /// behind it, and so has a tag's.
    @Sendable private static func mastodon(_ page: PageAddress) -> Meaning? {
        let isPerson = page.path.count == 1 && page.path[0].hasPrefix("@") && page.path[0].count > 1
        let isTag = page.path.count == 2 && page.path[0] == "tags"
        let isUser = page.path.count == 2 && page.path[0] == "users"
        guard isPerson || isTag || isUser, let last = page.path.last, !last.contains(".") else { return nil }
        return .perhaps("\(page.site)/\(page.path.joined(separator: "/")).rss")
    }
}
