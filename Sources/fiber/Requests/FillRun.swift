import EngineConcepts
import FiberConfiguration
import Localization

/// Runs one fill to its end, including late answers, and shows its progress.
struct FillRun {
    let context: AppContext
    let showsProgress: Bool

    /// - Parameter wanted: The sources to refresh and to report on, or `nil` for all.
    func refresh(_ occasion: RefreshOccasion, of wanted: Set<SupplierID>? = nil) async throws -> FillReport {
        let count = if let wanted { wanted.count } else { await context.engine.snapshot.suppliers.count }
        var report = try await follow(FillCount(of: count), occasion) { context.engine.refresh(occasion, of: wanted) }
        if let wanted { report.keep(only: wanted) }
        return report
    }

    /// - Parameter view: The sources to ask in a partial gap.
    func fill(_ gap: GapID, amount: FillAmount, in view: TrackView = .all) async throws -> FillReport {
        try await follow(FillCount()) { context.engine.fill(gap, from: .newer, amount: amount, in: view) }
    }

    /// - Parameter occasion: The reason for a refresh, or `nil` to fill a gap.
    private func follow(
        _ count: FillCount, _ occasion: RefreshOccasion? = nil, _ start: () -> FillID
    ) async throws -> FillReport {
        let began = context.time.now()
        let lateBefore = await context.engine.lateOutcome
        let events = context.engine.events()
        let id = start()
        var report = await watch(events, for: id, count)
        await context.engine.waitUntilIdle()
        if showsProgress { Console.progress("") }
        // Late answers are committed by now: they count, and the suppliers' states tell who failed, not the end of the
        // fill.
        report.add(await context.engine.lateOutcome, since: lateBefore)
        let suppliers = await context.engine.snapshot.suppliers
        // Most refreshes end without a failure, and then nobody asks for a thousand names.
        let names =
            suppliers.contains(where: \.mayBeTroubled)
            ? await context.withCurrentNames().distinctNames(of: suppliers.map(\.id)) : [:]
        for status in suppliers {
            let name = names[status.id] ?? status.name
            report.troubles[status.id] = SourceFailure(
                status, named: name, since: began, occasion, now: context.time.now())
            report.remarks[status.id] = status.remark
        }
        if let failure = report.failure { throw CommandFailure(.failed, failure) }
        return report
    }

    private func watch(_ events: AsyncStream<EngineEvent>, for id: FillID, _ count: FillCount) async -> FillReport {
        var count = count
        var report = FillReport()
        var troubled: [String] = []
        events: for await event in events {
            switch event {
            case .progress(id, let progress) where showsProgress:
                let name = progress.latest.map(context.name) ?? ""
                let failed =
                    troubled.isEmpty
                    ? ""
                    : "  " + Console.words(Message("fillFailedSoFar", ["sources": .list(troubled.map { .text($0) })]))
                Console.progress("\(count.words(after: progress))\(failed)  \(name)")
            case .supplierFailed(let supplier, _, _):
                troubled.append(context.name(of: supplier))
            case .fill(id, _, .done(let outcome)):
                report.add(outcome)
            case .fill(id, _, .failed(let message)):
                report.failure = message
            case .failure(let message):
                report.failure = message
            case .fill, .progress, .action, .created, .committed, .stream:
                break
            }
            if case .fill(id, _, let state) = event, state.isFinal { break events }
        }
        return report
    }
}

/// The progress of a fill: in sources if all are asked, otherwise in pages, because one source can have several.
private struct FillCount {
    private let total: Int?
    private var done: Set<SupplierID> = []

    /// Counts pages, or up to `total` sources.
    init(of total: Int? = nil) {
        self.total = total
    }

    mutating func words(after progress: FillProgress) -> String {
        guard let total else { return "\(progress.answered)/\(progress.asked)" }
        if let latest = progress.latest { done.insert(latest) }
        return "\(done.count)/\(total)"
    }
}

extension SupplierStatus {
    /// False if the source certainly did not fail.
    fileprivate var mayBeTroubled: Bool {
        switch condition {
        case .healthy, .neverAsked: false
        case .slow, .failed: true
        }
    }
}

/// Why a source failed in a run.
struct SourceFailure {
    let message: Message
    let remedy: Remedy

    /// The remedies for a failed source.
    enum Remedy {
        /// Nothing: it is gone or rate limited.
        case none
        /// Another request.
        case another
        /// A restart, because its backoff would outlast other requests.
        case restart
    }

