import ArgumentParser
import EngineConcepts
import FiberConfiguration
import Networking
import Suppliers

/// Refreshes all sources.
struct RefreshCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "refresh",
        abstract: "Fetch what is new from all sources.",
        discussion: """
            Ends with status 1 where a source failed, and names it; what the others brought is kept. What was asked of \
            sources before (likes, boosts, bookmarks) and could not be sent yet is sent, too.

            Whoever runs this wants to know, so each source is asked, however fresh what it last said is; only one that asked \
            for patience, is gone for good or keeps failing is left in peace for a while, and is named with the time until \
            which it is. --restart asks those, too, that are gone or keep failing; patience that a server asked for (429 or \
            503 with Retry-After) is kept. For cron there is --if-due: a source is then asked when it is due, as its \
            server says (Cache-Control, Expires) and its feed (ttl, skipHours, skipDays, sy:updatePeriod), as often as it \
            has had something new, and as timeline.refresh-minutes and timeline.rarest-refresh-hours allow.
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var fetch: FetchOptions

    @Flag(
        help:
            "Forget first where each source was to be read on, and that it failed; what is stored stays, and so does the patience that a server asked for."
    )
    var restart = false

    @Flag(help: "Ask only the sources that are due, and leave the others in peace. For cron.")
    var ifDue = false

    @Flag(help: "Print what happened as one JSON object.")
    var json = false

    func run() async throws {
        try await AppContext.with(global, as: "fiber refresh", fetching: fetch.fetching) { context in
            try await run(context)
        }
    }

    private func run(_ context: AppContext) async throws {
        if context.library.sources.isEmpty {
            Console.report("Nothing is followed yet. `fiber add URL` adds a source.")
            // A script still gets its object, without sources.
            guard json else { return }
        }
        if restart {
            await context.engine.restartSuppliers()
        }
        let kept = await OutboxRun(context.engine)
        let report = try await FillRun(context: context).refresh(ifDue ? .routine : .manual)
        let sent = await kept.end()
        try await context.labels.indexer.findStories(upTo: 20_000)
        if json {
            let line = RefreshLine(
                report: report, actions: sent, statistics: await context.engine.statistics,
                network: context.sources.factory.requests.totals)
            try Console.print(JSONLines().line(line))
        } else {
            Console.report(report.summary)
            if let words = sent.summary { Console.report(words) }
        }
        for trouble in sent.troubles { Console.report("fiber: warning: \(trouble)") }
        report.reportRemarks()
        try report.throwTroubles(of: context)
    }
}

/// The object that `refresh --json` prints. `supplier` and `suppliers` stand beside `source` and `sources` until 1.0.
private struct RefreshLine: Encodable {
    struct Failed: Encodable {
        let source: String
        let supplier: String
        let reason: String

        init(_ id: SupplierID, _ reason: String) {
            source = id.rawValue
            supplier = id.rawValue
            self.reason = reason
        }
    }

    struct Network: Encodable {
        let requests: Int
        let unchanged: Int
        let failed: Int
        let connections: Int
        let reused: Int
        let connectingMilliseconds: Int
        let bytes: Int
        let wireBytes: Int
    }

    let type = "refresh"
    let inserted: Int
    let updated: Int
    let deleted: Int
    let failed: [Failed]
    let warnings: [Failed]
    let requests: RequestLine
    let sources: [RequestLine]
    let suppliers: [RequestLine]
    let network: Network
    let actions: OutboxReport

    init(report: FillReport, actions: OutboxReport, statistics: EngineStatistics, network: RequestLog.Totals) {
        self.actions = actions
        self.network = Network(
            requests: network.requests, unchanged: network.unchanged, failed: network.failures,
            connections: network.connections, reused: network.reused,
            connectingMilliseconds: Int(network.connecting / .milliseconds(1)), bytes: network.bytes,
            wireBytes: network.wireBytes)
        inserted = report.inserted
        updated = report.updated
        deleted = report.deleted
        failed = Self.list(report.troubles)
        warnings = Self.list(report.remarks)
        requests = RequestLine(source: nil, requests: statistics.requests)
        sources = statistics.suppliers.map { RequestLine(source: $0.id, requests: $0.requests) }
        suppliers = sources
    }

    private static func list(_ troubles: [SupplierID: SourceFailure]) -> [Failed] {
        list(troubles.mapValues(\.words))
    }

    private static func list(_ reasons: [SupplierID: String]) -> [Failed] {
        reasons.sorted { $0.key < $1.key }.map { Failed($0.key, $0.value) }
    }
}
