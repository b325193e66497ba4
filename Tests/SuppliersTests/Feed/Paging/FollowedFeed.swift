import EngineConcepts
import EngineStandard
import EngineTestSupport
import ScenarioServer
import Suppliers
import Testing

@testable import Networking

/// An engine with one feed of a scenario server, and its user's actions.
struct FollowedFeed {
    /// The default start time of tests.
    static let start = Timestamp(seconds: 1_800_000_000)

    let time: ManualTimeSource
    let store = MemoryTrackStore()
    let engine: StandardEngine

    /// Creates an engine with `supplier`.
    init(_ supplier: any Supplier, at now: Timestamp = start) async {
        time = ManualTimeSource(now)
        engine = StandardEngine(controlUnit: ModularControlUnit([supplier], time: time), store: store, time: time)
        await engine.suppliersChanged()
    }

    /// Follows the feed at `path` under the name x.
    init(_ server: ScenarioServer, _ transport: HTTPTransport, at path: String) async {
        await self.init(
            FeedSupplier(id: "feed:x", name: "x", address: server.url(path), transport: transport))
    }

    /// Refreshes and returns the resulting Track.
    @discardableResult
    func refresh() async -> TrackSnapshot {
        engine.refresh()
        await engine.waitUntilIdle()
        return await engine.snapshot
    }

    /// Fills all of a gap and returns the resulting Track.
    @discardableResult
    func fill(_ gap: GapID) async -> TrackSnapshot {
        engine.fill(gap, from: .newer, amount: .all)
        await engine.waitUntilIdle()
        return await engine.snapshot
    }

    /// Tries again to fill all of a gap that could not be filled, and returns the resulting Track.
    @discardableResult
    func retry(_ gap: GapID) async -> TrackSnapshot {
        engine.retry(gap, from: .newer, amount: .all, in: .all)
        await engine.waitUntilIdle()
        return await engine.snapshot
    }

    /// The causes of the gaps.
    var causes: [GapCause] {
        get async { await engine.snapshot.gaps.flatMap(\.missing).map(\.cause) }
    }

    /// Returns the IDs of the tickets that the Track shows.
    func shown() async throws -> [String] {
        try await store.window(WindowRequest(anchor: .top, above: 0, below: 1000)).rows
            .compactMap(\.entry?.ticket.id.item)
    }
}

/// A feed document with one item for each of these hours before ``FollowedFeed/start``.
struct FeedPage {
    /// Where a document is truncated.
    enum Cut: CaseIterable {
        case betweenItems, withinItem, beforeItems
    }

    var hours: [Int]
    /// The links by relation; in JSON, only the next page.
    var links: [String: String] = [:]
    var isArchive = false
    var isDated = true
    var cut: Cut?

    /// The document as a server response.
    func scenario(_ format: FeedScenario.Format = .atom) -> Scenario {
        let isJSON = format == .json
        let entries = hours.map(isJSON ? json : atom)
        let body =
            switch cut {
            case .betweenItems: entries.dropLast().joined()
            case .withinItem: entries.dropLast().joined() + (entries.last ?? "").dropLast(20)
            case .beforeItems: ""
            case nil: isJSON ? entries.joined().dropLast() + "]}" : entries.joined() + "</feed>"
            }
        return .text(
            (isJSON ? jsonHead : atomHead) + body, type: isJSON ? "application/feed+json" : "application/atom+xml")
    }

    private var atomHead: String {
        let list = links.map { "<link rel='\($0.key)' href='\($0.value)'/>" }.joined()
        let mark = isArchive ? "<archive xmlns='http://purl.org/syndication/history/1.0'/>" : ""
        return "<feed xmlns='http://www.w3.org/2005/Atom'><title>S</title>\(list)\(mark)"
    }

    private var jsonHead: String {
        let next = links["next"].map { #""next_url":"\#($0)","# } ?? ""
        return #"{"version":"https://jsonfeed.org/version/1.1",\#(next)"items":["#
    }

    private func atom(_ hour: Int) -> String {
        "<entry><id>urn:\(hour)</id>\(isDated ? "<published>\(date(hour))</published>" : "")</entry>"
    }

    private func json(_ hour: Int) -> String {
        #"{"id":"urn:\#(hour)"\#(isDated ? #","date_published":"\#(date(hour))""# : "")},"#
    }

    private func date(_ hour: Int) -> String {
        FollowedFeed.start.advanced(by: .seconds(-hour * 3600)).rfc3339
    }
}
