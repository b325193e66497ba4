import EngineConcepts
import EngineTestSupport
import FeedParsing
import NetworkingTestSupport
import ScenarioServer
import Suppliers
import TestSupport
import Testing
import WebText

@Suite("The registry of suppliers", .timeLimit(.minutes(30)))
struct SupplierRegistryTests {
    private let now = Timestamp(seconds: 1_795_262_400)

    @Test("Ids of sources are readable, stable and distinct")
    func ids() {
        let id = SupplierKind.feed.sourceID(for: "https://www.Kerb-Notes.example/blog/feed.xml?a=1")
        #expect(id == SupplierKind.feed.sourceID(for: "https://www.Kerb-Notes.example/blog/feed.xml?a=1"))
        #expect(id.rawValue.hasPrefix("feed:kerb-notes.example-blog-feed.xml-a-1-"))
        #expect(id != SupplierKind.feed.sourceID(for: "https://www.Kerb-Notes.example/blog/feed.xml?a=2"))
        let odd = SupplierKind.feed.sourceID(for: "https://例え.example/\u{1b}/日本/" + String(repeating: "x", count: 200))
            .rawValue
        #expect(odd.utf8.allSatisfy { (0x21...0x7e).contains($0) && $0 != 0x2f && !(0x41...0x5a).contains($0) })
        #expect(odd.utf8.count < 64)
    }

    @Test("The first request after a probe asks only for changes and reads the cached answer")
    func firstRequest() async throws {
        let body =
            "<rss version='2.0'><channel><title>T</title><item><guid>1</guid><title>Käse</title></item></channel></rss>"
        let moved = Scenario.redirect(to: "/new")
        let directory = try TemporaryDirectory()
        try await withServer(["/moved": [moved]]) { server, transport in
            var dependencies = dependencies(transport)
            dependencies.probeCache = ProbeCache(directory: directory.path + "/answers")
            let registry = SupplierRegistry(dependencies)
            func add(_ path: String) async throws -> SourceDescription {
                try await registry.probe(server.url(path), now: now).onlySource()
            }
            func refresh(_ source: SourceDescription) async throws -> FetchAnswer {
                try await registry.supplier(for: source).fetch(FetchRequest(origin: .newest, now: now))
            }
            var latin = Scenario(
                type: "application/rss+xml; charset=iso-8859-1",
                body: body.unicodeScalars.map { UInt8($0.value) }, entityTag: "\"1\"")
            for path in ["/feed", "/new"] { server.script(path, latin) }
            for path in ["/feed", "/moved"] {
                let source = try await add(path)
                let answer = try await refresh(source)
                #expect(answer.items.map(\.body.title) == ["Käse"])
                #expect(answer.memory?.contains("entityTag") == true)
                let validators = server.requests.suffix(2).map { $0.headers["if-none-match"] }
                #expect(validators == [nil, "\"1\""])
                _ = try await refresh(source)
                #expect(server.requests.last?.headers["if-none-match"] == nil, "it is kept for the first request alone")
            }
            let source = try await add("/feed")
            latin = .text(body.replacing("Käse", with: "Brot"), entityTag: "\"2\"")
            server.script("/feed", latin)
            #expect(try await refresh(source).items.map(\.body.title) == ["Brot"])
        }
    }

    @Test("The first request after a probe is not conditional on a Last-Modified within a second of the answer")
    func firstRequestAfterWeakAnswer() async throws {
        func document(_ id: String) -> Scenario {
            let time = "Fri, 20 Nov 2026 11:54:58 GMT"
            let body = "<rss version='2.0'><channel><title>T</title><item><guid>\(id)</guid></item></channel></rss>"
            var document = Scenario.text(body, lastModified: time)
            document.headers.append(("date", time))
            return document
        }
        let directory = try TemporaryDirectory()
        try await withServer(["/feed": [document("1"), document("2")]]) { server, transport in
            var dependencies = dependencies(transport)
            dependencies.probeCache = ProbeCache(directory: directory.path + "/answers")
            let registry = SupplierRegistry(dependencies)
            let source = try await registry.probe(server.url("/feed"), now: now).onlySource()
            let answer = try await registry.supplier(for: source).fetch(FetchRequest(origin: .newest, now: now))
            #expect(answer.items.map(\.id) == ["2"])
        }
    }

