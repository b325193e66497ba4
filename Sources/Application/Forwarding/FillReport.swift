package import EngineConcepts
import FiberConfiguration
package import Localization

/// The failure of a source in a run.
package struct SourceFailure {
    package let reason: Reason
    let remedy: Remedy

    /// The reason for a failure.
    package struct Reason: Hashable, Codable {
        let error: Message
        /// True if the source was not requested because of an earlier failure.
        var isEarlier = false

        /// Returns the message for output in this language. For an earlier failure, its reason is already translated.
        package func message(in localizer: Localizer) -> Message {
            isEarlier ? Message("sourceSkipped", ["reason": .message(error.besideSource(in: localizer))]) : error
        }
    }

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
    ///   - now: The end of the run.
    init?(
        _ status: SupplierStatus, named name: String, since began: Timestamp, in run: FillRun.Kind, now: Timestamp
    ) {
        switch status.condition {
        case .failed(let error, let failed):
            let backoff = status.backoff(at: now).flatMap { run == .fill && $0.reason == .failing ? nil : $0 }
            let wasAsked = failed >= began
            if run == .refresh(.routine), !wasAsked, backoff == nil { return nil }
            let failure = error.message(backoff)
            let message =
                failure.reason == .loginRequired
                ? Message("loginBySource", ["first": .message(failure), "source": .text(name.shellWord)]) : failure
            reason = Reason(error: message, isEarlier: !wasAsked && backoff != nil)
            remedy =
                switch backoff?.reason {
                case .requested: .none
                case .failing: .restart
                case nil: error.code == .gone ? .none : .another
                }
        case .slow:
            reason = Reason(error: GapCause.slow.message)
            remedy = .another
        case .neverAsked, .healthy: return nil
        }
    }
}

/// The sum of what fills brought.
package struct FillReport {
    package private(set) var inserted = 0
    package private(set) var updated = 0
    package private(set) var deleted = 0
    package var sourceFailures: [SupplierID: SourceFailure] = [:]
    /// Warnings about answers that could be used, by source.
    package var warnings: [SupplierID: Message] = [:]

    mutating func add(_ outcome: FillOutcome) {
        inserted += outcome.inserted
        updated += outcome.updated
        deleted += outcome.deleted
    }

    /// Adds the difference between a growing sum and its former value.
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
        warnings = report.warnings
    }

    /// Leaves out what concerns other sources.
    mutating func keep(only sources: Set<SupplierID>) {
        sourceFailures = sourceFailures.filter { sources.contains($0.key) }
        warnings = warnings.filter { sources.contains($0.key) }
    }

    /// The result.
    var summary: Message {
        Message(
            "fillSummary",
            ["inserted": .number(inserted), "updated": .number(updated), "deleted": .number(deleted)])
    }

    /// The warnings in the order of the sources' ids.
    var sortedWarnings: [Message] { warnings.sorted { $0.key < $1.key }.map(\.value) }

    /// Returns the sources that failed (of `asked`, if given), or `nil` if none did.
    ///
    /// - Parameters:
    ///   - library: All sources, with their names.
    ///   - command: The command that tries again.
    func failedSources(
        in library: Library, among asked: Set<SupplierID>? = nil, again command: String = "fiber refresh"
    ) -> FailedSources? {
        let sourceFailures = sourceFailures.filter { asked?.contains($0.key) ?? true }
        guard !sourceFailures.isEmpty else { return nil }
        let names = library.distinctNames(of: sourceFailures.keys)
        // The sources of an account fail together, for one reason.
        let groups = Dictionary(grouping: sourceFailures.sorted { $0.key < $1.key }, by: \.value.reason)
            .map { (reason: $0.key, sources: $0.value.map(\.key)) }
            .sorted { $0.sources.lexicographicallyPrecedes($1.sources) }
        let advice: [Message] = [
            (asked?.count ?? library.sources.count) > sourceFailures.count ? Message("othersKept") : nil,
            sourceFailures.values.contains { $0.remedy == .another }
                ? Message("retryWith", ["command": .text(command)]) : nil,
            sourceFailures.values.contains { $0.remedy == .restart } ? Message("retryAtOnce") : nil,
        ]
        .compactMap(\.self)
        return FailedSources(
            groups: groups.map { reason, sources in
                FailedSources.Group(names: sources.map { names[$0] ?? $0.rawValue }, reason: reason)
            },
            advice: .sentences(advice))
    }
}

/// The sources that failed in a run, so that another process can print them in its language.
package struct FailedSources: Codable {
    /// Sources that failed for the same reason.
    package struct Group: Codable {
        let names: [String]
        let reason: SourceFailure.Reason
    }

    package let groups: [Group]
    let advice: Message?

    static let empty = FailedSources(groups: [], advice: nil)

    /// Returns the failure of the command in a language.
    package func failure(in localizer: Localizer) -> CommandFailure {
        let list = groups.map { group in
            let (names, reason) = (group.names.joined(separator: ", "), group.reason.message(in: localizer))
            guard group.names.count > 1 else { return "\n  " + localizer.text(reason, about: names) }
            return "\n  \(names): \(localizer.withoutHost(reason) ?? localizer(reason))"
        }
        let count = groups.reduce(0) { $0 + $1.names.count }
        return CommandFailure(
            Message("sourcesFailed", ["count": .number(count), "list": .text(list.joined())]), advice: advice)
    }
}
