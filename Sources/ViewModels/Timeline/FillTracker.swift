import EngineConcepts

/// Which fills are under way, as far as the engine has told.
nonisolated struct FillTracker: Equatable, Sendable {
    private struct Fill: Equatable {
        var gap: GapID?
        var work: GapFill
    }

    private var fills: [FillID: Fill] = [:]
    /// The fills that the reader asked for; the others (scheduled ones) end without a word.
    private var asked: Set<FillID> = []

    /// What is being done about `gap`. A gap that shrinks while it is filled still belongs to its fill.
    func fill(of gap: GapID) -> GapFill? {
        fills.values.filter { $0.gap?.timeframe.contains(gap.timeframe) ?? false }.map(\.work).min { $0.id < $1.id }
    }

    /// How far the running refresh is; nil where none is under way.
    var refresh: FillProgress? {
        let refreshes = fills.values.filter { $0.gap == nil }.map(\.work)
        guard let first = refreshes.min(by: { $0.id < $1.id }) else { return nil }
        return first.progress ?? FillProgress(answered: 0, asked: 0)
    }

    /// The fill to cancel: that of the gap under the cursor, or else the oldest one.
    func cancellable(at gap: GapID?) -> FillID? {
        if let gap, let fill = fill(of: gap) { return fill.phase == .cancelling ? nil : fill.id }
        return fills.filter { $0.value.work.phase != .cancelling }.keys.min()
    }

    /// Notes that the reader asked for a fill.
    mutating func ask(_ id: FillID, for gap: GapID?) {
        asked.insert(id)
        if fills[id] == nil { fills[id] = Fill(gap: gap, work: GapFill(id: id, phase: .queued)) }
    }

    /// Takes note of a fill's state, and answers whether the reader asked for it, where it has ended.
    mutating func note(_ id: FillID, gap: GapID?, state: FillState) -> Bool {
        let phase: GapFill.Phase
        switch state {
        case .queued: phase = .queued
        case .filling: phase = .filling
        case .cancelling: phase = .cancelling
        case .done, .failed, .cancelled:
            fills[id] = nil
            return asked.remove(id) != nil
        }
        fills[id, default: Fill(gap: gap, work: GapFill(id: id, phase: phase))].work.phase = phase
        return false
    }

    /// Takes note of a fill's progress, and answers whether it is that of a gap.
    mutating func note(_ id: FillID, progress: FillProgress) -> Bool {
        fills[id]?.work.progress = progress
        return fills[id]?.gap != nil
    }
}
