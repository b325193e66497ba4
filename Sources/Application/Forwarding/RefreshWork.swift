import EngineConcepts
import FiberConfiguration
import Networking
import Storage

/// Refreshes sources and sends pending actions.
package struct RefreshWork {
    let fills: FillRun
    let engine: any TrackObserving & SupplierManaging & ActionManaging
    /// Finds the sources that a request names.
    let sources: SourceLookup
    /// Resumes named sources that were paused because they crashed the program.
    let fetchGuard: FetchGuard
    let store: TrackDatabase
    /// Counts requests.
    let requests: RequestCounter
    /// Gets the lists of notes on authors, or only those that are due, and returns the messages about those that failed
    /// now.
    let refreshLists: @Sendable (_ onlyDue: Bool) async -> [Message]
    /// Makes ``RefreshResult/json``, which takes a tenth of the time of a refresh of a thousand unchanged feeds; `nil` to
    /// leave it empty.
    let encodeFigures: (@Sendable (RefreshFigures) -> String)?

    /// Refreshes the named sources, or all. Throws if a name is unknown, the refresh fails as a whole, or the store is damaged
    /// where the next screen reads it; sources that fail are part of the result.
    package func run(_ request: RefreshRequest) async throws -> RefreshResult {
        let found = Set(try await sources.sources(named: request.sources).map(\.id))
        let named = found.isEmpty ? nil : found
        if request.restart { await engine.restartSuppliers(named) }
        for id in found { try fetchGuard.retry(id) }
        return try await refresh(request, of: named)
    }

    private func refresh(_ request: RefreshRequest, of named: Set<SupplierID>?) async throws -> RefreshResult {
        let start: Counters? = if encodeFigures == nil { nil } else { await counters }
        let pending = await PendingActionsSending(engine)
        // The lists of notes on authors are got with all sources.
        async let failures = request.sources.isEmpty ? await refreshLists(request.ifDue) : []
        var report = try await fills.refresh(request.ifDue ? .routine : .manual, of: named)
        let moved = fills.library.warningsOfMovedSources(await engine.snapshot.suppliers)
        report.warnings.merge(moved.filter { named?.contains($0.key) ?? true }) { .sentences($0, $1) }
        let sent = await pending.end()
        try await store.checkFirstScreen()
        let failedSources =
            report.sourceFailures.isEmpty
            ? nil
            : report.failedSources(
                in: fills.library.withCurrentNames(of: await engine.snapshot.suppliers), among: named)
        return RefreshResult(
            summary: report.summary, inserted: report.inserted, actions: sent.summary,
            warnings: sent.warnings + report.sortedWarnings + (await failures),
            failedSources: failedSources ?? .empty, json: await figures(report, sent, since: start))
    }

    /// Returns the result as one JSON object, or an empty text if it is not wanted.
    private func figures(_ report: FillReport, _ sent: PendingActionsReport, since start: Counters?) async -> String {
        guard let encodeFigures, let start else { return "" }
        let end = await counters
        let (all, sources) = end.statistics.requests(since: start.statistics)
        return encodeFigures(
            RefreshFigures(
                report: report, actions: sent, requests: all, sources: sources,
                network: end.network.since(start.network)))
    }

    /// The requests since the start of the process.
    private struct Counters {
        let statistics: EngineStatistics
        let network: RequestCounter.Totals
    }

    private var counters: Counters {
        get async { Counters(statistics: await engine.statistics, network: requests.totals) }
    }
}

extension RefreshWork {
    /// - Parameters:
    ///   - progress: Receives the progress, or `nil` to report none.
    ///   - encodeFigures: Makes the result as one JSON object, or `nil` if it is not wanted.
    package init(
        _ context: AppContext, progress: RunProgress.Handler? = nil,
        encodeFigures: (@Sendable (RefreshFigures) -> String)?
    ) {
        self.init(
            fills: FillRun(context, progress: progress), engine: context.engine, sources: context.sourceLookup,
            fetchGuard: context.fetchGuard, store: context.store, requests: context.sources.factory.requests,
            refreshLists: { [notes = context.notes] in await notes.refreshLists(onlyDue: $0) },
            encodeFigures: encodeFigures)
    }
}
