internal import EngineConcepts

/// The number of a ticket's rows: the second of its order time, then a serial within the second.
///
/// Newer tickets have higher numbers, to the second, whenever they were stored. The order itself never depends on it.
enum TicketNumber {
    /// How many bits tell tickets of one second apart.
    private static let serialBits: Int64 = 24

    /// How many seconds around 1970 have numbers of their own; older and newer ones share the last.
    private static let reach: Int64 = 1 << 38

    /// The number of a ticket of `time` that is the `serial`th of its kind.
    static func make(_ time: Timestamp, serial: Int64) -> Int64 {
        first(of: time) + serial % (1 << serialBits)
    }

    /// All numbers of the second of `time`.
    static func range(of time: Timestamp) -> Range<Int64> {
        first(of: time)..<first(of: time) + (1 << serialBits)
    }

    /// All numbers of the second that `number` belongs to.
    static func second(of number: Int64) -> Range<Int64> {
        let first = (number >> serialBits) << serialBits
        return first..<first + (1 << serialBits)
    }

    private static func first(of time: Timestamp) -> Int64 {
        min(max(time.seconds, -reach), reach) << serialBits
    }
}
