import ArgumentParser
import EngineConcepts
import EngineStandard
import FiberConfiguration
import Localization
import Networking
import Storage
import Suppliers

/// Refreshes all sources.
struct RefreshCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "refresh",
        abstract: "Fetch new items from all sources.",
        discussion: """
            The exit status is 1 if a source failed; the items of other sources are kept. Pending actions (likes, boosts, \
            bookmarks) are sent too.

            Every source is requested, even if its last answer is still fresh. Only sources that are rate limited, gone or \
            repeatedly failing are skipped for a while, with the time of the next attempt. --restart requests the gone and \
            failing ones too, but respects a rate limit (429 or 503 with Retry-After). For cron, --if-due requests only \
            sources that are due according to their server (Cache-Control, Expires), their feed (ttl, skipHours, skipDays, \
            sy:updatePeriod), how often they had new items, and the settings timeline.refresh-minutes and \
            timeline.rarest-refresh-hours.
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var fetch: FetchOptions

    @Flag(
        help:
            "First reset paging positions and errors of all sources. Stored tickets and rate limits are kept."
    )
    var restart = false

    @Flag(help: "Request only sources that are due. For cron.")
    var ifDue = false

    @Option(
        name: .source,
        help: "Refresh only this source, by its name or id, even if it is paused. Can be repeated.")
    var source: [String] = []

    @Flag(help: "Print the result as one JSON object.")
    var json = false

    func run() async throws {
        try await AppContext.with(global.directories, as: "fiber refresh", fetching: fetch.fetching) { context in
            try await run(context)
        }
    }

    private func run(_ context: AppContext) async throws {
        if context.library.sources.isEmpty {
            Console.report(Message("nothingFollowed"))
            // A script still gets its object, without sources.
            guard json else { return }
        }
        if restart {
            await context.engine.restartSuppliers()
        }
        if !source.isEmpty { try await context.askOnly(source) } else if !ifDue { context.reportStopped() }
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
            if let message = sent.summary { Console.report(message) }
        }
        for trouble in sent.troubles { Console.warn(trouble) }
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
        let code: String

        init(_ id: SupplierID, _ reason: Message) {
            source = id.rawValue
            supplier = id.rawValue
            self.reason = Localizer.english(reason)
            code = reason.code
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
        list(troubles.mapValues(\.message))
    }

    private static func list(_ reasons: [SupplierID: Message]) -> [Failed] {
        reasons.sorted { $0.key < $1.key }.map { Failed($0.key, $0.value) }
    }
}

extension AppContext {
    /// Names the sources that are paused because they have ended the program, except those that were named at the start.
    fileprivate func reportStopped() {
        for source in library.sources where fetchGuard.isPaused(source.id) && !pausedNow.contains(source.id) {
            Console.report("fiber: \(Console.words(FetchGuard.message(for: source.id, named: source.shownName)))")
        }
    }

    /// Pauses all sources but these for the rest of the command.
    fileprivate func askOnly(_ names: [String]) async throws {
        var wanted: Set<SupplierID> = []
        for name in names { wanted.insert(try await source(named: name).id) }
        for source in library.sources {
            if wanted.contains(source.id) { try fetchGuard.retry(source.id) }
            sources.controlUnit.setPaused(!wanted.contains(source.id), for: source.id.rawValue)
        }
    }
}
