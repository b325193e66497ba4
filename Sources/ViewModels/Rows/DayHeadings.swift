import EngineConcepts

/// The headings of days between the tickets of a list. A day with enough tickets has one above its first ticket. Above the
/// next day, a heading says that it has ended, unless the next day has a heading itself.
nonisolated struct DayHeadings: Equatable, Sendable {
    /// A heading above a ticket.
    enum Heading: Equatable, Sendable {
        /// The day of the ticket.
        case day
        /// The end of a day with a heading, before an earlier day that has none.
        case earlier
        /// The end of a day with a heading, before a later day that has none.
        case later
    }

    /// A ticket among the days.
    struct Place: Equatable, Sendable {
        /// The heading above it, or `nil` if there is none.
        var heading: Heading?
        /// True if its day has a heading, which may be above the first ticket of all.
        let isOnHeadedDay: Bool
    }

    /// The places of the tickets, in their order.
    let places: [Place]

    /// - Parameters:
    ///   - times: The times of the tickets in the order of their rows.
    ///   - minimum: The number of tickets from which on a day has a heading, or `nil` for no headings.
    ///   - reachesTop: True if there is no ticket above the first one. Otherwise its day may have begun there.
    ///   - areOnOneDay: Returns true if two times are on one day.
    init(
        of times: [Timestamp], from minimum: Int?, reachesTop: Bool,
        _ areOnOneDay: (Timestamp, Timestamp) -> Bool
    ) {
        var places: [Place] = []
        var isBelowHeading = false
        var start = 0
        while start < times.count {
            let end = times[start...].firstIndex { !areOnOneDay(times[start], $0) } ?? times.count
            let mayBeginAbove = start == 0 && !reachesTop
            let isHeaded = minimum.map { end - start >= $0 || mayBeginAbove } ?? false
            var heading: Heading?
            if isHeaded, !mayBeginAbove {
                heading = .day
            } else if isBelowHeading, !isHeaded {
                heading = times[start] < times[start - 1] ? .earlier : .later
            }
            isBelowHeading = heading == .day
            places.append(Place(heading: heading, isOnHeadedDay: isHeaded))
            places += repeatElement(Place(isOnHeadedDay: isHeaded), count: end - start - 1)
            start = end
        }
        self.places = places
    }
}
