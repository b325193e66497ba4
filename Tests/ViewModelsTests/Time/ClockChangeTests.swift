import EngineConcepts
import Localization
import Testing
import ViewModelTestSupport

@testable import ViewModels

/// Berlin's clocks go forward on 2026-03-29 and back on 2026-10-25, at 01:00 UTC.
@Suite("Changes of clocks")
struct ClockChangeTests {
    private static func time(_ text: String) throws -> Timestamp { try #require(Timestamp(rfc3339: text)) }

    private static func spring() throws -> ChangingZone {
        ChangingZone(secondsAhead: 3600, until: try time("2026-03-29T01:00:00Z"), then: 7200)
    }

    private static func autumn() throws -> ChangingZone {
        ChangingZone(secondsAhead: 7200, until: try time("2026-10-25T01:00:00Z"), then: 3600)
    }

    @Test("At the end of a day of 25 hours, yesterday is the day before")
    func longDay() throws {
        let now = try Self.time("2026-10-25T22:30:00Z")
        let reader = DateReader(zone: try Self.autumn(), now: now)
        #expect(reader.start("yesterday")?.rfc3339 == "2026-10-23T22:00:00Z")
        #expect(reader.time("yesterday")?.rfc3339 == "2026-10-24T21:59:59Z")
        #expect(reader.day("yesterday")?.day == 24)
        let texts = TimeTexts(zone: try Self.autumn(), localizer: .english)
        let (before, startOfDay) = (try Self.time("2026-10-24T20:00:00Z"), try Self.time("2026-10-24T22:30:00Z"))
        #expect(texts.dayHeading(of: before, at: now) == "Yesterday")
        #expect(texts.dayHeading(of: startOfDay, at: now) == "Today")
    }

    @Test("At the end of the day before one of 23 hours, tomorrow is the next day")
    func shortDay() throws {
        let now = try Self.time("2026-03-28T22:30:00Z")
        let texts = TimeTexts(zone: try Self.spring(), localizer: .english)
        let tomorrow = try Self.time("2026-03-29T10:00:00Z")
        let later = try Self.time("2026-03-29T22:30:00Z")
        #expect(texts.ahead(tomorrow, at: now) == "Sun 29 Mar 2026, 12:00 (tomorrow)")
        #expect(texts.ahead(later, at: now) == texts.full(later))
    }

    @Test("The last and the next occurrence of a time of day are at that time across a change")
    func occurrences() throws {
        let morning = DateReader(zone: try Self.autumn(), now: try Self.time("2026-10-25T09:00:00Z"))
        #expect(morning.time("14:05")?.rfc3339 == "2026-10-24T12:05:00Z")
        let noon = DateReader(zone: try Self.spring(), now: try Self.time("2026-03-28T11:00:00Z"))
        #expect(noon.ahead("11:00")?.rfc3339 == "2026-03-29T09:00:00Z")
        #expect(noon.ahead("13:00")?.rfc3339 == "2026-03-28T12:00:00Z")
    }

    @Test("A time of day that occurs twice is the later one, and one that is skipped is an hour later")
    func repeatedAndMissingHour() throws {
        let now = try Self.time("2026-11-20T11:54:00Z")
        let autumn = DateReader(zone: try Self.autumn(), now: now)
        #expect(autumn.time("2026-10-25 02:30")?.rfc3339 == "2026-10-25T01:30:00Z")
        let spring = DateReader(zone: try Self.spring(), now: now)
        #expect(spring.time("2026-03-29 02:30")?.rfc3339 == "2026-03-29T01:30:00Z")
        #expect(spring.time("2026-03-29 03:30")?.rfc3339 == "2026-03-29T01:30:00Z")
        let texts = TimeTexts(zone: try Self.autumn(), localizer: .english)
        for time in ["2026-10-25T00:30:00Z", "2026-10-25T01:30:00Z"] {
            #expect(texts.clock(of: try Self.time(time)) == "02:30", "\(time)")
        }
    }

    @Test("A time of day shortly before a change has the offset from before the change")
    func beforeTheChange() throws {
        let now = try Self.time("2026-11-20T11:54:00Z")
        let autumn = DateReader(zone: try Self.autumn(), now: now)
        #expect(autumn.time("2026-10-25 01:30")?.rfc3339 == "2026-10-24T23:30:00Z")
        let spring = DateReader(zone: try Self.spring(), now: now)
        #expect(spring.time("2026-03-29 01:30")?.rfc3339 == "2026-03-29T00:30:00Z")
    }
}
