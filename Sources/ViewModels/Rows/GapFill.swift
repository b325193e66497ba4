import EngineConcepts

/// A running fill.
nonisolated struct GapFill: Equatable, Sendable {
    var id: FillID
    /// The state, which is not final.
    var state: FillState
    var progress: FillProgress?
}
