import EngineConcepts

/// Runs one fill to its end, including late answers, and shows its progress.
struct FillRun {
    /// The kind of a run.
    enum Kind: Equatable {
        case refresh(RefreshOccasion)
        /// A fill of a gap, which also asks sources that keep failing.
        case fill
    }

    let context: AppContext
    let showsProgress: Bool

    /// Refreshes sources and returns the result.
    ///
    /// - Parameter sources: The sources to refresh, even if they are paused, and to report on, or `nil` for all that are not
    ///   paused.
    func refresh(_ occasion: RefreshOccasion, of sources: Set<SupplierID>? = nil) async throws -> FillReport {
        let count = if let sources { sources.count } else { await context.engine.snapshot.suppliers.count }
        var report = try await follow(.refresh(occasion), ProgressCounter(of: count)) {
            context.engine.refresh(occasion, of: sources, includingPaused: sources != nil)
        }
        if let sources { report.keep(only: sources) }
        return report
    }

    /// Fills a gap from its newer end and returns the result.
    ///
    /// - Parameter view: The sources to ask in a partial gap.
    func fill(_ gap: GapID, amount: FillAmount, in view: TrackView = .all) async throws -> FillReport {
        try await follow(.fill, ProgressCounter()) { context.engine.fill(gap, from: .newer, amount: amount, in: view) }
    }

    /// Starts a run, waits for its end and returns the result.
    private func follow(
        _ kind: Kind, _ counter: ProgressCounter, _ start: () -> FillID
    ) async throws -> FillReport {
        let began = context.time.now()
        let lateBefore = await context.engine.lateOutcome
        let events = context.engine.events()
        let id = start()
        let watched = await watch(events, for: id, counter)
        await context.engine.waitUntilIdle()
        if showsProgress { Console.progress("") }
        if let failure = watched.failure { throw CommandFailure(failure) }
        var report = watched.report
        // Late answers are committed by now: they count, and the suppliers' states tell who failed, not the end of the
        // fill.
        report.add(await context.engine.lateOutcome, since: lateBefore)
        let suppliers = await context.engine.snapshot.suppliers
        // Most refreshes end without a failure, and then nobody asks for a thousand names.
        let names =
            suppliers.contains(where: \.mayHaveFailed)
            ? await context.withCurrentNames().distinctNames(of: suppliers.map(\.id)) : [:]
        for status in suppliers {
            let name = names[status.id] ?? status.name
            report.sourceFailures[status.id] = SourceFailure(
                status, named: name, since: began, in: kind, now: context.time.now())
            report.warnings[status.id] = status.warning
        }
        return report
    }

    /// Returns what a run brought until its end, and the failure of the run or of the engine, if any.
    private func watch(
        _ events: AsyncStream<EngineEvent>, for id: FillID, _ counter: ProgressCounter
    ) async -> (report: FillReport, failure: Message?) {
        var counter = counter
        var report = FillReport()
        var failure: Message?
        var failedSources: [String] = []
        events: for await event in events {
            switch event {
            case .progress(id, let progress) where showsProgress:
                let name = progress.latest.map(context.name) ?? ""
                let failed =
                    failedSources.isEmpty
                    ? ""
                    : "  "
                        + Console.text(Message("fillFailedSoFar", ["sources": .list(failedSources.map { .text($0) })]))
                Console.progress("\(counter.text(after: progress))\(failed)  \(name)")
            case .supplierFailed(let supplier, _, _):
                failedSources.append(context.name(of: supplier))
            case .fill(id, _, .done(let outcome)):
                report.add(outcome)
            case .fill(id, _, .failed(let message)), .failure(let message):
                failure = message
            case .fill, .progress, .action, .created, .committed, .stream:
                break
            }
            if case .fill(id, _, let state) = event, state.isFinal { break events }
        }
        return (report, failure)
    }
}

/// A counter of a fill's progress: of sources if all are asked, otherwise of pages, because one source can have several.
private struct ProgressCounter {
    private let total: Int?
    private var done: Set<SupplierID> = []

    /// Counts pages, or up to `total` sources.
    init(of total: Int? = nil) {
        self.total = total
    }

    mutating func text(after progress: FillProgress) -> String {
        guard let total else { return "\(progress.answeredCount)/\(progress.requestedCount)" }
        if let latest = progress.latest { done.insert(latest) }
        return "\(done.count)/\(total)"
    }
}

extension SupplierStatus {
    /// True unless the source certainly did not fail.
    fileprivate var mayHaveFailed: Bool {
        switch condition {
        case .healthy, .neverAsked: false
        case .slow, .failed: true
        }
    }
}
