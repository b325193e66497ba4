import EngineConcepts
import EngineStandard
import FiberConfiguration
import Localization
import Networking
import Storage

/// The parameters of `fiber refresh`.
struct RefreshRequest: ForwardedRequest, Equatable {
    typealias Outcome = RefreshResult

    /// True to request only sources that are due.
    var ifDue = false
    /// True to reset paging positions and errors of these sources first.
    var restart = false
    /// The sources to refresh, by name or id; empty for all.
    var sources: [String] = []

    var envelope: RequestEnvelope.Request { .refresh(self) }
}

/// The result of a refresh in messages, so that another process can print it.
struct RefreshResult: Codable {
    let summary: Message
    /// The outcome of pending actions, or `nil` if none waited.
    let actions: Message?
    let warnings: [Message]
    /// The sources that failed. Not optional: a reply without it is of another version, and no success.
    let failedSources: FailedSources
    /// The result as one JSON object.
    let json: String
}

/// Refreshes sources and sends pending actions.
struct RefreshWork {
    let context: AppContext
    var showsProgress = true
    /// True to make ``RefreshResult/json``, which takes a tenth of the time of a refresh of a thousand unchanged feeds.
    var wantsJSON = true

    func run(_ request: RefreshRequest) async throws -> RefreshResult {
        let sources = Set(try await context.sources(named: request.sources).map(\.id))
        let named = sources.isEmpty ? nil : sources
        if request.restart { await context.engine.restartSuppliers(named) }
        for id in sources { try context.fetchGuard.retry(id) }
        return try await refresh(request, of: named)
    }

    private func refresh(_ request: RefreshRequest, of sources: Set<SupplierID>?) async throws -> RefreshResult {
        let pending = await PendingActionsSending(context.engine)
        async let failures = failuresOfLists(request)
        let report = try await FillRun(context: context, showsProgress: showsProgress)
            .refresh(request.ifDue ? .routine : .manual, of: sources)
        let sent = await pending.end()
        let failedSources =
            report.sourceFailures.isEmpty
            ? nil : report.failedSources(in: await context.withCurrentNames(), among: sources)
        return RefreshResult(
            summary: report.summary, actions: sent.summary,
            warnings: sent.warnings + report.sortedWarnings + (await failures),
            failedSources: failedSources ?? .empty,
            json: wantsJSON ? await json(report, sent).line : "")
    }

    /// Gets the lists of notes on authors with all sources, and returns the messages about those that failed now.
    private func failuresOfLists(_ request: RefreshRequest) async -> [Message] {
        guard request.sources.isEmpty else { return [] }
        let began = context.time.now()
        await context.notes.refresh(onlyDue: request.ifDue)
        return await context.notes.status
            .compactMap { list, record in
                guard let failure = record.failure, let checked = record.checked, checked >= began else { return nil }
                return CommentaryService.failureMessage(list, failure)
            }
    }

    private func json(_ report: FillReport, _ sent: PendingActionsReport) async -> JSONObject {
        JSONObject(
            report, actions: sent, statistics: await context.engine.statistics,
            network: context.sources.factory.requests.totals)
    }
}

extension JSONObject {
    /// Creates the object that `refresh --json` prints. `supplier` and `suppliers` stand beside `source` and `sources`
    /// until 1.0.
    fileprivate init(
        _ report: FillReport, actions: PendingActionsReport, statistics: EngineStatistics,
        network: RequestCounter.Totals
    ) {
        let sources = statistics.suppliers.map { JSONObject($0.requests, of: $0.id) }
        let requests: JSONObject = [
            "requests": network.requests, "unchanged": network.unchanged, "failed": network.failures,
            "connections": network.connections, "reused": network.reused,
            "connectingMilliseconds": Int(network.connecting / .milliseconds(1)), "bytes": network.bytes,
            "wireBytes": network.wireBytes,
        ]
        self = [
            "type": "refresh", "inserted": report.inserted, "updated": report.updated, "deleted": report.deleted,
            "failed": Self.list(report.sourceFailures.mapValues { $0.reason.message(in: .english) }),
            "warnings": Self.list(report.warnings),
            "requests": JSONObject(statistics.requests), "sources": sources, "suppliers": sources, "network": requests,
            "actions": actions.json,
        ]
    }

    private static func list(_ reasons: [SupplierID: Message]) -> [JSONObject] {
        reasons.sorted { $0.key < $1.key }
            .map { id, reason in
                [
                    "source": id.rawValue, "supplier": id.rawValue, "reason": Localizer.english(reason),
                    "code": reason.code,
                ]
            }
    }
}
