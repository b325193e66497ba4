internal import EngineConcepts

/// The number of a ticket's rows: the second of its order time, then a serial number within the second.
///
/// Newer tickets have higher numbers, to the second, in whatever order they arrive. The Track's order does not depend on
/// numbers.
enum TicketNumber {
    /// The bits of the serial number.
    private static let serialBits: Int64 = 24

    /// The seconds around 1970 that have numbers of their own; earlier and later ones share the last.
    private static let reach: Int64 = 1 << 38

    /// Returns the number of the `serial`th ticket of `time`.
    static func make(_ time: Timestamp, serial: Int64) -> Int64 {
        first(of: time) + serial % (1 << serialBits)
    }

    /// Returns all numbers of the second of `time`.
    static func range(of time: Timestamp) -> Range<Int64> {
        first(of: time)..<first(of: time) + (1 << serialBits)
    }

    /// Returns all numbers of the second of `number`.
    static func second(of number: Int64) -> Range<Int64> {
        let first = (number >> serialBits) << serialBits
        return first..<first + (1 << serialBits)
    }

    private static func first(of time: Timestamp) -> Int64 {
        min(max(time.seconds, -reach), reach) << serialBits
    }
}
