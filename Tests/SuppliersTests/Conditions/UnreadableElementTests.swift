import EngineConcepts
import NetworkingTestSupport
import ScenarioServer
import Testing

@testable import Suppliers

@Suite("Unreadable elements of services", .timeLimit(.minutes(30)))
struct UnreadableElementTests {
    private let now = Timestamp(seconds: 1_795_262_400)

    /// Calls `read` with a source whose service answers everything below `prefix` with `body`.
    private func reading<Answer>(
        _ address: String, _ prefix: String, _ body: String, _ read: (any Supplier) async throws -> Answer
    ) async throws -> Answer {
        try await withServer([:]) { server, transport in
            server.serve(prefix) { _ in .text(body, type: "application/json") }
            let origin = server.url("")
            var dependencies = dependencies(transport, hackerNews: origin, lobsters: origin, mastodon: origin)
            dependencies.serviceAddresses[.bluesky] = origin
            return try await read(
                SupplierRegistry(dependencies).supplier(for: SourceDescription(id: "test:x", address: address)))
        }
    }

    /// Returns the newest page of such a source, and the source's name.
    private func newest(
        _ address: String, _ prefix: String, _ body: String
    ) async throws -> (answer: FetchAnswer, name: String) {
        try await reading(address, prefix, body) { supplier in
            (try await supplier.fetch(FetchRequest(origin: .newest, now: now)), supplier.name)
        }
    }

    private func warning(_ count: Int, of name: String) -> Message {
        Message("itemsUnreadable", ["subject": .text(name), "count": .number(count)])
    }

    @Test(
        "A page of which no element can be read claims nothing, is not the end, and has a warning with their number",
        arguments: [
            ("lobsters:newest", "/newest", "[{},7]"), ("lobsters:tag:web", "/t/", "[{},7]"),
            ("lobsters:hottest", "/hottest", "[{},7]"),
            (
                "lobsters:thread:abc", "/s/",
                #"{"short_id":"abc","created_at":"2026-11-20T07:00:00Z","title":"A","comments":[{},7]}"#
            ),
            ("hn:newest", "/search", #"{"hits":[{},7]}"#), ("hn:front", "/search", #"{"hits":[{},7]}"#),
            ("mastodon:pit.example/federated", "/api/v1/timelines/", "[{},7]"),
            ("mastodon:pit.example/trends", "/api/v1/trends/", "[{},7]"),
            ("user:pat.test", "/xrpc/app.bsky.feed.", #"{"feed":[{},7]}"#),
        ])
    func none(address: String, prefix: String, body: String) async throws {
        let (answer, name) = try await newest(address, prefix, body)
        #expect(answer.items.isEmpty && answer.claims.isEmpty && answer.next == nil)
        #expect(answer.end == .unknown)
        #expect(answer.warning == warning(2, of: name))
    }

    @Test(
        "A page of a person's posts of which none can be read is a failure, not the end",
        arguments: [
            ("hn:newest", "/search", #"{"hits":[{},7]}"#),
            ("user:pat.test", "/xrpc/app.bsky.feed.", #"{"feed":[{},7]}"#),
        ])
    func profile(address: String, prefix: String, body: String) async throws {
        let error = await #expect(throws: SupplierError.self) {
            try await reading(address, prefix, body) { supplier in
                let reader = try #require(supplier as? any Supplier & ProfileReading)
                _ = try await reader.posts(by: Author(id: "pat", name: "Pat"), OutlineRequest(now: now))
            }
        }
        #expect(error?.message.key == "itemsUnreadable")
    }

    @Test("A page with an element that can be read goes on below it, and has a warning with the number of others")
    func some() async throws {
        let (answer, name) = try await newest(
            "lobsters:newest", "/newest", #"[{"short_id":"a","created_at":"2026-11-20T07:00:00Z"},{},7]"#)
        #expect(answer.items.map(\.id) == ["a"])
        #expect(answer.claims.map(\.timeframe.end.rfc3339) == ["2026-11-20T07:00:01Z"])
        #expect(answer.end == .more && answer.next != nil)
        #expect(answer.warning == warning(2, of: name))
    }
}
