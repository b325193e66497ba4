package import EngineConcepts
import FiberConfiguration
import Localization

/// Chooses the next gap to fill: the newest one that can gain something now. Keeps skipped gaps for the report.
struct GapSelector {
    private let start: Timestamp
    /// The chosen gaps.
    private(set) var triedGaps: Set<GapID> = []
    /// The sources missing in the chosen gaps.
    private(set) var missingSources: Set<SupplierID> = []
    /// The skipped gaps, newest first.
    private(set) var skipped: [Gap] = []

    /// - Parameter start: Sources that fail after this time are not asked for further gaps.
    init(from start: Timestamp) {
        self.start = start
    }

    /// Returns the newest untried gap that can gain something, with the sources to ask, or `nil` if none begins after
    /// `bound`.
    mutating func next(in snapshot: TrackSnapshot, downTo bound: Timestamp?) -> (gap: GapID, view: TrackView)? {
        let conditions = Dictionary(uniqueKeysWithValues: snapshot.suppliers.map { ($0.id, $0.condition) })
        for gap in snapshot.shownGaps where !triedGaps.contains(gap.id) && !skipped.contains(where: { $0.id == gap.id })
        {
            if let bound, gap.timeframe.start <= bound { return nil }
            let gaining = gap.missing.filter { mayGain($0, conditions[$0.supplier]) }.map(\.supplier)
            guard !gaining.isEmpty else {
                skipped.append(gap)
                continue
            }
            triedGaps.insert(gap.id)
            missingSources.formUnion(gap.missing.map(\.supplier))
            // A source that just failed would fail again.
            return (gap.id, TrackView(suppliers: Set(gaining)))
        }
        return nil
    }

    /// Returns true if another request may change that the source is missing.
    private func mayGain(_ missing: Gap.Missing, _ condition: SupplierState.Condition?) -> Bool {
        guard missing.cause.canBeFilled else { return false }
        if case .rateLimited(let until?) = missing.cause, until > start { return false }
        guard case .failed(let error, let time) = condition else { return true }
        return switch error.code {
        case .gone, .notAuthorised: false
        default: time < start
        }
    }
}

/// A gap with its bounds and the causes of its missing sources, so that another process can print it in its language.
package struct GapDescription: Hashable, Codable {
    /// The cause for which a source is missing.
    private struct Cause: Hashable, Codable {
        let source: String
        let message: Message
    }

    private let id: GapID
    private let bounds: Message
    private let causes: [Cause]
    /// The number of missing sources that are not named.
    private let others: Int

    /// The largest number of sources to name; there may be a thousand.
    private static let maximumNames = 5

    /// - Parameter library: The sources, for their names.
    init(_ gap: Gap, in library: Library) {
        let names = library.distinctNames(of: gap.missing.map(\.supplier))
        id = gap.id
        bounds = gap.bounds
        causes = gap.missing.prefix(Self.maximumNames)
            .map { Cause(source: names[$0.supplier] ?? $0.supplier.rawValue, message: $0.cause.message) }
        others = gap.missing.count - causes.count
    }

    /// Returns the gap and the cause of each missing source in a language.
    func text(in localizer: Localizer) -> String {
        let reasons = causes.map { "\($0.source): \($0.message.phrase(in: localizer))" }
        return "\(id) (\(localizer(bounds))). " + reasons.joined(separator: "; ")
            + (others > 0 ? "; " + localizer(Message("andOthers", ["count": .number(others)])) : "")
    }
}

extension Gap {
    /// The bounds; an open one is `…`.
    package var bounds: Message {
        let bounds = [timeframe.start, timeframe.end].map { $0.isFinite ? Message.Argument.time($0) : "…" }
        return Message("timeSpan", ["newer": bounds[0], "older": bounds[1]])
    }
}
