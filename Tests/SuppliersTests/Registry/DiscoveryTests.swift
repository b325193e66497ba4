import EngineConcepts
import EngineTestSupport
import FeedParsing
import Networking
import NetworkingTestSupport
import ScenarioServer
import TestSupport
import Testing

@testable import Suppliers

@Suite("Discovery of sources behind pages", .timeLimit(.minutes(30)))
struct DiscoveryTests {
    private let now = Timestamp(seconds: 1_795_262_400)

    /// The meaning of an address: one source, several, a guess (with a question mark), or none that a rule knows.
    static let meanings: [(page: String, sources: [String])] = [
        ("https://www.youtube.com/channel/UCabc_1", ["https://www.youtube.com/feeds/videos.xml?channel_id=UCabc_1"]),
        ("https://m.youtube.com/playlist?list=PL9", ["https://www.youtube.com/feeds/videos.xml?playlist_id=PL9"]),
        ("https://youtube.com/watch?v=1&list=PL9", ["https://www.youtube.com/feeds/videos.xml?playlist_id=PL9"]),
        ("https://www.youtube.com/@handle", []),
        (
            "https://github.com/swiftlang/swift/",
            [
                "https://github.com/swiftlang/swift/releases.atom", "https://github.com/swiftlang/swift/commits.atom",
                "https://github.com/swiftlang/swift/tags.atom",
            ]
        ),
        ("https://github.com/a/b/releases", ["https://github.com/a/b/releases.atom"]),
        ("https://github.com/a/b/releases/tag/v1", ["https://github.com/a/b/releases.atom"]),
        ("https://github.com/a/b/tags", ["https://github.com/a/b/tags.atom"]),
        ("https://github.com/a/b/commits/x/y", ["https://github.com/a/b/commits/x/y.atom"]),
        ("https://github.com/a/b/tree/main", ["https://github.com/a/b/commits/main.atom"]),
        ("https://github.com/a", ["https://github.com/a.atom"]),
        ("https://github.com/a/b/issues", []),
        ("https://github.com/a.atom", []),
        ("https://old.reddit.com/r/formula1/", ["https://www.reddit.com/r/formula1/.rss"]),
        ("https://reddit.com/r/swift/top/?t=week", ["https://www.reddit.com/r/swift/top/.rss?t=week"]),
        ("https://www.reddit.com/u/pat", ["https://www.reddit.com/user/pat/.rss"]),
        ("https://bsky.app/profile/pat.example", ["https://bsky.app/profile/pat.example/rss"]),
        ("https://news.ycombinator.com", ["hn:front"]),
        ("https://news.ycombinator.com/newest", ["hn:newest"]),
        ("https://news.ycombinator.com/show", ["hn:show"]),
        ("https://news.ycombinator.com/item?id=12", ["hn:thread:12"]),
        ("https://news.ycombinator.com/submitted?id=pat", ["hn:user:pat"]),
        ("https://lobste.rs/", ["lobsters:hottest"]),
        ("https://lobste.rs/newest", ["lobsters:newest"]),
        ("https://lobste.rs/t/swift", ["lobsters:tag:swift"]),
        ("https://lobste.rs/s/abc/title", ["lobsters:thread:abc"]),
        ("https://lobste.rs/t/swift.rss", []),
        ("https://micro.blog/pat", ["https://pat.micro.blog/feed.json"]),
        ("https://medium.com/@pat", ["https://medium.com/feed/@pat"]),
        ("https://stackoverflow.com/questions/tagged/swift", ["https://stackoverflow.com/feeds/tag/swift"]),
        ("https://mastodon.example/@pat", ["? https://mastodon.example/@pat.rss"]),
        ("https://mastodon.example/@pat/123", []),
        ("https://mastodon.example/tags/f1", ["? https://mastodon.example/tags/f1.rss"]),
        ("https://blog.example/feed.xml", []),
    ]

    @Test("Every site rule matches its pages", arguments: meanings)
    func rules(page: String, sources: [String]) {
        let found =
            switch SourceCatalog.standard.meaning(of: page) {
            case .source(let address): [address]
            case .choices(let feeds): feeds.map(\.address)
            case .candidate(let feed): ["? \(feed)"]
            case nil: [String]()
            }
        #expect(found == sources)
    }