    /// Returns the failure of a source, or `nil` if there is none. A routine refresh that skipped the source reports
    /// nothing: it was reported before.
    ///
    /// - Parameters:
    ///   - name: The name by which commands know the source.
    ///   - began: The start of the run; earlier failures do not count.
    ///   - occasion: The reason for a refresh, or `nil` for a fill, which also asks sources that keep failing.
    ///   - now: The end of the run.
    init?(
        _ status: SupplierStatus, named name: String, since began: Timestamp, _ occasion: RefreshOccasion?,
        now: Timestamp
    ) {
        switch status.condition {
        case .failed(let error, let failed):
            let backoff = status.backoff(at: now).flatMap { occasion == nil && $0.reason == .failing ? nil : $0 }
            let wasAsked = failed >= began
            if occasion == .routine, !wasAsked, backoff == nil { return nil }
            let failure = error.message(backoff)
            let reason =
                failure.reason == .loginRequired
                ? Message("loginBySource", ["first": .message(failure), "source": .text(name.shellWord)]) : failure
            message =
                wasAsked || backoff == nil
                ? reason : Message("sourceSkipped", ["reason": .message(reason.besideSource)])
            remedy =
                switch backoff?.reason {
                case .requested: .none
                case .failing: .restart
                case nil: error.code == .gone ? .none : .another
                }
        case .slow:
            message = GapCause.slow.message
            remedy = .another
        case .neverAsked, .healthy: return nil
        }
    }
}

/// The sum of what fills brought.
struct FillReport {
    private(set) var inserted = 0
    private(set) var updated = 0
    private(set) var deleted = 0
    fileprivate(set) var failure: Message?
    fileprivate(set) var troubles: [SupplierID: SourceFailure] = [:]
    /// Warnings about answers that could be used, by source.
    fileprivate(set) var remarks: [SupplierID: Message] = [:]

    mutating func add(_ outcome: FillOutcome) {
        inserted += outcome.inserted
        updated += outcome.updated
        deleted += outcome.deleted
    }

    /// Adds what was summed in `outcome` after it was `before`.
    mutating func add(_ outcome: FillOutcome, since before: FillOutcome) {
        inserted += outcome.inserted - before.inserted
        updated += outcome.updated - before.updated
        deleted += outcome.deleted - before.deleted
    }

    /// Adds a later fill. Its failures replace earlier ones, except those that still cause a gap in `snapshot`.
    mutating func add(_ report: FillReport, in snapshot: TrackSnapshot) {
        inserted += report.inserted
        updated += report.updated
        deleted += report.deleted
        let failing = Set(snapshot.gaps.flatMap(\.missing).filter(\.cause.isFailure).map(\.supplier))
        troubles = troubles.filter { failing.contains($0.key) }.merging(report.troubles) { $1 }
        remarks = report.remarks
        failure = failure ?? report.failure
    }

    /// Leaves out what concerns other sources.
    mutating func keep(only sources: Set<SupplierID>) {
        troubles = troubles.filter { sources.contains($0.key) }
        remarks = remarks.filter { sources.contains($0.key) }
    }

    /// The result.
    var summary: Message {
        Message(
            "fillSummary",
            ["inserted": .number(inserted), "updated": .number(updated), "deleted": .number(deleted)])
    }

    /// The warnings in the order of the sources' ids.
    var warnings: [Message] { remarks.sorted { $0.key < $1.key }.map(\.value) }

    /// Returns the failure that names the sources that failed (of `asked`, if given), or `nil` if none did.
    ///
    /// - Parameter command: The command that tries again.
    func failure(
        in context: AppContext, among asked: Set<SupplierID>? = nil, again command: String = "fiber refresh"
    ) -> CommandFailure? {
        let troubles = troubles.filter { asked?.contains($0.key) ?? true }
        guard !troubles.isEmpty else { return nil }
        let names = context.distinctNames(of: troubles.keys)
        // The sources of an account fail together, for one reason.
        let reasons = Dictionary(grouping: troubles.keys) { troubles[$0]?.message ?? .verbatim("") }
        let list = reasons.mapValues { $0.sorted() }.sorted { $0.value.lexicographicallyPrecedes($1.value) }
            .map { reason, sources in
                let failed = sources.map { names[$0] ?? $0.rawValue }.joined(separator: ", ")
                guard sources.count > 1 else { return "\n  " + Console.localizer.text(reason, about: failed) }
                return "\n  \(failed): \(Console.localizer.withoutHost(reason) ?? Console.words(reason))"
            }
        let advice: [Message] = [
            (asked?.count ?? context.library.sources.count) > troubles.count ? Message("othersKept") : nil,
            troubles.values.contains { $0.remedy == .another }
                ? Message("retryWith", ["command": .text(command)]) : nil,
            troubles.values.contains { $0.remedy == .restart } ? Message("retryAtOnce") : nil,
        ]
        .compactMap(\.self)
        return CommandFailure(
            .failed,
            Message("sourcesFailed", ["count": .number(troubles.count), "list": .text(list.joined())]),
            advice: .sentences(advice))
    }
}
