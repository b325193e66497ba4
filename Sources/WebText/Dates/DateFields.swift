import EngineConcepts

/// The parts of a date. Only an existing date becomes a time.
struct DateFields {
    var year = 0
    var month = 1
    var day = 1
    var hour = 0
    var minute = 0
    var second = 0
    var millisecond = 0
    /// Minutes east of Greenwich.
    var offsetMinutes = 0

    /// The years that a bare number may mean.
    static let likelyYears = 1900...2199

    /// The time of the fields, or `nil` if there is no such date, or if it is the zero of a clock, which stands for no date.
    var timestamp: Timestamp? {
        guard let time, !Self.zeroTimes.contains(time.seconds),
            !Self.zeroTimes.contains(time.seconds + Int64(offsetMinutes * 60))
        else { return nil }
        return time
    }

    /// The time of the fields, or `nil` if there is no such date.
    var time: Timestamp? {
        guard (1000...9999).contains(year), (0...24).contains(hour), abs(offsetMinutes) <= 26 * 60,
            (0...61).contains(second),
            let civil = CivilTime(
                year: year, month: month, day: day, hour: hour % 24, minute: minute, second: min(second, 60))
        else { return nil }
        // 24:00 is the end of the day.
        let local = civil.timestamp().seconds + (hour == 24 ? 86_400 : 0)
        let seconds = local - Int64(offsetMinutes * 60)
        return Timestamp(milliseconds: seconds * 1000 + Int64(millisecond))
    }

    /// The epochs of programs in seconds, which they print for a missing date, in UTC or in local time: Unix, spreadsheets,
    /// SQL Server, the Mac, Windows; and the first date that SQL Server knows.
    private static let zeroTimes = Set(
        [(1970, 1, 1), (1899, 12, 30), (1899, 12, 31), (1900, 1, 1), (1904, 1, 1), (1601, 1, 1), (1753, 1, 1)]
            .compactMap { year, month, day in CivilTime(year: year, month: month, day: day)?.timestamp().seconds })

    /// Returns the number of days in the year.
    static func length(ofYear year: Int) -> Int {
        337 + CivilTime.days(inMonth: 2, year: year)
    }
}
