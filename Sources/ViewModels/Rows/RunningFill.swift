import EngineConcepts

/// A running fill of a gap, or a running refresh.
nonisolated struct RunningFill: Equatable, Sendable {
    let id: FillID
    /// The gap, or `nil` for a refresh.
    let gap: GapID?
    /// The state, which is not final.
    var state: FillState
    var progress: FillProgress?
}
