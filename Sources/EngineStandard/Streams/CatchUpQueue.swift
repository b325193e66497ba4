import EngineConcepts

/// The suppliers to read once because their streams are newly connected: what appeared before is then there at once, and not
/// only after a claim. Suppliers that connect at nearly the same time are read together.
struct CatchUpQueue {
    /// The longest delay between a connection and the reading, in case that the source's clock is ahead.
    private static let maximumDelay = Duration.seconds(10)

    /// The time of each supplier from which on a reading closes the range below its connection.
    private var dueTimes: [SupplierID: Timestamp] = [:]

    /// Adds a supplier whose source sends everything from `since` on.
    mutating func add(_ supplier: SupplierID, connectedAt since: Timestamp, now: Timestamp) {
        dueTimes[supplier] = min(since.ceiledToSecond, now.advanced(by: Self.maximumDelay))
    }

    /// Returns the duration until the suppliers are due, not above zero if they are, or `nil` if there are none.
    func wait(at now: Timestamp) -> Duration? {
        guard let wait = dueTimes.values.max()?.since(now) else { return nil }
        // It is only longer if the clock was set back since.
        return wait > Self.maximumDelay ? .zero : wait
    }

    /// Removes and returns the suppliers with their times.
    mutating func takeAll() -> [SupplierID: Timestamp] {
        defer { dueTimes = [:] }
        return dueTimes
    }
}
