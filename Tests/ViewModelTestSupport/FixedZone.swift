public import EngineConcepts
public import ViewModels

/// A zone with a constant offset.
public nonisolated struct FixedZone: LocalZone {
    private let seconds: Int

    /// Makes a zone that is `secondsAhead` of UTC; 0 is UTC itself.
    public init(secondsAhead: Int = 0) { seconds = secondsAhead }

    /// Returns the constant offset.
    public func secondsAhead(at time: Timestamp) -> Int { seconds }
}
