public import EngineConcepts
public import ViewModels

/// A zone whose clocks change once.
public nonisolated struct ChangingZone: LocalZone {
    private let change: Timestamp
    private let former: Int
    private let later: Int

    /// Makes a zone that is `former` seconds ahead of UTC until `change` and `later` seconds from then on.
    public init(secondsAhead former: Int, until change: Timestamp, then later: Int) {
        self.change = change
        self.former = former
        self.later = later
    }

    /// Returns the offset before or after the change.
    public func secondsAhead(at time: Timestamp) -> Int { time < change ? former : later }
}
