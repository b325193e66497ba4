import EngineConcepts
import ScenarioServer
import Suppliers
import Testing

@Suite("The services under the five conditions of a network", .timeLimit(.minutes(2)))
struct NetworkConditionTests {
    private let now = Timestamp(seconds: 1_795_262_400)
    static let addresses = [
        "feed", "hn:newest", "hn:front", "hn:thread:7", "lobsters:newest", "lobsters:hottest", "lobsters:thread:x",
    ]

    private static let hackerNews = #"{"hits":[{"objectID":"1","created_at_i":1795262000,"title":"T"}],"nbHits":1}"#
    private static let lobsters = #"[{"short_id":"1","created_at":"2026-11-20T07:12:04Z","title":"T"}]"#
    private static let thread =
        #"{"short_id":"x","created_at":"2026-11-20T07:12:04Z","title":"T","#
        + #""comments":[{"short_id":"1","created_at":"2026-11-20T07:12:04Z","comment":"C"}]}"#
    private static let feed =
        "<rss version='2.0'><channel><title>F</title><item><guid>1</guid><title>T</title></item></channel></rss>"

    private static func body(at path: String) -> String {
        if path.hasPrefix("/search") { return hackerNews }
        if path.hasPrefix("/feed") { return feed }
        return path.hasPrefix("/s/") ? thread : lobsters
    }

    private func source(_ address: String, at site: String) -> SourceDescription {
        SourceDescription(id: "test:x", address: address == "feed" ? "\(site)/feed" : address)
    }

    /// A supplier of a server that always does what `scenario` makes of the right answer.
    private func withSupplier<Answer>(
        _ address: String, _ scenario: @escaping @Sendable (Scenario) -> Scenario,
        _ body: (ScenarioServer, any Supplier) async throws -> Answer
    ) async throws -> Answer {
        try await withServer([:]) { server, transport in
            server.serve("/") { path in
                scenario(.text(Self.body(at: path), type: path == "/feed" ? "application/rss+xml" : "application/json"))
            }
            let around = surroundings(transport, hackerNews: server.url(""), lobsters: server.url(""))
            return try await body(server, SupplierRegistry(around).supplier(for: source(address, at: server.url(""))))
        }
    }

    private func failure(_ supplier: any Supplier) async -> SupplierError? {
        do {
            _ = try await supplier.fetch(FetchRequest(origin: .newest, now: now))
            return nil
        } catch {
            return error
        }
    }

    @Test("fast: the items are there", arguments: addresses)
    func fast(address: String) async throws {
        try await withSupplier(address, { $0 }) { _, supplier in
            let answer = try await supplier.fetch(FetchRequest(origin: .newest, now: now))
            #expect(answer.items.map(\.id) == ["1"])
        }
    }

    @Test("slow: the answer is waited for", arguments: addresses)
    func slow(address: String) async throws {
        try await withSupplier(address, { .held(by: "slow", then: $0) }) { server, supplier in
            async let answer = supplier.fetch(FetchRequest(origin: .newest, now: now))
            await server.waitForRequests(1)
            server.open("slow")
            let items = try await answer.items
            #expect(items.map(\.id) == ["1"])
        }
    }

    @Test("flaky: what breaks off is an error, and asking again helps", arguments: addresses)
    func flaky(address: String) async throws {
        try await withSupplier(address, { _ in .hangUp }) { _, supplier in
            #expect(await failure(supplier)?.code == .unreachable)
        }
        let cut = Scenario.text(String(Self.hackerNews.prefix(30)), type: "application/json")
        try await withSupplier(address, { _ in cut }) { _, supplier in
            #expect(await failure(supplier)?.code == .malformed)
        }
    }

    @Test("dead: who is not answered can stop waiting", arguments: addresses)
    func dead(address: String) async throws {
        try await withSupplier(address, { .held(by: "never", then: $0) }) { server, supplier in
            let now = now
            let task = Task { try await supplier.fetch(FetchRequest(origin: .newest, now: now)) }
            await server.waitForRequests(1)
            task.cancel()
            do {
                _ = try await task.value
                Issue.record("a request that nobody answered was answered")
            } catch let error as SupplierError {
                #expect(error.code == .cancelled)
            }
        }
    }

    @Test("none: who cannot be reached is named", arguments: addresses)
    func none(address: String) async throws {
        try await withServer([:]) { _, transport in
            // Nothing listens on the first port.
            let nowhere = "http://127.0.0.1:1"
            let around = surroundings(transport, hackerNews: nowhere, lobsters: nowhere)
            let supplier = try SupplierRegistry(around)
                .supplier(for: source(address, at: nowhere))
            let error = await failure(supplier)
            #expect(error?.code == .unreachable)
            #expect(error?.message.contains("127.0.0.1") ?? false)
        }
    }

    @Test("a service that asks for patience is given it", arguments: addresses)
    func patience(address: String) async throws {
        let busy = Scenario(status: 429, headers: [("retry-after", "120")])
        try await withSupplier(address, { _ in busy }) { _, supplier in
            let error = await failure(supplier)
            #expect(error?.code == .rateLimited)
            #expect(error?.retryAt == now.advanced(by: .seconds(120)))
        }
    }
}