    @Test("Every site rule has a test")
    func everyRule() {
        for rule in SourceCatalog.standard.descriptors.flatMap(\.siteRules) where !rule.hosts.isEmpty {
            #expect(
                Self.meanings.contains { PageAddress($0.page).map { rule.hosts.contains($0.host) } ?? false },
                "\(rule.hosts)")
        }
    }

    @Test(
        "Addresses are recognised as people write them",
        arguments: [
            ("@pat@mastodon.example", "https://mastodon.example/@pat"), ("blog.example", "https://blog.example"),
            ("feed://blog.example/x", "http://blog.example/x"),
            ("feed:https://blog.example/x", "https://blog.example/x"), ("feeds://blog.example", "https://blog.example"),
            ("FEED://https://blog.example/x", "https://blog.example/x"), ("feed:blog.example", "http://blog.example"),
            ("/tmp/feed.xml", "file:/tmp/feed.xml"),
            ("~/feed.xml", "file:~/feed.xml"), ("localhost:8080/x", "https://localhost:8080/x"), ("hn:show", "hn:show"),
            ("exec:cat x", "exec:cat x"), ("lobsters:newest", "lobsters:newest"),
            ("[::1]:8801/x", "https://[::1]:8801/x"), ("[::1]", "https://[::1]"), ("[x]:1", "[x]:1"),
        ])
    func addresses(text: String, address: String) {
        #expect(SourceCatalog.standard.address(of: text) == address)
    }

    @Test("A page without feed links is searched at the usual paths, and a found feed is kept")
    func commonPaths() async throws {
        let rss = "<rss version='2.0'><channel><title>Hidden</title></channel></rss>"
        let page = Scenario.text("<html><body>Hello</body></html>", type: "text/html")
        try await withServer(["/": [page], "/rss.xml": [.text(rss)], "/feed": [page], "/about/us": [page]]) {
            server, transport in
            let registry = SupplierRegistry(dependencies(transport))
            for path in ["/", "/about/us"] {
                let source = try await registry.probe(server.url(path), now: now).onlySource()
                #expect(source.address == server.url("/rss.xml"))
                #expect(source.name == "Hidden")
            }
            server.script("/rss.xml", page)
            await #expect(throws: SupplierError.self) { try await registry.probe(server.url("/"), now: now) }
        }
    }

    @Test("Without feed links in its head, the feeds to which a page's text links are found or offered")
    func textLinks() async throws {
        let scenarios: [String: [Scenario]] = [
            "/one": [page(linkingTo: "/sitemap.xml", "/missing.rss", "/posts.rss", "/plain")],
            "/sitemap.xml": [.text("<urlset/>")],
            "/two": [page(linkingTo: "/posts.rss", "/news.atom")],
            "/none": [page(linkingTo: "/missing.rss", "/feed.xml")],
            "/posts.rss": [feed("Posts")], "/news.atom": [feed("News")], "/rss.xml": [feed("Usual")],
        ]
        try await withServer(scenarios) { server, transport in
            let registry = SupplierRegistry(dependencies(transport))
            let one = try await registry.probe(server.url("/one"), now: now).onlySource()
            #expect(one.address == server.url("/posts.rss") && one.name == "Posts")
            #expect(server.requests(for: "/plain").isEmpty && server.requests(for: "/posts.rss").count == 1)
            let two = try await registry.probe(server.url("/two"), now: now)
            let links = [
                FeedLink(address: server.url("/posts.rss"), title: "Posts"),
                FeedLink(address: server.url("/news.atom"), title: "News"),
            ]
            #expect(two == .choices(LinkedFeeds(feeds: links)))
            let none = try await registry.probe(server.url("/none"), now: now).onlySource()
            #expect(none.address == server.url("/rss.xml"))
            // Also one of the usual paths.
            #expect(server.requests(for: "/feed.xml").count == 1)
        }
    }

    private func feed(_ title: String) -> Scenario {
        .text("<rss version='2.0'><channel><title>\(title)</title></channel></rss>")
    }

    private func page(linkingTo targets: String...) -> Scenario {
        .text("<html><body>\(targets.map { "<a href='\($0)'>x</a>" }.joined())</body></html>", type: "text/html")
    }

    /// A transport each of whose requests takes this long.
    private struct SlowTransport: Transport {
        let base: any Transport
        let time: ManualTimeSource
        let duration: Duration

        func send<Answer: Sendable>(
            _ request: TransportRequest, _ read: (TransportResponse) async throws(SupplierError) -> Answer
        ) async throws(SupplierError) -> Answer {
            time.advance(by: duration)
            return try await base.send(request, read)
        }
    }

    @Test("A search on a slow server ends after a limited time, with the feeds that were found until then")
    func slowSearch() async throws {
        let scenarios: [String: [Scenario]] = [
            "/found": [page(linkingTo: "/missing.rss", "/posts.rss", "/news.atom")],
            "/none": [page(linkingTo: "/1.rss", "/2.rss", "/3.rss")],
            "/posts.rss": [feed("Posts")], "/news.atom": [feed("News")], "/feed": [feed("Usual")],
        ]
        try await withServer(scenarios) { server, transport in
            let time = ManualTimeSource()
            let slow = SlowTransport(base: transport, time: time, duration: .seconds(10))
            let registry = SupplierRegistry(dependencies(slow, time: time))
            let found = try await registry.probe(server.url("/found"), now: now).onlySource()
            #expect(found.address == server.url("/posts.rss") && server.requests(for: "/news.atom").isEmpty)
            let error = await #expect(throws: SupplierError.self) {
                try await registry.probe(server.url("/none"), now: now)
            }
            #expect(error?.message.code == "feedSearchTimedOut")
            #expect(server.requests(for: "/2.rss").count == 1 && server.requests(for: "/3.rss").isEmpty)
            #expect(server.requests(for: "/feed").isEmpty)
        }
    }

    @Test("Of the feeds that were tried, only the answer of the one that is meant stays for its first request")
    func keptAnswers() async throws {
        func tagged(_ title: String) -> Scenario {
            .text("<rss version='2.0'><channel><title>\(title)</title></channel></rss>", entityTag: "\"\(title)\"")
        }
        let scenarios: [String: [Scenario]] = [
            "/several": [page(linkingTo: "/posts.rss", "/news.rss")],
            "/one": [page(linkingTo: "/comments.rss", "/posts.rss")],
            "/posts.rss": [tagged("Posts")], "/news.rss": [tagged("News")], "/comments.rss": [tagged("Comments")],
        ]
        let directory = try TemporaryDirectory()
        try await withServer(scenarios) { server, transport in
            let cache = ProbeCache(directory: directory.path + "/answers")
            var dependencies = dependencies(transport)
            dependencies.probeCache = cache
            let registry = SupplierRegistry(dependencies)
            func kept() -> [String] {
                ["/posts.rss", "/news.rss", "/comments.rss"].filter { cache.answer(of: server.url($0)) != nil }
            }
            guard case .choices(let page) = try await registry.probe(server.url("/several"), now: now) else {
                Issue.record("several feeds are no choice")
                return
            }
            #expect(page.feeds.count == 2 && kept().isEmpty)
            let source = try await registry.probe(server.url("/one"), now: now).onlySource()
            #expect(source.address == server.url("/posts.rss") && kept() == ["/posts.rss"])
        }
    }

    @Test("If the feed to which a page links is missing, the error names the feed and not the page")
    func missingFeed() async throws {
        let page = "<html><head><link rel=alternate type='application/rss+xml' href='/none'></head></html>"
        try await withServer(["/": [.text(page, type: "text/html")], "/none": [Scenario(status: 404)]]) {
            server, transport in
            let error = await #expect(throws: SupplierError.self) {
                try await SupplierRegistry(dependencies(transport)).probe(server.url("/"), now: now)
            }
            #expect(error?.message == Message("feedIsMissing", ["address": .text(server.url("/none"))]))
        }
    }

    @Test("A page's refresh is followed, but not in a loop", arguments: [0, 1])
    func forward(circle: Int) async throws {
        func page(_ target: String) -> Scenario {
            .text(
                "<html><head><META http-equiv=Refresh content=\"0; URL='\(target)'\"></head></html>", type: "text/html")
        }
        let feed = "<rss version='2.0'><channel><title>Behind</title></channel></rss>"
        let last = "<html><head><link rel=alternate type='application/rss+xml' href='own'></head></html>"
        let scenarios: [String: [Scenario]] = [
            "/": [page("/en/")], "/en/": [circle == 1 ? page("/") : .text(last, type: "text/html")],
            "/en/own": [.text(feed)],
        ]
        try await withServer(scenarios) { server, transport in
            do {
                let found = try await SupplierRegistry(dependencies(transport)).probe(server.url("/"), now: now)
                let source = try found.onlySource()
                #expect(source.address == server.url("/en/own") && circle == 0)
            } catch let error as SupplierError {
                #expect(circle == 1 && error.code == .malformed)
            }
        }
    }

    @Test("A profile page is tried as Mastodon's and otherwise read as a page")
    func candidate() async throws {
        let rss = "<rss version='2.0'><channel><title>Pat</title></channel></rss>"
        let page = "<html><head><link rel=alternate type='application/rss+xml' href='/own'></head></html>"
        let scenarios: [String: [Scenario]] = [
            "/@pat.rss": [.text(rss)], "/@kim": [.text(page, type: "text/html")], "/own": [.text(rss)],
        ]
        try await withServer(scenarios) { server, transport in
            let registry = SupplierRegistry(dependencies(transport))
            for (path, feed) in [("/@pat", "/@pat.rss"), ("/@kim", "/own")] {
                let source = try await registry.probe(server.url(path), now: now).onlySource()
                #expect(source.address == server.url(feed))
            }
        }
    }
}
