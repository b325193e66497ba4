import EngineConcepts
import NetworkingTestSupport
import ScenarioServer
import SupplierConformance
import Suppliers
import Testing

@Suite("Lobsters", .timeLimit(.minutes(30)))
struct LobstersTests {
    private let now = Timestamp(seconds: 1_795_262_400)

    private func withService<Answer>(
        _ body: (FakeLobsters, any Supplier) async throws -> Answer
    ) async throws -> Answer {
        try await withServer([:]) { server, transport in
            let service = FakeLobsters(server)
            service.content.items = ServiceContent.items(200, from: now.advanced(by: .seconds(-5)))
            let supplier = try SupplierRegistry(dependencies(transport, lobsters: service.address))
                .supplier(for: SourceDescription(id: "lobsters:x", address: "lobsters:newest"))
            return try await body(service, supplier)
        }
    }

    @Test("A story has score, tags, poster and discussion link")
    func story() async throws {
        try await withService { _, supplier in
            let item = try #require(try await supplier.fetch(FetchRequest(origin: .newest, now: now)).items.first)
            let shown = supplier.presenter.present(Ticket(item, of: supplier.id, seen: now))
            #expect(shown.title == "Title of 90000000")
            #expect(shown.byline?.name == "lee")
            #expect(shown.facts == [.count(.points, 12), .count(.replies, 3)])
            #expect(shown.body.plainText == "Text 0.")
            #expect(shown.discussion == "https://lobste.rs/s/90000000/title")
            #expect(item.body.tags == ["swift", "web"])
        }
    }

    @Test("A submitter in the old object form is read")
    func formerSubmitter() async throws {
        let body = """
            [{"short_id":"a","created_at":"2026-11-20T07:12:04.000-06:00","title":"T","submitter_user":{"username":"kim"}},
             {"title":"no name and no time"}, 7]
            """
        try await withServer(["/newest.json": [.text(body, type: "application/json")]]) { server, transport in
            let supplier = try SupplierRegistry(dependencies(transport, lobsters: server.url("")))
                .supplier(for: SourceDescription(id: "lobsters:x", address: "lobsters:newest"))
            let items = try await supplier.fetch(FetchRequest(origin: .newest, now: now)).items
            #expect(items.map(\.body.author?.name) == ["kim"])
            #expect(items.first?.orderTime?.rfc3339 == "2026-11-20T13:12:04Z")
        }
    }

    @Test("A source that is shown as another kind keeps what its own kind can do, such as reading threads")
    func presentedOtherwise() async throws {
        try await withServer([:]) { server, transport in
            let source = SourceDescription(
                id: "lobsters:x", address: "lobsters:newest", name: "Crabs", presentedAs: .lines)
            let supplier = try SupplierRegistry(dependencies(transport, lobsters: server.url(""))).supplier(for: source)
            #expect(supplier is any ThreadReading)
        }
        let posts = PresentationStyle.posts.presenter(ofSource: "Crabs")
        #expect(posts is PostPresenter)
        let item = SourceItem(id: "1", orderTime: now, body: TicketBody(text: .plain("Text")))
        let articles = PresentationStyle.articles.presenter(ofSource: "Crabs")
        #expect(articles.present(Ticket(item, of: "lobsters:x", seen: now)).byline?.name == "Crabs")
    }

    @Test("The comments on a story are a tree below it")
    func tree() async throws {
        try await withService { _, supplier in
            let reader = try #require(supplier as? any Supplier & ThreadReading)
            let item = try #require(try await supplier.fetch(FetchRequest(origin: .newest, now: now)).items.first)
            let part = try await reader.thread(of: Ticket(item, of: supplier.id, seen: now), OutlineRequest(now: now))
            #expect(part.items.first?.body.title == "The story")
            #expect(part.items.count == 201 && part.gaps.isEmpty)
            #expect(part.items.dropFirst().allSatisfy { $0.body.replyTo == "abc" && $0.body.uri != nil })
        }
    }

    @Test("A thread holds every comment and is complete")
    func thread() async throws {
        let body = """
            {"short_id":"abc","created_at":"2026-11-20T07:00:00Z","title":"Story","comments":[
             {"short_id":"c1","created_at":"2026-11-20T07:12:04Z","comment":"<p>First</p>","commenting_user":"kim","score":3,
              "parent_comment":null,"url":"https://lobste.rs/c/c1"},
             {"short_id":"c2","created_at":"2026-11-20T07:13:04Z","comment":"<p>No</p>","parent_comment":"c1"}]}
            """
        try await withServer(["/s/abc.json": [.text(body, type: "application/json")]]) { server, transport in
            let supplier = try SupplierRegistry(dependencies(transport, lobsters: server.url("")))
                .supplier(for: SourceDescription(id: "lobsters:x", address: "lobsters:thread:abc"))
            let answer = try await supplier.fetch(FetchRequest(origin: .newest, now: now))
            #expect(answer.items.map(\.id) == ["c1", "c2"])
            #expect(answer.items.map(\.body.replyTo) == [nil, "c1"])
            #expect(answer.claims.map(\.timeframe) == [Timeframe.everythingBefore(now)])
            #expect(answer.sourceName == "Story")
            let shown = supplier.presenter.present(Ticket(answer.items[0], of: supplier.id, seen: now))
            #expect(shown.context?.message == Message("storyOn", ["title": .text("Story")]))
            #expect(shown.body.plainText == "First")
            #expect(shown.link == "https://lobste.rs/c/c1")
        }
    }

    @Test("Removed stories shift pages, and no story is missed")
    func shiftedUp() async throws {
        try await withService { service, supplier in
            let first = try await supplier.fetch(FetchRequest(origin: .newest, now: now))
            let token = try #require(first.next)
            let edge = try #require(first.claims.first).timeframe.end
            let all = service.content.items
            service.content.items = Array(all.dropFirst(5))
            let later = now.advanced(by: .seconds(3600))
            let second = try await supplier.fetch(FetchRequest(origin: .token(token, edge: edge), now: later))
            let claim = try #require(second.claims.first).timeframe
            #expect(claim.start == edge)
            let delivered = Set((first.items + second.items).map(\.id))
            #expect(all.filter { claim.contains($0.time) }.allSatisfy { delivered.contains($0.id) })
        }
    }

    @Test("After a lost token the page is found by bisection, and nothing is skipped")
    func lostToken() async throws {
        try await withService { service, supplier in
            let edge = service.content.items[130].time.advanced(by: .seconds(1))
            let answer = try await supplier.fetch(FetchRequest(origin: .time(edge), now: now))
            #expect(answer.claims.map(\.timeframe.start) == [edge])
            #expect(answer.items.contains { $0.id == service.content.items[130].id })
            #expect(service.server.requests.count < 8)
        }
    }
}
