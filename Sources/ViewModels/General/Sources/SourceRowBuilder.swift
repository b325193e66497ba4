import EngineConcepts
import FiberConfiguration
import Localization
import WebText

/// Makes the row of a source. Pure.
nonisolated struct SourceRowBuilder: Sendable {
    private static let slots = 84
    private static let slotLength = Duration.seconds(7 * 86_400 / slots)

    let texts: TimeTexts
    let now: Timestamp
    /// The seconds between regular refreshes, or `nil` if there are none.
    var refreshSeconds: Int?

    private var localizer: Localizer { texts.localizer }

    /// Returns the row of a source. `hidesGaps` is true if the user has dismissed gaps of it.
    ///
    /// - Parameters:
    ///   - status: The state of the source, or `nil` while the engine does not know it.
    ///   - movedTo: The name of the source to whose address this one has moved, or `nil`.
    func row(
        for source: SourceDescription, status: SupplierStatus?, unread: Int?, hidesGaps: Bool = false,
        movedTo: String? = nil
    ) -> SourceRow {
        let (health, last) = health(of: status, source)
        return SourceRow(
            id: source.id, name: name(of: source, status: status), address: source.shownAddress,
            kind: status?.kind ?? "unknown", unread: unread, topics: source.topics.joined(separator: ", "),
            health: health, last: last,
            next: source.isPaused || source.fault != nil ? nil : status.flatMap { next(of: source, $0) },
            detail: detail(of: source, status: status, hidesGaps: hidesGaps, movedTo: movedTo),
            needsLogin: status.map(needsLogin) ?? false,
            coverage: coverage(of: status))
    }

    /// Returns the name on the screen. `status` has it if the engine knows the source.
    func name(of source: SourceDescription, status: SupplierStatus?) -> String { status?.name ?? source.shownName }

    /// Returns the health and the time of the last answer, or the state in a word or two.
    func health(of status: SupplierStatus?, _ source: SourceDescription) -> (health: SourceRow.Health, last: String) {
        if source.fault != nil { return (.failed, localizer(.sourceIsOff)) }
        var listed = status
        listed?.isPaused = source.isPaused
        let isFailing = listed?.isFailing ?? false
        if source.isPaused { return (isFailing ? .failed : .idle, localizer(.sourceIsPaused)) }
        if isFailing { return (.failed, localizer(.sourceFailed)) }
        switch status?.requests.condition {
        case .slow: return (.slow, localizer(.sourceSlow))
        case .healthy:
            let ago = status?.requests.lastSuccess
                .map { last in
                    // The list is drawn again every minute.
                    now.since(last) < .seconds(60)
                        ? localizer(.ageNow) : localizer(.sourceRefreshedAgo, .text(texts.duration(now.since(last))))
                }
            return (.well, ago ?? "")
        case .failed, .notAsked, nil: return (.idle, localizer(.sourceNeverRefreshed))
        }
    }

    private func next(of source: SourceDescription, _ status: SupplierStatus) -> String? {
        let due = status.lastError == nil ? status.requests.budget.freshUntil : nextAttempt(of: source, status)
        return due.map { due in
            due > now ? localizer(.sourceNext, .text(texts.duration(due.since(now)))) : localizer(.sourceDue)
        }
    }

    /// Returns the time of the next request of a source that failed: the end of its backoff, or the next regular one.
    /// `nil` if none is planned.
    private func nextAttempt(of source: SourceDescription, _ status: SupplierStatus) -> Timestamp? {
        guard case .failed(let error, let failed) = status.requests.condition, error.code != .gone else { return nil }
        let regular = (source.interval ?? refreshSeconds).map { failed.advanced(by: .seconds($0)) }
        guard let earliest = status.backoff(at: now)?.until ?? regular else { return nil }
        // Requests at an interval of the source's own do not get less frequent with its failures.
        return max(earliest, source.interval == nil ? status.routineBackoff?.until ?? earliest : earliest)
    }

    /// Returns true if the last request failed because the source requires another login.
    private func needsLogin(_ status: SupplierStatus) -> Bool {
        [.loginRequired, .loginRefused].contains(status.lastError?.reason)
    }

    private func detail(
        of source: SourceDescription, status: SupplierStatus?, hidesGaps: Bool, movedTo: String?
    ) -> String? {
        let fault = source.fault.map { localizer($0) }
        let parts = [
            movedTo.map { localizer(.sourceHasMovedTo, .text($0)) },
            status?.outdatedSince.map { localizer(.sourceOutdated, .text(texts.moment($0, at: now))) },
            fault ?? status.flatMap { detail(of: source, $0) },
            source.interval.map { localizer(.sourceEvery, .text(SourceInterval.text(of: $0))) },
            source.isFiltered ? nil : localizer(.sourceNotFiltered), hidesGaps ? localizer(.sourceGapsHidden) : nil,
        ]
        .compactMap(\.self)
        return parts.isEmpty ? nil : parts.joined(separator: "; ")
    }

    private func detail(of source: SourceDescription, _ status: SupplierStatus) -> String? {
        if status.hasCrashed { return localizer(.sourceHasCrashed) }
        if let error = status.currentError { return failure(error, of: source, status) }
        if let warning = status.warning { return localizer(warning) }
        guard let oldest = status.covered.timeframes.last?.end, oldest.isFinite else { return nil }
        if let floor = status.floor, floor.time >= oldest { return nil }
        return localizer(.sourceNotLoadedBefore, .text(texts.moment(oldest, at: now)))
    }

    /// Returns the error of a source: what happened, and what is next. It begins with a capital letter, with or without its
    /// host.
    private func failure(_ error: SupplierError, of source: SourceDescription, _ status: SupplierStatus) -> String {
        let message = localizer.withoutHost(error.message) ?? localizer(error.message)
        let text = message.prefix(1).uppercased() + message.dropFirst()
        if error.reason == .loginRequired { return localizer(.sourceLoginHere, .text(text)) }
        guard let next = nextAttempt(of: source, status), next > now else { return text }
        let time = texts.moment(next, at: now)
        if error.isServerError || error.reason == .unavailable {
            return localizer(.causeNextAttempt, .text(text), .text(time))
        }
        let isPlainLimit = error.code == .rateLimited && error.message.first == nil
        return isPlainLimit ? localizer(.causeUntil, .text(text), .text(time)) : text
    }

    private func coverage(of status: SupplierStatus?) -> [SourceRow.Slot] {
        guard let status else { return Array(repeating: .missing, count: Self.slots) }
        // Items newer than the last answer are not counted as missing, nor are those of the two minutes before it.
        let answered = status.requests.lastSuccess.map { $0.advanced(by: .seconds(-120)) }
        let isWhole = self.isWhole(status, until: answered)
        return (0..<Self.slots)
            .map { index in
                let older = now.advanced(by: .zero - Self.slotLength * (Self.slots - index))
                let newer = now.advanced(by: .zero - Self.slotLength * (Self.slots - index - 1))
                let start = max(older, status.floor?.time ?? older)
                let end = min(newer, max(older, answered ?? newer))
                guard newer > start else { return .none }
                guard let slot = Timeframe(from: end, downTo: start) else {
                    return index == Self.slots - 1 ? .none : .missing
                }
                if isWhole { return .covered }
                let holes = status.covered.holes(in: slot)
                if holes.isEmpty { return .covered }
                return holes.timeframes == [slot] ? .missing : .partial
            }
    }

    /// Returns true if nothing is missing in any slot, as with most sources: then the slots need not be looked up one by one.
    private func isWhole(_ status: SupplierStatus, until answered: Timestamp?) -> Bool {
        let oldest = now.advanced(by: .zero - Self.slotLength * Self.slots)
        let whole = Timeframe(from: min(now, answered ?? now), downTo: max(oldest, status.floor?.time ?? oldest))
        return whole.map { status.covered.holes(in: $0).isEmpty } ?? false
    }
}
