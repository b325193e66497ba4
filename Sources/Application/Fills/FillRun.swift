import EngineConcepts
import FiberConfiguration

/// Runs one fill to its end, including late answers, and reports its progress.
struct FillRun {
    /// The kind of a run.
    enum Kind: Equatable {
        case refresh(RefreshOccasion)
        /// A fill of a gap, which also asks sources that keep failing.
        case fill
    }

    let engine: any TrackObserving & TrackFilling
    /// The sources, for their names.
    let library: Library
    let time: any TimeSource
    /// Receives the progress, or `nil` to report none.
    let progress: RunProgress.Handler?

    /// Refreshes sources and returns the result.
    ///
    /// - Parameter sources: The sources to refresh, even if they are paused, and to report on, or `nil` for all that are not
    ///   paused.
    func refresh(_ occasion: RefreshOccasion, of sources: Set<SupplierID>? = nil) async throws -> FillReport {
        let count = if let sources { sources.count } else { await engine.snapshot.suppliers.count }
        var report = try await follow(.refresh(occasion), ProgressCounter(of: count)) {
            engine.refresh(occasion, of: sources, includingPaused: sources != nil)
        }
        if let sources { report.keep(only: sources) }
        return report
    }

    /// Fills a gap from its newer end and returns the result.
    ///
    /// - Parameters:
    ///   - view: The sources to ask in a partial gap.
    ///   - isRetry: True to ask sources too that could not deliver the gap.
    func fill(
        _ gap: GapID, amount: FillAmount, in view: TrackView = .all, isRetry: Bool = false
    ) async throws -> FillReport {
        try await follow(.fill, ProgressCounter()) {
            isRetry
                ? engine.retry(gap, from: .newer, amount: amount, in: view)
                : engine.fill(gap, from: .newer, amount: amount, in: view)
        }
    }

    /// Starts a run, waits for its end and returns the result. If the task is cancelled, withdraws from the run and throws
    /// `CancellationError`.
    private func follow(_ kind: Kind, _ counter: ProgressCounter, _ start: () -> FillID) async throws -> FillReport {
        let began = time.now()
        let lateBefore = await engine.lateOutcome
        let events = engine.events()
        let id = start()
        let watched = await withTaskCancellationHandler {
            await watch(events, for: id, counter)
        } onCancel: { [engine] in
            engine.withdraw(id)
        }
        guard !Task.isCancelled else {
            progress?(nil)
            throw CancellationError()
        }
        await engine.waitUntilIdle()
        progress?(nil)
        if let failure = watched.failure { throw CommandFailure(failure) }
        var report = watched.report
        // Late answers are committed by now: they count, and the suppliers' states tell who failed, not the end of the
        // fill.
        report.add(await engine.lateOutcome, since: lateBefore)
        let suppliers = await engine.snapshot.suppliers
        // Most refreshes end without a failure and need no names; making a thousand takes time.
        let names =
            suppliers.contains(where: \.mayHaveFailed)
            ? library.withCurrentNames(of: suppliers).distinctNames(of: suppliers.map(\.id)) : [:]
        for status in suppliers {
            let name = names[status.id] ?? status.name
            report.sourceFailures[status.id] =
                SourceFailure(status, named: name, since: began, in: kind, now: time.now())
                ?? SourceFailure(interrupted: status, since: began, in: kind)
            report.warnings[status.id] = status.warnings(since: began, in: kind)
        }
        return report
    }

    /// Returns the result of a run at its end, and the failure of the run or of the engine, if any.
    private func watch(
        _ events: AsyncStream<EngineEvent>, for id: FillID, _ counter: ProgressCounter
    ) async -> (report: FillReport, failure: EngineFailure?) {
        var counter = counter
        var report = FillReport()
        var failure: EngineFailure?
        var failedSources: [String] = []
        events: for await event in events {
            switch event {
            case .progress(id, let state):
                guard let progress else { continue events }
                let (done, total) = counter.counts(after: state)
                progress(
                    RunProgress(
                        done: done, total: total, failedSources: failedSources,
                        latest: state.latest.map { library.shownName(of: $0.supplier) } ?? ""))
            case .supplierFailed(let supplier, _, _):
                failedSources.append(library.shownName(of: supplier))
            case .fill(id, _, .done(let outcome)):
                report.add(outcome)
            case .fill(id, _, .failed(let found)), .failure(let found):
                failure = found
            case .fill, .progress, .action, .created, .committed, .stream:
                break
            }
            if case .fill(id, _, let state) = event, state.isFinal { break events }
        }
        return (report, failure)
    }
}

extension FillRun {
    /// - Parameter progress: Receives the progress, or `nil` to report none.
    init(_ context: AppContext, progress: RunProgress.Handler?) {
        self.init(engine: context.engine, library: context.library, time: context.time, progress: progress)
    }
}

/// A counter of a fill's progress: of sources if all are asked, otherwise of pages, because one source can have several.
private struct ProgressCounter {
    private let total: Int?
    private var done: Set<SupplierID> = []

    /// Counts pages, or up to `total` sources.
    init(of total: Int? = nil) { self.total = total }

    mutating func counts(after progress: FillProgress) -> (done: Int, total: Int) {
        guard let total else { return (progress.answeredCount, progress.requestedCount) }
        if let latest = progress.latest { done.insert(latest.supplier) }
        return (done.count, total)
    }
}

extension SupplierStatus {
    /// Returns the warnings about the last answer, or `nil` if there are none. A refresh by the user reports them even if it
    /// was too early for another request.
    ///
    /// - Parameter began: The start of the run; earlier answers do not count otherwise.
    fileprivate func warnings(since began: Timestamp, in run: FillRun.Kind) -> Message? {
        let hasAnswered = requests.lastSuccess.map { $0 >= began } ?? false
        return hasAnswered || run == .refresh(.manual) && !isPaused ? warnings : nil
    }

    /// True unless the source certainly did not fail.
    fileprivate var mayHaveFailed: Bool {
        switch requests.condition {
        case .healthy, .notAsked: false
        case .slow, .failed: true
        }
    }
}
