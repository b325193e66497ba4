import EngineConcepts
import EngineStandard
import EngineTestSupport
import NetworkingTestSupport
import ScenarioServer
import Suppliers
import Testing

@testable import Networking

@Suite("Sources that are gone", .timeLimit(.minutes(30)))
struct GoneTests {
    private let now = Timestamp(seconds: 1_795_176_000)

    private func feed(_ name: String, replies: Int? = nil, title: String = "One") -> Scenario {
        let comments = replies.map { "<comments xmlns='http://purl.org/rss/1.0/modules/slash/'>\($0)</comments>" } ?? ""
        return .text(
            "<rss version='2.0'><channel><title>\(name)</title><item><guid>\(name)</guid><title>\(title)</title>\(comments)"
                + "<pubDate>\(now.advanced(by: .seconds(-60)).rfc3339)</pubDate></item></channel></rss>")
    }

    private func engine(
        _ server: ScenarioServer, _ transport: HTTPTransport, _ time: ManualTimeSource, store: MemoryTrackStore
    ) async -> StandardEngine {
        let suppliers = ["a", "b"]
            .map { name in
                FeedSupplier(
                    id: SupplierID("feed:\(name)"), name: name, address: server.url("/\(name)"), transport: transport)
            }
        let engine = StandardEngine(controlUnit: ModularControlUnit(suppliers, time: time), store: store, time: time)
        await engine.suppliersChanged()
        return engine
    }

    private func refresh(_ engine: StandardEngine, _ time: ManualTimeSource) async {
        time.advance(by: .seconds(600))
        engine.refresh()
        await engine.waitUntilIdle()
    }

    @Test("After 410 a source is requested only to fill its gap; after 404 it is retried less and less often")
    func goneAndNotFound() async throws {
        try await withServer([:]) { server, transport in
            let time = ManualTimeSource(now)
            let engine = await engine(server, transport, time, store: MemoryTrackStore())
            server.script("/a", feed("a"))
            server.script("/b", feed("b"))
            await refresh(engine, time)
            server.script("/a", Scenario(status: 410))
            server.script("/b", Scenario(status: 404))
            for _ in 0..<4 { await refresh(engine, time) }
            #expect(server.requests(for: "/a").count == 2)
            #expect(server.requests(for: "/b").count == 5)
            let words = await engine.snapshot.suppliers.compactMap { status in
                if case .failed(let error, _) = status.requests.condition { error.message.english } else { nil }
            }
            #expect(words.contains { $0.contains("410") && $0.contains("no longer requests it") }, "\(words)")
            #expect(words.contains { $0.contains("404") && $0.contains("retries at growing intervals") }, "\(words)")
            for _ in 0..<144 { await refresh(engine, time) }
            let later = server.requests(for: "/b").count
            #expect(later < 40, "a day of refreshes every ten minutes")
            #expect(later > 20)
            #expect(server.requests(for: "/a").count == 2)

            // The other feeds go on; the missing one is reported.
            server.script("/b", feed("b"))
            for _ in 0..<8 { await refresh(engine, time) }
            let gap = try #require(
                await engine.snapshot.gaps.first { $0.missing.contains { $0.supplier == "feed:a" } })
            engine.fill(gap.id, from: .newer, amount: .pool)
            await engine.waitUntilIdle()
            #expect(server.requests(for: "/a").count == 3, "filling its gap asks for it once")
            await refresh(engine, time)
            #expect(server.requests(for: "/a").count == 3, "it is still gone")

            server.script("/a", feed("a"))
            engine.fill(gap.id, from: .newer, amount: .pool)
            await engine.waitUntilIdle()
            let filled = server.requests(for: "/a").count
            #expect(filled > 3)
            await refresh(engine, time)
            #expect(server.requests(for: "/a").count == filled + 1, "it is asked as all others again")
        }
    }

    @Test("Adding an address that is gone says nothing about later retries", arguments: [404, 410])
    func neverFollowed(status: Int) async throws {
        try await withServer([:]) { server, transport in
            server.script("/a", Scenario(status: status))
            let registry = SupplierRegistry(
                SupplierDependencies(
                    transport: transport, time: ManualTimeSource(), commands: CommandRunner(environment: [:])))
            let error = await #expect(throws: SupplierError.self) {
                try await registry.probe(server.url("/a"), now: now)
            }
            let words = error?.message.english ?? ""
            #expect(words.contains("\(status)") && !words.contains("asked") && !words.contains("Remove"), "\(words)")
        }
    }

    @Test("New counts update a ticket without counting as an edit, and equal counts commit nothing")
    func recounts() async throws {
        try await withServer([:]) { server, transport in
            let time = ManualTimeSource(now)
            let store = MemoryTrackStore()
            let engine = await engine(server, transport, time, store: store)
            server.script("/b", feed("b"))
            func refreshed(_ scenario: Scenario) async throws -> (updated: Int, replies: Int?) {
                server.script("/a", scenario)
                let events = engine.events()
                await refresh(engine, time)
                var updated = -1
                for await event in events {
                    guard case .fill(_, _, .done(let outcome)) = event else { continue }
                    updated = outcome.updated
                    break
                }
                let rows = try await store.window(WindowRequest(anchor: .top, above: 0, below: 10)).rows
                let replies = rows.compactMap { row -> Int? in
                    if case .ticket(let ticket) = row { ticket.ticket.body.counts.replies } else { nil }
                }
                return (updated, replies.first)
            }
            let first = try await refreshed(feed("a", replies: 3))
            #expect(first == (0, 3))
            let recounted = try await refreshed(feed("a", replies: 8))
            #expect(recounted == (0, 8))
            let same = try await refreshed(feed("a", replies: 8))
            #expect(same == (0, 8))
            let edited = try await refreshed(feed("a", replies: 9, title: "Two"))
            #expect(edited == (1, 9))
        }
    }
}
