import EngineConcepts
import EngineTestSupport
import FiberConfiguration
import Localization
import Testing
import ViewModelTestSupport

@testable import ViewModels

@Suite("Day headings")
struct DayHeadingTests {
    private let texts = TimeTexts(zone: FixedZone(), localizer: .english)

    private func ago(_ hours: Int64) -> Timestamp { Fixture.now.advanced(by: .seconds(-3600 * hours)) }

    /// The headings of the rows, by ticket.
    private func headings(_ fixture: Fixture) -> [String: String] {
        Dictionary(
            uniqueKeysWithValues: (fixture.content?.rows ?? [])
                .compactMap { row in
                    row.ticket.flatMap { ticket in ticket.day.map { (ticket.id.item, $0) } }
                })
    }

    @Test("An age becomes a date after a day and a year after a year")
    func ages() {
        let long = [0, 5, 23, 24, 100, 200, 8000, 9000].map { texts.age(of: ago($0), at: Fixture.now) }
        #expect(long == ["now", "5h", "23h", "Thu 11:54", "Mon 07:54", "12 Nov", "22 Dec", "10 Nov 25"])
        let brief = [0, 5, 23, 24, 100, 200, 8000, 9000].map { texts.briefAge(of: ago($0), at: Fixture.now) }
        #expect(brief == ["now", "5h", "23h", "19 Nov", "16 Nov", "12 Nov", "22 Dec", "Nov'25"])
        #expect(texts.age(of: .beginningOfTime, at: Fixture.now).count <= 9)
    }

    @Test("Days are named by their distance, and those of other years with the year")
    func names() {
        let names = [0, 24, 48, 9000].map { texts.dayHeading(of: ago($0), at: Fixture.now) }
        #expect(names == ["Today", "Yesterday", "Wednesday 18 November", "Monday 10 November 2025"])
        let spanish = TimeTexts(zone: FixedZone(), localizer: .spanish)
        #expect(spanish.dayHeading(of: ago(48), at: Fixture.now) == "Miércoles, 18 de noviembre")
        #expect(spanish.age(of: Fixture.now, at: Fixture.now) == "ahora")
    }

    // Ticket 0 is of yesterday 11:54, and 726 the first of today.
    @Test("The first ticket of each day has a heading, and the setting turns headings off")
    func first() async {
        let fixture = Fixture(settings: ["timeline.day-headings": .flag(true)])
        fixture.track.commit(tickets(722..<730))
        await fixture.start()
        #expect(headings(fixture) == ["729": "Today", "725": "Yesterday"])
        #expect(fixture.cursor == "729 at 1", "the heading is above the row")
        fixture.session.settings.choose(.flag(false), of: "timeline.day-headings")
        await fixture.session.activity.idle()
        #expect(headings(fixture).isEmpty)
        #expect(fixture.cursor == "729 at 0")
    }

    @Test("In compact rows, a day of one or two tickets has no heading, and its rows keep their dates")
    func compact() async {
        let fixture = Fixture(settings: ["timeline.day-headings": .flag(true)])
        fixture.track.commit([0, 1, 722, 723, 724, 725, 729].map { ticket($0) })
        await fixture.start()
        #expect(headings(fixture) == ["729": "Today", "725": "Yesterday"])
        fixture.session.settings.density = .compact
        await fixture.session.activity.idle()
        #expect(headings(fixture) == ["725": "Yesterday"])
        fixture.session.settings.density = .regular
        await fixture.session.activity.idle()
        #expect(headings(fixture).count == 2)
    }

    @Test("In compact rows, days without a heading do not stand below that of another day")
    func endOfDay() async {
        let fixture = Fixture(settings: ["timeline.day-headings": .flag(true)])
        // Two days and three days before "today", of one ticket each.
        fixture.track.commit([-3000, -1500, 722, 723, 724, 725, 729].map { ticket($0) })
        await fixture.start()
        fixture.session.settings.density = .compact
        await fixture.session.activity.idle()
        #expect(headings(fixture) == ["725": "Yesterday", "-1500": "Earlier"])
    }

    @Test("A heading that passes to a new row does not move the cursor's row")
    func stable() async {
        let fixture = Fixture(settings: ["timeline.day-headings": .flag(true)])
        fixture.track.commit(tickets(690..<730))
        await fixture.start()
        await fixture.send(.move(4))
        #expect(fixture.cursor == "725 at 10", "two headings and four rows are above")
        let line = fixture.content?.line
        await fixture.commit(tickets(690..<740))
        #expect(fixture.content?.line == line)
        #expect(fixture.timeline.state.current?.ticket?.id.item == "725")
        await fixture.send(.top)
        #expect(fixture.cursor == "739 at 1")
        await fixture.send(.bottom)
        #expect(fixture.cursor == "690 at 18")
    }

    @Test("A heading for which a low screen has no room is visible again on a higher one")
    func lowScreen() async {
        let fixture = Fixture(settings: ["timeline.day-headings": .flag(true)])
        fixture.track.commit(tickets(690..<730))
        await fixture.start()
        for height in [2, 1, 20] { await fixture.send(.resize(width: 80, height: height)) }
        #expect(fixture.cursor == "729 at 1")
        await fixture.send(.resize(width: 80, height: 2), .move(4), .resize(width: 80, height: 20))
        #expect(fixture.cursor == "725 at 0", "the user has moved")
    }

    @Test("The headings change at midnight")
    func midnight() async {
        let fixture = Fixture(settings: ["timeline.day-headings": .flag(true)])
        fixture.track.commit(tickets(722..<730))
        await fixture.start()
        fixture.time.advance(by: .seconds(13 * 3600))
        await fixture.changed { self.headings(fixture)["729"] == "Yesterday" }
        #expect(headings(fixture) == ["729": "Yesterday", "725": "Thursday 19 November"])
    }

    @Test("Rows below a heading have the time of day beside their date; without headings, they have only the date")
    func timesBelow() async {
        let fixture = Fixture(settings: ["timeline.day-headings": .flag(true)])
        // Four days and more before now.
        fixture.track.commit(tickets(-4500 ..< -4496))
        await fixture.start()
        func times() -> [[String?]] {
            (fixture.content?.rows ?? []).compactMap(\.ticket).map { [$0.timeOnDay, $0.time.brief, $0.time.text] }
        }
        #expect(times().first == ["08:57", "16 Nov", "Mon 08:57"], "\(times())")
        #expect(Set(times().map { $0[0] }).count == 4, "\(times())")
        fixture.session.settings.timeStyle = .exact
        await fixture.session.activity.idle()
        #expect(times().first == ["08:57", "16 Nov", "16 Nov 08:57"], "\(times())")
        fixture.session.settings.timeStyle = .relative
        fixture.session.settings.choose(.flag(false), of: "timeline.day-headings")
        await fixture.session.activity.idle()
        #expect(Set(times().map { $0[1] }) == ["16 Nov"] && times().allSatisfy { $0[0] == nil }, "\(times())")
    }
}
