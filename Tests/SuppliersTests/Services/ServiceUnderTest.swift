import EngineConcepts
import ScenarioServer
import Suppliers
import Testing
@testable import Networking

/// A source of the network in tests, over a server that answers as a script says.
struct ServiceUnderTest: CustomTestStringConvertible {
    /// The address of the source; what stands in the web has only its scheme and path here.
    let address: String

    /// One for every kind of source that reaches the network, and for each of its lists that is read in its own way.
    static let all = [
        "/feed", "/feed.json", "filter:cat:/feed", "hn:newest", "hn:front", "hn:thread:7", "hn:user:pat",
        "lobsters:newest", "lobsters:hottest", "lobsters:tag:swift", "lobsters:thread:x",
    ]
    .map(ServiceUnderTest.init)

    static let now = Timestamp(seconds: 1_795_262_400)

    private static let hackerNews = #"{"hits":[{"objectID":"1","created_at_i":1795262000,"title":"T"}],"nbHits":1}"#
    private static let lobsters = #"[{"short_id":"1","created_at":"2026-11-20T07:12:04Z","title":"T"}]"#
    private static let thread =
        #"{"short_id":"x","created_at":"2026-11-20T07:12:04Z","title":"T","#
        + #""comments":[{"short_id":"1","created_at":"2026-11-20T07:12:04Z","comment":"C"}]}"#
    private static let jsonFeed =
        #"{"version":"https://jsonfeed.org/version/1.1","items":[{"id":"1","content_text":"T"}]}"#
    private static let feed =
        "<rss version='2.0'><channel><title>F</title><item><guid>1</guid><title>T</title></item></channel></rss>"

    var testDescription: String { address }

    /// The right answer to a request of this path.
    static func answer(at path: String) -> Scenario {
        if path.hasPrefix("/feed.json") { return .text(jsonFeed, type: "application/feed+json") }
        if path.hasPrefix("/feed") { return .text(feed, type: "application/rss+xml") }
        if path.hasPrefix("/search") { return .text(hackerNews, type: "application/json") }
        return .text(path.hasPrefix("/s/") ? thread : lobsters, type: "application/json")
    }

    /// The supplier of this source where all of its network is at `site`.
    func supplier(at site: String, _ transport: any Transport) throws -> any Supplier {
        let around = surroundings(transport, hackerNews: site, lobsters: site)
        let place = address.lastIndex { $0 == ":" }.map { address.index(after: $0) } ?? address.startIndex
        let isWeb = address[place...].hasPrefix("/")
        let full = isWeb ? address[..<place] + site + address[place...] : address[...]
        return try SupplierRegistry(around)
            .supplier(for: SourceDescription(id: "test:x", address: String(full), name: "x"))
    }

    /// Runs `body` with a server that makes of each right answer what `scenario` says, and a supplier that asks it.
    func served<Answer>(
        limits: TransportLimits = TransportLimits(), certificate: TestCertificate? = nil,
        _ scenario: @escaping @Sendable (String, Scenario) -> Scenario,
        _ body: (ScenarioServer, any Supplier) async throws -> Answer
    ) async throws -> Answer {
        try await withServer([:], limits: limits, certificate: certificate) { server, transport in
            server.serve("/") { path in scenario(path, Self.answer(at: path)) }
            return try await body(server, supplier(at: server.url(""), transport))
        }
    }
}

/// Why `supplier` cannot be read now; nil where it can.
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

/// The names of the items that `supplier` has now.
func names(of supplier: any Supplier, at now: Timestamp = ServiceUnderTest.now) async throws -> [String] {
    try await supplier.fetch(FetchRequest(origin: .newest, now: now)).items.map(\.id)
}