    @Test("A feed without a given name uses its own title as publisher once it is known", arguments: [nil, "Mine"])
    func ownName(given: String?) async throws {
        let rss = "<rss version='2.0'><channel><title>Own</title><item><guid>1</guid></item></channel></rss>"
        try await withServer(["/feed": [.text(rss)]]) { server, transport in
            let supplier = try SupplierRegistry(dependencies(transport))
                .supplier(for: SourceDescription(id: "feed:x", address: server.url("/feed"), name: given))
            let presenter = supplier.presenter
            let item = try #require(try await supplier.fetch(FetchRequest(origin: .newest, now: now)).items.first)
            let shown = presenter.present(Ticket(item, of: supplier.id, seen: now))
            #expect(shown.byline?.name == given ?? "Own")
        }
    }

    @Test("A feed is found at its address or behind a page, and several feeds are offered as a choice")
    func probing() async throws {
        let rss = #"<rss version="2.0"><channel><title>Found</title></channel></rss>"#
        func page(_ links: String...) -> Scenario {
            let heads = links.map { "<link rel=alternate type='application/rss+xml' title='\($0)' href='/\($0)'>" }
            return .text("<html><head><title>P</title>\(heads.joined())</head></html>", type: "text/html")
        }
        let scenarios: [String: [Scenario]] = [
            "/feed": [.text(rss)], "/one": [page("feed", "comments")], "/two": [page("feed", "news")],
            "/three": [page("comments", "feed", "news")],
            "/none": [page()],
            "/moved": [.redirect(to: "/feed")],
        ]
        try await withServer(scenarios) { server, transport in
            let registry = SupplierRegistry(dependencies(transport))
            let url = server.url("/feed")
            let expected = SourceProbe.source(
                SourceDescription(id: SupplierKind.feed.sourceID(for: url), address: url, name: "Found"))
            #expect(try await registry.probe(url, now: now) == expected)
            #expect(try await registry.probe(server.url("/moved"), now: now) == expected)
            guard case .source(let own, let warning, _) = try await registry.probe(server.url("/one"), now: now) else {
                Issue.record("a page's own feed is meant")
                return
            }
            #expect(own.address == url)
            #expect(warning?.english.contains(server.url("/comments")) ?? false, "what was passed over is said")
            for (path, feeds) in [("/two", ["/feed", "/news"]), ("/three", ["/feed", "/news", "/comments"])] {
                guard case .choices(let page) = try await registry.probe(server.url(path), now: now) else {
                    Issue.record("several feeds are no choice")
                    return
                }
                #expect(page.feeds.map(\.address) == feeds.map(server.url))
            }
            #expect(try await registry.probe(server.url("/none"), now: now) == expected)
            await #expect(throws: SupplierError.self) { try await registry.probe("nonsense", now: now) }
            let supplier = try registry.supplier(for: SourceDescription(id: "feed:x", address: url, name: "Mine"))
            #expect(supplier.name == "Mine")
            #expect(supplier.kind == .feed)
            #expect(supplier.presenter is ArticlePresenter)
        }
    }

    @Test("Feeds in files are read, and read again only after a change")
    func files() async throws {
        let directory = try TemporaryDirectory()
        let path = directory.path + "/feed.xml"
        try directory.write(
            "<rss version='2.0'><channel><title>F</title><item><guid>1</guid></item></channel></rss>", to: "feed.xml")
        try await withServer([:]) { _, transport in
            let registry = SupplierRegistry(dependencies(transport))
            let source = try await registry.probe("file:\(path)", now: now).onlySource()
            #expect(source.name == "F")
            #expect(source.address == "file:\(path)")
            let supplier = try registry.supplier(for: source)
            let first = try await supplier.fetch(FetchRequest(origin: .newest, now: now))
            #expect(first.items.map(\.id) == ["1"])
            #expect(try await supplier.fetch(FetchRequest(origin: .newest, memory: first.memory, now: now)).isUnchanged)
            try directory.write(
                "<rss version='2.0'><channel><item><guid>22</guid></item></channel></rss>", to: "feed.xml")
            let third = try await supplier.fetch(FetchRequest(origin: .newest, memory: first.memory, now: now))
            #expect(third.items.map(\.id) == ["22"])
            await #expect(throws: SupplierError.self) { try await registry.probe("file:\(path).no", now: now) }
        }
    }
}
