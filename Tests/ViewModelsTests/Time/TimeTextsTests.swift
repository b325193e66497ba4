import EngineConcepts
import Localization
import Testing
import ViewModelTestSupport

@testable import ViewModels

@Suite("Times in words")
struct TimeTextsTests {
    private let texts = TimeTexts(zone: FixedZone(secondsAhead: 3600), localizer: .english)

    @Test(
        "Ages take at most nine columns, or six on narrow screens",
        arguments: [
            (-180_000, "22 Nov", "22 Nov"), (-86_400, "21 Nov", "21 Nov"), (-86_399, "in 23h", "in 23h"),
            (-500, "in 8m", "in 8m"), (-59, "now", "now"), (59, "now", "now"), (60, "1m", "1m"), (3599, "59m", "59m"),
            (3600, "1h", "1h"),
            (86_399, "23h", "23h"), (86_400, "Thu 12:54", "19 Nov"), (6 * 86_400 - 1, "Sat 12:54", "14 Nov"),
            (6 * 86_400, "14 Nov", "14 Nov"), (365 * 86_400 - 1, "20 Nov", "20 Nov"),
            (365 * 86_400, "20 Nov 25", "Nov'25"), (40 * 365 * 86_400, "30 Nov 86", "Nov'86"),
            (200 * 365 * 86_400, "1827", "1827"),
        ])
    func age(seconds: Int, text: String, brief: String) {
        let now = Fixture.now
        #expect(texts.age(of: now.advanced(by: .seconds(-seconds)), at: now) == text)
        #expect(texts.briefAge(of: now.advanced(by: .seconds(-seconds)), at: now) == brief)
        #expect(text.count <= 9 && brief.count <= 6)
    }

    @Test("Exact times show only what differs from now, in local time, and without room less of it")
    func exact() {
        let now = Fixture.now
        #expect(texts.briefExact(now.advanced(by: .seconds(-3600)), at: now) == "11:54")
        #expect(texts.briefExact(now.advanced(by: .seconds(-86_400)), at: now) == "19 Nov")
        #expect(texts.briefExact(now.advanced(by: .seconds(-365 * 86_400)), at: now) == "Nov'25")
        #expect(texts.exact(now.advanced(by: .seconds(-3600)), at: now) == "11:54")
        #expect(texts.exact(now.advanced(by: .seconds(-86_400)), at: now) == "19 Nov 12:54")
        #expect(texts.exact(now.advanced(by: .seconds(-365 * 86_400)), at: now) == "20 Nov 2025")
        #expect(texts.full(now) == "Fri 20 Nov 2026, 12:54")
    }

    @Test("The start of a period says seconds only on its day, and the year only of another year")
    func start() {
        let now = Fixture.now
        let starts = [3600, 86_400, 7 * 86_400, 9 * 365 * 86_400]
            .map { texts.start(now.advanced(by: .seconds(-$0)), at: now) }
        #expect(starts == ["11:54:00", "Thu 12:54", "13 Nov", "22 Nov 2017"])
    }

    @Test("A period names its day once, and the seconds if it lies within one minute")
    func spans() {
        let now = Fixture.now
        func span(_ oldest: Int, _ newest: Int) -> String {
            texts.span(from: now.advanced(by: .seconds(oldest)), to: now.advanced(by: .seconds(newest)), at: now)
        }
        #expect(span(-3600, 0) == "11:54–12:54")
        #expect(span(5, 17) == "12:54:05–12:54:17")
        #expect(span(-86_400, -86_397) == "Thu 19 Nov, 12:54:00–12:54:03")
    }

    @Test(
        "Durations have two units",
        arguments: [(5, "5 s"), (90, "1 min"), (11_520, "3 h 12 min"), (7200, "2 h"), (532_800, "6 d 4 h")])
    func duration(seconds: Int, text: String) {
        #expect(texts.duration(.seconds(seconds)) == text)
    }
}
