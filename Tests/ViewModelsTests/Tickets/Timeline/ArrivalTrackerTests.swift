import EngineConcepts
import EngineTestSupport
import FiberConfiguration
import Testing

@testable import ViewModels

@Suite("The tracker of arrivals")
struct ArrivalTrackerTests {
    private static let later = Fixture.now.advanced(by: .seconds(60))
    private static let seen = SeenPlace(place: .ticket(ticket(9).key), time: Fixture.now)

    private final class Holder {
        var tracker: ArrivalTracker?

        func showUnread() { tracker?.view = TrackView(unreadOnly: true) }
    }

    @Test("What others have brought is counted in a view that is chosen while it is read")
    func viewChosenWhileReading() async {
        let holder = Holder()
        let fixture = Fixture(
            history: FakeHistory(
                delivered: [ticket(10).key: Self.later, ticket(11).key: Self.later],
                whileReading: { await holder.showUnread() }))
        let tracker = ArrivalTracker(track: fixture.services.track, notifier: fixture.services.notifier)
        holder.tracker = tracker
        tracker.restore(Self.seen)
        await fixture.session.activity.idle()
        #expect(tracker.view.unreadOnly && tracker.count == 2)
    }

    @Test("While what others have brought is read, the time of what was seen stays, also after commits were read")
    func seenWhileReading() async {
        let fixture = Fixture(library: Library(), history: FakeHistory())
        let track = fixture.services.track
        let tracker = ArrivalTracker(track: track, notifier: fixture.services.notifier)
        tracker.view = TrackView(foldsStories: true)
        var changes = TrackChanges(version: .empty)
        changes.inserted = [.init(.ticket(ticket(10).key), below: nil)]
        tracker.restore(Self.seen)
        tracker.add(changes)
        await fixture.session.activity.idle()
        fixture.time.advance(by: .seconds(60))
        tracker.addOthers()
        tracker.removeSeen(downFrom: .ticket(ticket(12).key), isFilling: false)
        #expect(tracker.seen?.time == Fixture.now)
        await fixture.session.activity.idle()
        tracker.removeSeen(downFrom: .ticket(ticket(13).key), isFilling: false)
        #expect(tracker.seen?.time == Self.later)
    }
}
