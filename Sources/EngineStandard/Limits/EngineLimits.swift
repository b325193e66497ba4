public import EngineConcepts

/// The limits of an engine's work.
public struct EngineLimits: Hashable, Sendable {
    public var fills: FillLimits
    public var actions: ActionLimits
    public var streams: StreamLimits

    /// Creates limits; by default the usual ones.
    public init(
        fills: FillLimits = FillLimits(), actions: ActionLimits = ActionLimits(), streams: StreamLimits = StreamLimits()
    ) {
        self.fills = fills
        self.actions = actions
        self.streams = streams
    }
}
