package import EngineConcepts
import FiberConfiguration
import Suppliers

/// The sum of what fills brought.
package struct FillReport: Codable {
    /// The numbers of new, changed and deleted tickets.
    package private(set) var inserted = 0
    package private(set) var updated = 0
    package private(set) var deleted = 0
    /// The failures of sources, by source.
    package var sourceFailures: [SupplierID: SourceFailure] = [:]
    /// Warnings about answers that could be used, by source.
    package var warnings: [SupplierID: Message] = [:]

    /// Adds an outcome, or what was added to it since `before`.
    mutating func add(_ outcome: FillOutcome, since before: FillOutcome = FillOutcome()) {
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
    package var sortedWarnings: [Message] { warnings.sorted { $0.key < $1.key }.map(\.value) }

    /// Returns the sources that failed (of `asked`, if given), or `nil` if none did.
    ///
    /// - Parameters:
    ///   - library: All sources, with their names.
    ///   - command: The command that tries again.
    func failedSources(
        in library: Library, among asked: Set<SupplierID>?, again command: String = "fiber refresh"
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
            sourceFailures.values.contains { $0.remedy == .fill } ? Message("fillRetriesPages") : nil,
            sourceFailures.values.contains { $0.remedy == .restart } ? Message("retryAtOnce") : nil,
        ]
        .compactMap(\.self)
        return FailedSources(
            groups: groups.map { reason, sources in
                FailedSources.Group(
                    names: sources.map { names[$0] ?? $0.rawValue }, reason: reason, host: library.host(of: sources))
            },
            advice: .sentences(advice))
    }
}

extension Library {
    /// Returns the host of these sources, or `nil` if they have several or none.
    fileprivate func host(of sources: [SupplierID]) -> String? {
        let hosts = Set(sources.map { source($0).flatMap { SourceCatalog.standard.endpoint(of: $0.address) } })
        return hosts.count == 1 ? hosts.first ?? nil : nil
    }
}
