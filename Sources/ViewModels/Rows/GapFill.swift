public import EngineConcepts

/// A running fill.
public nonisolated struct GapFill: Equatable, Sendable {
    /// The identity.
    public var id: FillID
    /// The state, which is not final.
    public var state: FillState
    /// The progress, or `nil` if unknown.
    public var progress: FillProgress?
}
