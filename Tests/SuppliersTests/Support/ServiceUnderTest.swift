import EngineConcepts
import NetworkingTestSupport
import ScenarioServer
import Suppliers
import Testing

@testable import Networking

/// A network source in tests, with a scripted server.
struct ServiceUnderTest: CustomTestStringConvertible {
    /// The address of the source; for the web only its scheme and path.
    let address: String

    /// One for every kind of network source, and for each of its lists that is read in a different way.
    static let all = [
        "/feed", "/feed.json", "filter:cat:/feed", "hn:newest", "hn:front", "hn:thread:7", "hn:user:pat",
        "lobsters:newest", "lobsters:hottest", "lobsters:tag:swift", "lobsters:thread:x", "mastodon:pit.example/local",
    ]
    .map(ServiceUnderTest.init)

    static let now = Timestamp(seconds: 1_795_262_400)

    private static let hackerNews = #"{"hits":[{"objectID":"1","created_at_i":1795262000,"title":"T"}],"nbHits":1}"#
    private static let lobsters = #"[{"short_id":"1","created_at":"2026-11-20T07:12:04Z","title":"T"}]"#
    private static let thread =
        #"{"short_id":"x","created_at":"2026-11-20T07:12:04Z","title":"T","#
        + #""comments":[{"short_id":"1","created_at":"2026-11-20T07:12:04Z","comment":"C"}]}"#
    private static let posts =
        #"[{"id":"1","created_at":"2026-11-20T07:12:04Z","content":"T","account":{"id":"1","acct":"pat"}}]"#
    private static let jsonFeed =
        #"{"version":"https://jsonfeed.org/version/1.1","items":[{"id":"1","content_text":"T"}]}"#
    private static let feed =
        "<rss version='2.0'><channel><title>F</title><item><guid>1</guid><title>T</title></item></channel></rss>"

    var testDescription: String { address }

    /// Returns the correct response to a request for this path.
    static func answer(at path: String) -> Scenario {
        if path.hasPrefix("/feed.json") { return .text(jsonFeed, type: "application/feed+json") }
        if path.hasPrefix("/feed") { return .text(feed, type: "application/rss+xml") }
        if path.hasPrefix("/search") { return .text(hackerNews, type: "application/json") }
        if path.hasPrefix("/api/v1/timelines") { return .text(posts, type: "application/json") }
        return .text(path.hasPrefix("/s/") ? thread : lobsters, type: "application/json")
    }

    /// Returns the supplier of this source with all its requests going to `site`.
    func supplier(at site: String, _ transport: any Transport) throws -> any Supplier {
        let dependencies = dependencies(transport, hackerNews: site, lobsters: site, mastodon: site)
        let place = address.lastIndex { $0 == ":" }.map { address.index(after: $0) } ?? address.startIndex
        let isWeb = address[place...].hasPrefix("/")
        let full = isWeb ? address[..<place] + site + address[place...] : address[...]
        return try SupplierRegistry(dependencies)
            .supplier(for: SourceDescription(id: "test:x", address: String(full), name: "x"))
    }

    /// Runs `body` with a server that turns each correct response into `scenario`, and a supplier of it.
    func served<Answer>(
        limits: TransportLimits = .standard, certificate: TestCertificate? = nil,
        _ scenario: @escaping @Sendable (String, Scenario) -> Scenario,
        _ body: (ScenarioServer, any Supplier) async throws -> Answer
    ) async throws -> Answer {
        try await withServer([:], limits: limits, certificate: certificate) { server, transport in
            server.serve("/") { request in scenario(request.path, Self.answer(at: request.path)) }
            return try await body(server, supplier(at: server.url(""), transport))
        }
    }
}

/// Returns the error when reading `supplier` now, or `nil` if it succeeds.
func failure(
    of supplier: any Supplier, at now: Timestamp = ServiceUnderTest.now, memory: String? = nil
) async -> SupplierError? {
    do {
        _ = try await supplier.fetch(FetchRequest(origin: .newest, memory: memory, now: now))
        return nil
    } catch {
        return error
    }
}

/// Returns the IDs of the items that `supplier` has now.
func names(of supplier: any Supplier) async throws -> [String] {
    try await supplier.fetch(FetchRequest(origin: .newest, now: ServiceUnderTest.now)).items.map(\.id)
}
