import EngineConcepts

/// The running fills.
nonisolated struct FillTracker: Equatable, Sendable {
    private var fills: [FillID: RunningFill] = [:]
    /// The fills that the user started. The outcome of others, such as scheduled ones, is not shown.
    private var userFills: Set<FillID> = []

    /// Returns the running fill of a gap, or `nil` if there is none. A gap that shrinks still belongs to its fill. The gap
    /// of sources that have loaded nothing spans all time; the other gaps do not belong to its fill.
    func fill(of gap: GapID) -> RunningFill? {
        fills.values
            .filter { fill in
                guard let timeframe = fill.gap?.timeframe else { return false }
                return timeframe == gap.timeframe || timeframe != .always && timeframe.contains(gap.timeframe)
            }
            .min { $0.id < $1.id }
    }

    /// The progress of the running refresh, or `nil` if none is running.
    var refresh: FillProgress? {
        let first = fills.values.filter { $0.gap == nil }.min { $0.id < $1.id }
        guard let first else { return nil }
        return first.progress ?? FillProgress(answeredCount: 0, requestedCount: 0)
    }

    /// True while fills or refreshes are queued or running, also those that the user did not start.
    var isFilling: Bool { !fills.isEmpty }

    /// True while a fill or refresh that the user started can be cancelled.
    var canCancelUserFill: Bool { userFills.contains { fills[$0].map { $0.state != .cancelling } ?? false } }

    /// Returns the fills to cancel: those of the gaps, or else the oldest one.
    func cancellable(at gaps: [Gap]) -> Set<FillID> {
        let filling = gaps.compactMap { fill(of: $0.id) }
        guard filling.isEmpty else { return Set(filling.filter { $0.state != .cancelling }.map(\.id)) }
        return fills.values.filter { $0.state != .cancelling }.map(\.id).min().map { [$0] } ?? []
    }

    /// Adds a fill that the user started.
    mutating func addUserFill(_ id: FillID, for gap: GapID?) {
        userFills.insert(id)
        if fills[id] == nil { fills[id] = RunningFill(id: id, gap: gap, state: .queued) }
    }

    /// Adopts the state of a fill. Returns true if the fill has ended and the user had started it.
    mutating func update(_ id: FillID, of gap: GapID?, _ state: FillState) -> Bool {
        if state.isFinal {
            fills[id] = nil
            return userFills.remove(id) != nil
        }
        fills[id, default: RunningFill(id: id, gap: gap, state: state)].state = state
        return false
    }

    /// Adopts the progress of a fill.
    mutating func update(_ id: FillID, _ progress: FillProgress) { fills[id]?.progress = progress }

    /// Returns true for a fill that the user started and that has not ended.
    func isUserFill(_ id: FillID) -> Bool { userFills.contains(id) }

    /// Returns true for a fill or refresh that has not ended.
    func isRunning(_ id: FillID) -> Bool { fills[id] != nil }

    /// Returns true for a running fill of a gap.
    func fillsGap(_ id: FillID) -> Bool { fills[id]?.gap != nil }
}
