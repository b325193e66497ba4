import EngineConcepts
import FiberConfiguration
import Networking
import Storage
import Suppliers

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
    /// The time between two requests of a feed within this process, sooner than which its supplier repeats its last answer.
    /// Zero in a process that has asked none.
    let feedSpacing: Duration
    /// Makes ``RefreshResult/json``, which takes a tenth of the time of a refresh of a thousand unchanged feeds; `nil` to
    /// leave it empty.
    let encodeFigures: (@Sendable (RefreshFigures) -> String)?

    /// Refreshes the named sources, or all. Throws if a name is unknown, the refresh fails as a whole, or the store is damaged
    /// where the next screen reads it; sources that fail are part of the result.
    package func run(_ request: RefreshRequest) async throws -> RefreshResult {
        let found = Set(try await sources.sources(named: request.sources).map(\.id))
        let named = found.isEmpty ? nil : found
        if request.restart { await engine.restartSuppliers(named) }
        try await resume(found)
        return try await refresh(request, of: named)
    }

    /// Resumes what is paused of these sources because it has crashed the program. A stream that was closed for that opens
    /// again.
    private func resume(_ suppliers: Set<SupplierID>) async throws {
        let paused = suppliers.filter { id in WatchedPart.allCases.contains { fetchGuard.isPaused(id, $0) } }
        for id in paused { try fetchGuard.retry(id) }
        if !paused.isEmpty { await engine.suppliersChanged() }
    }

    private func refresh(_ request: RefreshRequest, of named: Set<SupplierID>?) async throws -> RefreshResult {
        if !request.ifDue { try await waitOutSpacing(of: named) }
        let meter = await RefreshMeter(engine, requests, encode: encodeFigures)
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
            failedSources: failedSources ?? .empty, json: await meter?.json(report, sent) ?? "")
    }
}

extension RefreshWork {
    /// Waits until the feeds can be asked again: the user wants what is new since their last answer, however recent it is.
    private func waitOutSpacing(of named: Set<SupplierID>?) async throws {
        guard feedSpacing > .zero else { return }
        let feeds = await engine.snapshot.suppliers.filter { $0.kind == .feed && (named?.contains($0.id) ?? true) }
        guard let last = feeds.compactMap(\.requests.lastSuccess).max() else { return }
        let pause = fills.time.now().since(last)
        guard pause >= .zero, pause < feedSpacing else { return }
        // The times of requests are in milliseconds.
        try await fills.time.sleep(for: feedSpacing - pause + .milliseconds(1))
    }
}

/// Measures a refresh from its start, for programs that read its figures.
private struct RefreshMeter {
    private let engine: any TrackObserving
    private let requests: RequestCounter
    private let encode: @Sendable (RefreshFigures) -> String
    private let statistics: EngineStatistics
    private let network: RequestCounter.Totals

    /// Begins to measure, or returns `nil` if the figures are not wanted.
    init?(
        _ engine: any TrackObserving, _ requests: RequestCounter, encode: (@Sendable (RefreshFigures) -> String)?
    ) async {
        guard let encode else { return nil }
        self.engine = engine
        self.requests = requests
        self.encode = encode
        statistics = await engine.statistics
        network = requests.totals
    }

    /// Returns the figures until now as one JSON object.
    func json(_ report: FillReport, _ actions: PendingActionsReport) async -> String {
        let (all, sources) = await engine.statistics.requests(since: statistics)
        return encode(
            RefreshFigures(
                report: report, actions: actions, requests: all, sources: sources,
                network: requests.totals.since(network)))
    }
}

extension RefreshWork {
    /// - Parameters:
    ///   - progress: Receives the progress, or `nil` to report none.
    ///   - hasAsked: True if this process may have asked the sources already.
    ///   - encodeFigures: Makes the result as one JSON object, or `nil` if it is not wanted.
    package init(
        _ context: AppContext, progress: RunProgress.Handler? = nil, hasAsked: Bool = false,
        encodeFigures: (@Sendable (RefreshFigures) -> String)?
    ) {
        self.init(
            fills: FillRun(context, progress: progress), engine: context.engine, sources: context.sourceLookup,
            fetchGuard: context.fetchGuard, store: context.store, requests: context.sources.factory.requests,
            refreshLists: { [notes = context.notes] in await notes.refreshLists(onlyDue: $0) },
            feedSpacing: hasAsked ? context.sources.factory.dependencies.polling.spacing : .zero,
            encodeFigures: encodeFigures)
    }
}
