package import EngineConcepts

/// Records the duration of fills, from the first request to the commit.
package enum FillDurations {
    /// Follows the engine until the task is cancelled.
    package static func follow(_ engine: any TrackObserving, into journal: any Instrumentation) async {
        var begun: [FillID: ContinuousClock.Instant] = [:]
        for await event in engine.events() {
            switch event {
            case .fill(let id, _, .filling): begun[id] = .now
            case .fill(let id, let gap, let state) where state.isFinal:
                guard let start = begun.removeValue(forKey: id) else { continue }
                let name = gap == nil ? "engine.refresh" : "engine.fill"
                journal.record(InstrumentedEvent(name, .info, state.details, duration: start.duration(to: .now)))
            case .supplierFailed(let supplier, let error, _):
                // Only the code is recorded: the message may hold private data.
                let code = JournalDetail("code", error.code.rawValue)
                let source = JournalDetail("source", supplier.rawValue)
                journal.record(InstrumentedEvent("engine.source-failed", .warning, [source, code]))
            default: break
            }
        }
    }
}

extension FillState {
    fileprivate var details: [JournalDetail] {
        let state = [JournalDetail("state", name)]
        guard case .done(let outcome) = self else { return state }
        return state + [
            JournalDetail("inserted", String(outcome.inserted)), JournalDetail("updated", String(outcome.updated)),
            JournalDetail("deleted", String(outcome.deleted)),
        ]
    }
}
