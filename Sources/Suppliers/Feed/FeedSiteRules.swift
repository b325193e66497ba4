import FeedParsing

/// Sites whose pages link to their feeds badly or not at all, with one rule per site.
enum FeedSiteRules {
    static let all: [SiteRule] = [
        SiteRule(hosts: ["youtube.com"], meaning: youTube),
        SiteRule(hosts: ["github.com"], meaning: gitHub),
        SiteRule(hosts: ["reddit.com", "old.reddit.com", "new.reddit.com"], meaning: reddit),
        SiteRule(hosts: ["bsky.app"], meaning: bluesky),
        SiteRule(hosts: ["micro.blog"], meaning: microBlog),
        SiteRule(hosts: ["medium.com"], meaning: medium),
        SiteRule(hosts: ["stackoverflow.com"], meaning: stackOverflow),
        SiteRule(hosts: [], meaning: mastodon),
    ]

    /// Returns the feed of a page of YouTube: channels and playlists have feeds; the page of a handle links to its
    /// channel's feed.
    @Sendable private static func youTube(_ page: PageAddress) -> SiteRule.Meaning? {
        let feeds = "https://www.youtube.com/feeds/videos.xml"
        if let list = page.parameter("list") { return .source("\(feeds)?playlist_id=\(list)") }
        guard page.path.count > 1, page.path[0] == "channel" else { return nil }
        return .source("\(feeds)?channel_id=\(page.path[1])")
    }

    /// Returns the feeds of a page of GitHub: a repository has three feeds; a user has one.
    @Sendable private static func gitHub(_ page: PageAddress) -> SiteRule.Meaning? {
        let reserved = ["about", "explore", "features", "login", "marketplace", "search", "settings", "topics", "orgs"]
        guard let owner = page.path.first, !reserved.contains(owner), !owner.hasSuffix(".atom") else { return nil }
        guard page.path.count > 1 else { return .source("https://github.com/\(owner).atom") }
        let repository = "https://github.com/\(owner)/\(page.path[1])"
        let rest = page.path.dropFirst(2)
        switch rest.first {
        case nil:
            return .choices([
                FeedLink(address: "\(repository)/releases.atom", title: "Releases"),
                FeedLink(address: "\(repository)/commits.atom", title: "Commits"),
                FeedLink(address: "\(repository)/tags.atom", title: "Tags"),
            ])
        case "releases": return .source("\(repository)/releases.atom")
        case "tags": return .source("\(repository)/tags.atom")
        case "commits", "tree":
            let branch = rest.dropFirst().joined(separator: "/")
            return .source(branch.isEmpty ? "\(repository)/commits.atom" : "\(repository)/commits/\(branch).atom")
        default: return nil
        }
    }

    /// Returns the feed of a page of Reddit: every list has a feed at its address plus `.rss`.
    @Sendable private static func reddit(_ page: PageAddress) -> SiteRule.Meaning? {
        guard page.path.count > 1, ["r", "user", "u"].contains(page.path[0]), page.path.last != ".rss" else {
            return nil
        }
        let path = page.path.map { $0 == "u" ? "user" : $0 }.joined(separator: "/")
        return .source("https://www.reddit.com/\(path)/.rss\(page.queryText)")
    }

    @Sendable private static func bluesky(_ page: PageAddress) -> SiteRule.Meaning? {
        guard page.path.count == 2, page.path[0] == "profile" else { return nil }
        return .source("https://bsky.app/profile/\(page.path[1])/rss")
    }

    @Sendable private static func microBlog(_ page: PageAddress) -> SiteRule.Meaning? {
        let reserved = ["about", "account", "discover", "new", "register", "signin"]
        guard page.path.count == 1, !reserved.contains(page.path[0]) else { return nil }
        return .source("https://\(page.path[0]).micro.blog/feed.json")
    }

    @Sendable private static func medium(_ page: PageAddress) -> SiteRule.Meaning? {
        guard page.path.count == 1 else { return nil }
        return .source("https://medium.com/feed/\(page.path[0])")
    }

    @Sendable private static func stackOverflow(_ page: PageAddress) -> SiteRule.Meaning? {
        guard page.path.count == 3, page.path[0] == "questions", page.path[1] == "tagged" else { return nil }
        return .source("https://stackoverflow.com/feeds/tag/\(page.path[2])")
    }

    /// Returns the feed of a page of Mastodon or a compatible server on any host: the feed of a profile or a tag is at
    /// its address plus `.rss`.
    @Sendable private static func mastodon(_ page: PageAddress) -> SiteRule.Meaning? {
        let isPerson = page.path.count == 1 && page.path[0].hasPrefix("@") && page.path[0].count > 1
        let isTag = page.path.count == 2 && page.path[0] == "tags"
        let isUser = page.path.count == 2 && page.path[0] == "users"
        guard isPerson || isTag || isUser, let last = page.path.last, !last.contains(".") else { return nil }
        return .candidate("\(page.origin)/\(page.path.joined(separator: "/")).rss")
    }
}
