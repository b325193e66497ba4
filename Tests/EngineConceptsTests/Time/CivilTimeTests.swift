import EngineConcepts
import Testing

@Suite("Calendar and clock")
struct CivilTimeTests {
    @Test("Every time lies in its second, including negative times")
    func seconds() {
        let seconds = [-1001, -1000, -999, -1, 0, 999, 1000].map { Timestamp(milliseconds: $0).seconds }
        #expect(seconds == [-2, -1, -1, -1, 0, 0, 1])
        #expect(Timestamp.beginningOfTime.seconds == Int64.min / 1000 - 1)
        #expect(Timestamp.endOfTime.seconds == Int64.max / 1000)
    }

    @Test(
        "A time printed as RFC 3339 parses to the same time",
        arguments: [
            (0, "1970-01-01T00:00:00Z"), (951_782_400, "2000-02-29T00:00:00Z"), (-1, "1969-12-31T23:59:59Z"),
            (1_795_175_640, "2026-11-20T11:54:00Z"), (4_107_542_400, "2100-03-01T00:00:00Z"),
        ] as [(Int64, String)])
    func printsAndReads(seconds: Int64, text: String) {
        #expect(Timestamp(seconds: seconds).rfc3339 == text)
        #expect(Timestamp(rfc3339: text) == Timestamp(seconds: seconds))
    }

    @Test("Every day of four centuries converts to a calendar date and back")
    func roundTrip() {
        for day in stride(from: Int64(-73_000), to: 73_000, by: 1) {
            let time = Timestamp(seconds: day * 86_400 + 3_723)
            #expect(CivilTime(time).timestamp() == time)
        }
    }

    @Test("An offset changes the clock reading and not the time")
    func offset() {
        let time = Timestamp(seconds: 1_795_175_640)
        #expect(CivilTime(time, offset: .seconds(-3 * 3600)).hour == 8)
        #expect(Timestamp(rfc3339: "2026-11-20T08:54:00-03:00") == time)
        #expect(Timestamp(rfc3339: "2026-11-20T13:24+01:30") == time)
    }

    @Test(
        "A time is printed with the offset of a zone, and as UTC without one",
        arguments: [
            (3600, "2026-11-20T12:54:00+01:00"), (-12_600, "2026-11-20T08:24:00-03:30"), (0, "2026-11-20T11:54:00Z"),
            (50_400, "2026-11-21T01:54:00+14:00"), (59, "2026-11-20T11:54:00Z"),
        ])
    func printedOffset(secondsAhead: Int, text: String) {
        let time = Timestamp(seconds: 1_795_175_640)
        #expect(time.rfc3339(secondsAhead: secondsAhead) == text)
        #expect(Timestamp(rfc3339: text) == time)
    }

    @Test(
        "Adding days keeps the time of day and crosses months, leap days and years",
        arguments: [
            ("2026-10-25T23:30:00Z", -1, "2026-10-24T23:30:00Z"), ("2028-02-28T01:02:03Z", 1, "2028-02-29T01:02:03Z"),
            ("2026-12-31T00:00:00Z", 1, "2027-01-01T00:00:00Z"), ("1970-01-01T12:00:00Z", -366, "1968-12-31T12:00:00Z"),
            ("2026-11-20T11:54:00Z", 0, "2026-11-20T11:54:00Z"),
        ])
    func addingDays(text: String, count: Int, result: String) throws {
        let time = try #require(Timestamp(rfc3339: text))
        #expect(CivilTime(time).adding(days: count).timestamp().rfc3339 == result)
    }

    @Test("A date has its weekday, also before 1970")
    func weekday() {
        #expect(CivilTime(Timestamp(rfc3339: "2026-11-20T00:00:00Z") ?? .beginningOfTime).weekday == 5)
        #expect(CivilTime(Timestamp(rfc3339: "1969-12-28T00:00:00Z") ?? .beginningOfTime).weekday == 0)
    }

    @Test(
        "Fractions of a second count to the millisecond",
        arguments: [("5", 500), ("257", 257), ("2579999", 257), ("000", 0)] as [(String, Int64)])
    func fractions(digits: String, milliseconds: Int64) {
        let time = Timestamp(rfc3339: "2026-11-20T11:54:00.\(digits)Z")
        #expect(time == Timestamp(milliseconds: 1_795_175_640_000 + milliseconds))
    }

    @Test("A leap second counts as the second before it")
    func leapSecond() {
        #expect(Timestamp(rfc3339: "2016-12-31T23:59:60Z")?.rfc3339 == "2016-12-31T23:59:59Z")
    }

    @Test(
        "Texts that are not RFC 3339, and dates that do not exist, are rejected",
        arguments: [
            "2026-02-29T10:00:00Z", "2026-13-01T10:00:00Z", "2026-1-1T10:00:00Z", "2026-11-20T24:00:00Z",
            "2026-11-20T10:00:00Zx", "", "now", "2026-11-20", "2026-11-20T14:05", "2026-11-20 14:05:30",
            "2026-11-20T11:54:00.", "2026-11-20T11:54:00.Z", "2026-11-20T11:54:00.½Z", "2026-11-20T11:54:00.٣Z",
        ])
    func refuses(text: String) {
        #expect(Timestamp(rfc3339: text) == nil)
    }
}
