/// The connections that a transport keeps for later requests: it closes them after a minute without one, which can pass on a
/// busy machine before a task has its turn.
public struct KeptConnections: Sendable {
    private let begin = ContinuousClock.now

    /// Begins with the first request.
    public init() {}

    /// True if a connection may have been closed since the beginning.
    public var mayBeClosed: Bool { begin.duration(to: .now) >= .seconds(60) }
}
