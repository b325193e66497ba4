import EngineConcepts
import FiberConfiguration

/// Runs one fill to its end, with its late answers, and shows how far it is.
struct FillRun {
    let context: AppContext

    func refresh(_ occasion: RefreshOccasion) async throws -> FillReport {
        let suppliers = await context.engine.snapshot.suppliers
        return try await follow(FillCount(of: suppliers.count), occasion) { context.engine.refresh(occasion) }
    }

    /// - Parameter view: Of a gap that only some are missing in, its suppliers are asked.
    func fill(_ gap: GapID, amount: FillAmount, in view: TrackView = .all) async throws -> FillReport {
        try await follow(FillCount()) { context.engine.fill(gap, from: .newer, amount: amount, in: view) }
    }

    /// - Parameter occasion: Why a refresh asks; nil where a gap is filled.
    private func follow(
        _ count: FillCount, _ occasion: RefreshOccasion? = nil, _ start: () -> FillID
    ) async throws -> FillReport {
        let began = context.time.now()
        let events = context.engine.events()
        let id = start()
        var report = await watch(events, for: id, count)
        await context.engine.settle()
        Console.progress("")
        // Late answers have been committed by now: who is missing is told by the ledgers, not by the fill's end.
        for status in await context.engine.snapshot.suppliers {
            report.troubles[status.id] = SourceFailure(status, since: began, occasion, now: context.time.now())
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
            case .progress(id, let progress):
                let name = progress.latest.map(context.name) ?? ""
                let failed = troubled.isEmpty ? "" : "  failed: \(troubled.joined(separator: ", "))"
                Console.progress("\(count.words(after: progress))\(failed)  \(name)")
            case .trouble(let supplier, _, _):
                troubled.append(context.name(of: supplier))
            case .fill(id, _, .done(let outcome)):
                report.add(outcome)
            case .fill(id, _, .failed(let message)):
                report.failure = message
            case .failure(let message):
                report.failure = message
            case .fill, .progress, .action, .committed:
                break
            }
            if case .fill(id, _, let state) = event, state.isFinal { break events }
        }
        return report
    }
}

/// How far a fill is: in sources where all of them are asked, else in pages. A source may be asked for several pages.
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

/// Why a source did not answer as it should.
struct SourceFailure {
    /// In words.
    let words: String
    /// What may help.
    let remedy: Remedy

    /// What may help where a source failed.
    enum Remedy {
        /// It is gone, or wants to be left in peace.
        case none
        /// To ask it again.
        case another
        /// It has failed so often that only making it begin anew has it asked at once.
        case restart
    }

    /// What is wrong with a source; nil where nothing is, or where routine neither asked it nor leaves it in peace for long:
    /// what it said the last time was told then.
    ///
    /// - Parameters:
    ///   - began: When the run began: what failed before was not asked by it.
    ///   - occasion: Why a refresh asked; nil where a gap was filled, which asks those, too, that keep failing.
    ///   - now: The end of the run.
    init?(_ status: SupplierStatus, since began: Timestamp, _ occasion: RefreshOccasion?, now: Timestamp) {
        switch status.condition {
        case .failed(let error, let failed):
            let peace = status.peace(at: now).flatMap { occasion == nil && $0.reason == .failing ? nil : $0 }
            let wasAsked = failed >= began
            if occasion == .routine, !wasAsked, peace == nil { return nil }
            words = (wasAsked || peace == nil ? "" : "not asked; the last time: ") + error.words(peace)
            remedy =
                switch peace?.reason {
                case .wished: .none
                case .failing: .restart
                case nil: error.code == .gone ? .none : .another
                }
        case .slow:
            words = GapCause.slow.words
            remedy = .another
        case .neverAsked, .well: return nil
        }
    }
}

/// What fills brought, added up.
struct FillReport {
    private(set) var inserted = 0
    private(set) var updated = 0
    private(set) var deleted = 0
    fileprivate(set) var failure: String?
    fileprivate(set) var troubles: [SupplierID: SourceFailure] = [:]
    /// What was wrong with answers that could be used all the same.
    fileprivate(set) var remarks: [SupplierID: String] = [:]

    mutating func add(_ outcome: FillOutcome) {
        inserted += outcome.inserted
        updated += outcome.updated
        deleted += outcome.deleted
    }

    /// Adds what a later fill brought. That one's troubles count, and of those before it the ones whose gaps are still there
    /// because of them, in `snapshot`.
    mutating func add(_ report: FillReport, in snapshot: TrackSnapshot) {
        inserted += report.inserted
        updated += report.updated
        deleted += report.deleted
        let failing = Set(snapshot.gaps.flatMap(\.missing).filter(\.cause.isFailure).map(\.supplier))
        troubles = troubles.filter { failing.contains($0.key) }.merging(report.troubles) { $1 }
        remarks = report.remarks
        failure = failure ?? report.failure
    }

    /// What came, in words.
    var summary: String {
        "\(inserted) new, \(updated) changed, \(deleted) deleted."
    }

    /// Says what was wrong with answers that were used all the same.
    func reportRemarks() {
        for (_, remark) in remarks.sorted(by: { $0.key < $1.key }) {
            Console.report("fiber: warning: \(remark)")
        }
    }

    /// Fails where a supplier failed (one of those `asked`, where only they were), naming each with its reason.
    ///
    /// - Parameter command: What asks again.
    func throwTroubles(
        of context: AppContext, among asked: Set<SupplierID>? = nil, again command: String = "fiber refresh"
    ) throws {
        let troubles = troubles.filter { asked?.contains($0.key) ?? true }
        guard !troubles.isEmpty else { return }
        let names = context.distinctNames(of: troubles.keys)
        let list = troubles.sorted { $0.key < $1.key }
            .map { "  \(names[$0.key] ?? $0.key.rawValue): \($0.value.words)" }
        let advice: [String] = [
            context.library.sources.count > troubles.count ? "What the others brought is kept." : nil,
            troubles.values.contains { $0.remedy == .another } ? "`\(command)` asks again." : nil,
            troubles.values.contains { $0.remedy == .restart }
                ? "`fiber refresh --restart` asks at once whoever is left in peace because it keeps failing." : nil,
        ]
        .compactMap(\.self)
        throw CommandFailure(
            .failed,
            "\(troubles.count == 1 ? "one source did not answer as it" : "\(troubles.count) sources did not answer as they") should:\n"
                + list.joined(separator: "\n"),
            advice: advice.isEmpty ? nil : advice.joined(separator: " "))
    }
}
