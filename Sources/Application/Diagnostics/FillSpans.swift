package import EngineConcepts

/// Records the duration of fills, from the first request to the commit.
package enum FillSpans {
    /// Follows the engine until the task is cancelled.
    package static func follow(_ engine: any TrackObserving, into journal: any Instrumentation) async {
        var begun: [FillID: ContinuousClock.Instant] = [:]
        for await event in engine.events() {
            switch event {
            case .fill(let id, _, .filling): begun[id] = .now
            case .fill(let id, let gap, let state) where state.isFinal:
                guard let start = begun.removeValue(forKey: id) else { continue }
                journal.record(FillRan(duration: start.duration(to: .now), isRefresh: gap == nil, state: state))
            case .supplierFailed(let supplier, let error, _):
                journal.record(SupplierFailed(supplier: supplier, code: error.code))
            default: break
            }
        }
    }
}

private struct FillRan: InstrumentedEvent {
    let duration: Duration?
    let isRefresh: Bool
    let state: FillState

    var name: String { isRefresh ? "engine.refresh" : "engine.fill" }
    var level: JournalLevel? { .info }
    var payload: [JournalDetail] {
        let state = [JournalDetail("state", state.name)]
        guard case .done(let outcome) = self.state else { return state }
        return state + [
            JournalDetail("inserted", String(outcome.inserted)), JournalDetail("updated", String(outcome.updated)),
            JournalDetail("deleted", String(outcome.deleted)),
        ]
    }
}

/// A failure of a supplier. Only the code is recorded: its message may hold private data.
private struct SupplierFailed: InstrumentedEvent {
    let supplier: SupplierID
    let code: SupplierError.Code

    var name: String { "engine.trouble" }
    var level: JournalLevel? { .warning }
    var duration: Duration? { nil }
    var payload: [JournalDetail] {
        [JournalDetail("supplier", supplier.rawValue), JournalDetail("code", code.rawValue)]
    }
}
