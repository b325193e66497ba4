import EngineConcepts
import Localization
import WebText

/// Makes the row of a source. Pure.
nonisolated struct SourceRowBuilder: Sendable {
    private static let slots = 84
    private static let slotLength = Duration.seconds(7 * 86_400 / slots)

    let texts: TimeTexts
    let localizer: Localizer
    let now: Timestamp

    /// The row of a source. `hidesGaps` is true if the user has dismissed gaps of it. `status` is `nil` if the engine does not know the source, because it is paused or new.
    func row(
        for source: SourceDescription, status: SupplierStatus?, unread: Int?, hidesGaps: Bool = false
    ) -> SourceRow {
        let (health, last) = health(of: status, isPaused: source.isPaused)
        return SourceRow(
            id: source.id, name: name(of: source, status: status), address: source.shownAddress,
            kind: status?.kind ?? "unknown", unread: unread, topics: source.topics.joined(separator: ", "),
            health: health, last: last,
            next: source.isPaused ? nil : status.flatMap(next), detail: detail(of: status, hidesGaps),
            coverage: coverage(of: status))
    }

    /// The name on the screen.
    func name(of source: SourceDescription, status: SupplierStatus?) -> String {
        source.name ?? status?.sourceName ?? status?.name ?? source.shownAddress
    }

    /// The health and the time of the last answer, or the state in a word or two.
    func health(of status: SupplierStatus?, isPaused: Bool) -> (health: SourceRow.Health, last: String) {
        if isPaused { return (.idle, localizer(.sourceIsPaused)) }
        switch status?.condition {
        case .failed: return (.failed, localizer(.sourceFailed))
        case .slow: return (.slow, localizer(.sourceSlow))
        case .healthy:
            let ago = status?.lastSuccess.map { texts.duration(now.since($0)) }
            return (.well, ago.map { localizer(.sourceWell, .words($0)) } ?? "")
        case .neverAsked, nil: return (.idle, localizer(.sourceNeverRefreshed))
        }
    }

    private func next(of status: SupplierStatus) -> String? {
        status.freshUntil.map { due in
            due > now ? localizer(.sourceNext, .words(texts.duration(due.since(now)))) : localizer(.sourceDue)
        }
    }

    private func detail(of status: SupplierStatus?, _ hidesGaps: Bool) -> String? {
        let parts = [status.flatMap(detail), hidesGaps ? localizer(.sourceGapsHidden) : nil].compactMap(\.self)
        return parts.isEmpty ? nil : parts.joined(separator: "; ")
    }

    private func detail(of status: SupplierStatus) -> String? {
        if case .failed(let error, _) = status.condition { return localizer(error.message) }
        if let remark = status.remark { return localizer(remark) }
        guard let oldest = status.covered.timeframes.last?.end, oldest.isFinite else { return nil }
        if let floor = status.floor, floor.time >= oldest { return nil }
        return localizer(.sourceNotLoadedBelow, .words(texts.moment(oldest, at: now)))
    }

    private func coverage(of status: SupplierStatus?) -> [SourceRow.Slot] {
        (0..<Self.slots)
            .map { index in
                let older = now.advanced(by: .zero - Self.slotLength * (Self.slots - index))
                let newer = now.advanced(by: .zero - Self.slotLength * (Self.slots - index - 1))
                guard let status else { return .missing }
                let start = max(older, status.floor?.time ?? older)
                // Items newer than the last answer are not counted as missing, nor are those of the two minutes
                // before it.
                let answered = status.lastSuccess.map { $0.advanced(by: .seconds(-120)) }
                let end = min(newer, max(older, answered ?? newer))
                guard newer > start else { return .none }
                guard let slot = Timeframe(from: end, downTo: start) else {
                    return index == Self.slots - 1 ? .none : .missing
                }
                let holes = status.covered.holes(in: slot)
                if holes.isEmpty { return .covered }
                return holes.timeframes == [slot] ? .missing : .partial
            }
    }
}
