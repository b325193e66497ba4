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

    @Test("Weekdays are correct")
    func weekday() {
        #expect(CivilTime(Timestamp(rfc3339: "2026-11-20") ?? .beginningOfTime).weekday == 5)
        #expect(CivilTime(Timestamp(rfc3339: "1969-12-28") ?? .beginningOfTime).weekday == 0)
    }

    @Test(
        "Dates that do not exist are rejected",
        arguments: ["2026-02-29", "2026-13-01", "2026-1-1", "2026-11-20T24:00:00Z", "2026-11-20T10:00:00Zx", "", "now"])
    func refuses(text: String) {
        #expect(Timestamp(rfc3339: text) == nil)
    }
}

@Suite("Numbers from outside")
struct SaturatingArithmeticTests {
    @Test("Arithmetic stops at the bounds of the type")
    func bounds() {
        #expect(Int64.max.adding(saturating: 1) == .max && Int64.min.adding(saturating: -1) == .min)
        #expect(Int64.min.subtracting(saturating: 1) == .min && Int64.max.subtracting(saturating: -1) == .max)
        #expect(Int64(0).subtracting(saturating: .min) == .max && Int64(-1).subtracting(saturating: .min) == .max)
        #expect(UInt8(3).subtracting(saturating: 5) == 0 && UInt8(250).adding(saturating: 10) == .max)
        #expect(Int64(6).adding(saturating: 7) == 13)
    }

    @Test("Times and the spans between them saturate")
    func times() {
        let extremes = [Int64.min + 1, Int64.max - 1].map(Timestamp.init(milliseconds:))
        #expect(extremes[1].since(extremes[0]) == .milliseconds(Int64.max))
        #expect(extremes[0].since(extremes[1]) == .milliseconds(Int64.min))
        for time in extremes {
            for step in [
                Duration.seconds(Int64.max), .seconds(Int64.min), .milliseconds(Int64.max) + .nanoseconds(999_999_999),
            ] {
                _ = time.advanced(by: step).ceiledToSecond
            }
            #expect(Timestamp.dates.contains(time.clampedToDates))
            _ = time.rfc3339
        }
        #expect(Timestamp.dates.lowerBound.rfc3339 == "0000-01-02T00:00:00Z")
        #expect(Timestamp.dates.upperBound.rfc3339 == "9999-12-31T00:00:00Z")
    }

    @Test("An answer's times are clamped to dates, and others are left alone")
    func answers() {
        let wrong = Timestamp(milliseconds: .min + 5)
        let right = Timestamp(seconds: 1_800_000_000)
        var body = TicketBody(title: "A")
        body.quoted = EmbeddedTicket(id: "q", time: wrong)
        var answer = FetchAnswer(items: [
            SourceItem(id: "1", orderTime: wrong, shownTime: .endOfTime, editTime: wrong, body: body),
            SourceItem(id: "2", orderTime: right, body: TicketBody(title: "B")),
        ])
        answer.items.clampTimes()
        #expect(answer.items[0].orderTime == Timestamp.dates.lowerBound)
        #expect(answer.items[0].shownTime == Timestamp.dates.upperBound)
        #expect(answer.items[0].editTime == Timestamp.dates.lowerBound)
        #expect(answer.items[0].body.quoted?.time == Timestamp.dates.lowerBound)
        #expect(answer.items[1].orderTime == right && answer.items[1].shownTime == nil)
    }
}
