import EngineConcepts
import EngineTestSupport
import TestSupport
import Testing

@testable import ViewModels

@Suite("The reading position")
struct TimelinePlaceTests {
    @Test("A restart returns to the same ticket and line, whatever arrived meanwhile")
    func restart() async {
        let fixture = Fixture()
        fixture.track.commit(tickets(0..<500))
        await fixture.start()
        await fixture.send(.move(123))
        let before = fixture.cursor
        await fixture.services.track.flush()
        fixture.timeline.stop()
        fixture.track.commit(tickets(0..<900))
        let again = Fixture(track: fixture.track)
        await again.start()
        #expect(again.cursor == before)
        #expect(before.hasPrefix("376 "))
    }

    @Test("Events while the position is being stored do not lose it")
    func eventsDuringRestart() async {
        let fixture = Fixture()
        fixture.track.commit(tickets(0..<500))
        await fixture.start()
        await fixture.send(.move(123))
        await fixture.services.track.flush()
        fixture.timeline.stop()
        let again = Fixture(track: fixture.track)
        again.timeline.send(.resize(width: 80, height: 19))
        again.timeline.start()
        again.timeline.send(.resize(width: 80, height: 20))
        await again.session.activity.idle()
        #expect(again.cursor == fixture.cursor)
    }

    @Test("If the view hides the current ticket the next older one takes its line, and leaving the view restores it")
    func hiding() async {
        let fixture = Fixture()
        fixture.track.commit(tickets(0..<100))
        await fixture.start()
        await fixture.send(.move(20))
        let before = fixture.cursor
        await fixture.send(.ticket(.toggleRead), .toggleUnreadOnly)
        #expect(fixture.cursor == before.replacing("79", with: "78"))
        #expect(fixture.timeline.state.header.isLimited)
        await fixture.send(.toggleUnreadOnly)
        #expect(fixture.cursor == before)
    }

    @Test("Resizing keeps the ticket on its line if it fits, and otherwise on the screen")
    func resizing() async {
        let fixture = Fixture()
        fixture.track.commit(tickets(0..<100))
        await fixture.start()
        await fixture.send(.move(5))
        #expect(fixture.cursor == "94 at 10")
        await fixture.send(.resize(width: 200, height: 50))
        #expect(fixture.cursor == "94 at 10")
        await fixture.send(.resize(width: 40, height: 8))
        #expect(fixture.cursor == "94 at 6")
    }

    @Test("The current ticket keeps its line whatever is added or removed around it", arguments: 0..<40)
    func placeIsKept(seed: UInt64) async {
        var random = SeededGenerator(seed: seed)
        let fixture = Fixture()
        var present = Set(0..<300)
        fixture.track.commit(present.map { ticket($0) })
        await fixture.start(height: Int.random(in: 4...40, using: &random))
        for step in 0..<30 {
            switch Int.random(in: 0..<6, using: &random) {
            case 0: await fixture.send(.move(Int.random(in: -30...30, using: &random)))
            case 1: await fixture.send(.page(Int.random(in: -2...2, using: &random)))
            case 2: await fixture.send(.scroll(Int.random(in: -9...9, using: &random)))
            default:
                let before = fixture.cursor
                let kept = fixture.timeline.state.current?.ticket.flatMap { Int($0.id.item) }
                for _ in 0..<Int.random(in: 1...60, using: &random) {
                    let number = Int.random(in: 0..<600, using: &random)
                    if number != kept, present.remove(number) == nil { present.insert(number) }
                }
                await fixture.commit(present.map { ticket($0) })
                #expect(fixture.cursor == before, "seed \(seed), step \(step)")
            }
            let rows = fixture.content?.rows.count ?? 0
            #expect(rows <= 140, "seed \(seed), step \(step): \(rows) rows are held")
        }
    }
}
