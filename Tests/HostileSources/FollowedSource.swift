public import EngineConcepts
public import EngineStandard
public import EngineTestSupport
import Suppliers

/// A source behind a ``ScriptedTransport``, followed by an engine of its own.
public struct FollowedSource: Sendable {
    /// The time when a source is first asked.
    public static let start = Timestamp(seconds: 1_800_000_000)

    /// The kinds of sources that read what others send.
    public enum Kind: String, CaseIterable, Sendable {
        case rss, atom, jsonFeed, jsonLines, hackerNews, hackerNewsFront, lobsters, lobstersHottest, lobstersThread
        case mastodon, mastodonTrends, bluesky

        fileprivate var address: String {
            switch self {
            case .rss, .atom, .jsonFeed, .jsonLines: "https://feed.example/feed"
            case .hackerNews: "hn:newest"
            case .hackerNewsFront: "hn:front"
            case .lobsters: "lobsters:newest"
            case .lobstersHottest: "lobsters:hottest"
            case .lobstersThread: "lobsters:thread:abc123"
            case .mastodon: "local@social.example"
            case .mastodonTrends: "trends@social.example"
            case .bluesky: "bluesky:public/user:did:plc:ann"
            }
        }

        /// The media type of the documents.
        public var mediaType: String {
            switch self {
            case .rss: "application/rss+xml"
            case .atom: "application/atom+xml"
            case .jsonLines: "application/jsonl"
            case .jsonFeed, .hackerNews, .hackerNewsFront, .lobsters, .lobstersHottest, .lobstersThread, .mastodon,
                .mastodonTrends, .bluesky:
                "application/json"
            }
        }
    }

    public let time: ManualTimeSource
    public let engine: StandardEngine
    private let store: any TrackStore & TrackReader
    private let supplier: any Supplier

    /// Follows a source of this kind, whose answers come from `transport`.
    public init(
        _ kind: Kind, _ transport: ScriptedTransport, store: any TrackStore & TrackReader = MemoryTrackStore()
    ) async throws {
        time = ManualTimeSource(Self.start)
        let registry = SupplierRegistry(
            SupplierDependencies(
                transport: transport, time: time, commands: CommandRunner(environment: [:]),
                serviceAddresses: [
                    .hackerNews: "https://hn.example/api/v1", .lobsters: "https://lobsters.example",
                ]))
        supplier = try registry.supplier(for: SourceDescription(id: "hostile:x", address: kind.address))
        self.store = store
        engine = StandardEngine(controlUnit: ModularControlUnit([supplier], time: time), store: store, time: time)
        await engine.suppliersChanged()
    }

    /// Asks the source for what is new, a day or another time after it was last asked.
    public func refresh(after pause: Duration = .seconds(86_400)) async {
        time.advance(by: pause)
        engine.refresh()
        await engine.waitUntilIdle()
    }

    /// Fills the first gaps that can be filled.
    public func fill() async {
        for gap in await engine.snapshot.gaps.prefix(2) {
            engine.fill(gap.id, from: .newer, amount: .all)
            await engine.waitUntilIdle()
        }
    }

    /// Forgets what is held in memory, as at the end of the program.
    public func restart() async {
        await supplier.clearCurrentData()
    }

    /// The entries of the Track, newest first.
    public func entries() async throws -> [TrackEntry] {
        try await store.window(WindowRequest(anchor: .top, above: 0, below: 10_000)).rows
            .compactMap(\.entry)
    }

    /// Lays out everything that a screen would show.
    ///
    /// - Returns: The violations of the Track's rules, as sentences.
    public func violations() async throws -> [String] {
        let entries = try await entries()
        var violations: [String] = []
        for (entry, next) in zip(entries, entries.dropFirst()) where !(entry.ticket.key < next.ticket.key) {
            violations.append("\(entry.ticket.key) is above \(next.ticket.key)")
        }
        if Set(entries.map(\.ticket.id)).count != entries.count { violations.append("a ticket is there twice") }
        for entry in entries {
            let ticket = entry.ticket
            let times = [ticket.key.time, ticket.shownTime, ticket.editTime].compactMap(\.self)
            if !times.allSatisfy(Timestamp.dates.contains) {
                violations.append("\(ticket.id) has a time that is no date")
            }
            _ = supplier.presenter.present(ticket)
        }
        for gap in await engine.snapshot.gaps { _ = gap.timeframe.duration }
        return violations
    }
}
