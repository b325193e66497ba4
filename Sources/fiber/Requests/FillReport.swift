import EngineConcepts
import FiberConfiguration
import Localization

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
    var failure: Message?
    var sourceFailures: [SupplierID: SourceFailure] = [:]
    /// Warnings about answers that could be used, by source.
    var remarks: [SupplierID: Message] = [:]

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
        sourceFailures = sourceFailures.filter { failing.contains($0.key) }.merging(report.sourceFailures) { $1 }
        remarks = report.remarks
        failure = failure ?? report.failure
    }

    /// Leaves out what concerns other sources.
    mutating func keep(only sources: Set<SupplierID>) {
        sourceFailures = sourceFailures.filter { sources.contains($0.key) }
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
        let sourceFailures = sourceFailures.filter { asked?.contains($0.key) ?? true }
        guard !sourceFailures.isEmpty else { return nil }
        let names = context.distinctNames(of: sourceFailures.keys)
        // The sources of an account fail together, for one reason.
        let reasons = Dictionary(grouping: sourceFailures.keys) { sourceFailures[$0]?.message ?? .verbatim("") }
        let list = reasons.mapValues { $0.sorted() }.sorted { $0.value.lexicographicallyPrecedes($1.value) }
            .map { reason, sources in
                let failed = sources.map { names[$0] ?? $0.rawValue }.joined(separator: ", ")
                guard sources.count > 1 else { return "\n  " + Console.localizer.text(reason, about: failed) }
                return "\n  \(failed): \(Console.localizer.withoutHost(reason) ?? Console.words(reason))"
            }
        let advice: [Message] = [
            (asked?.count ?? context.library.sources.count) > sourceFailures.count ? Message("othersKept") : nil,
            sourceFailures.values.contains { $0.remedy == .another }
                ? Message("retryWith", ["command": .text(command)]) : nil,
            sourceFailures.values.contains { $0.remedy == .restart } ? Message("retryAtOnce") : nil,
        ]
        .compactMap(\.self)
        return CommandFailure(
            Message("sourcesFailed", ["count": .number(sourceFailures.count), "list": .text(list.joined())]),
            advice: .sentences(advice))
    }
}
