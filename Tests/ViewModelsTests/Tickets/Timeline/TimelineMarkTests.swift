import EngineConcepts
import EngineTestSupport
import FiberConfiguration
import Localization
import Testing

@testable import ViewModels

@Suite("Marks in the timeline")
struct TimelineMarkTests {
    @Test("Marks appear at once, are written, and are undone by one key")
    func marks() async {
        let fixture = Fixture()
        fixture.track.commit(tickets(0..<10))
        await fixture.start()
        fixture.timeline.send(.ticket(.toggleRead))
        #expect(fixture.timeline.state.current?.ticket?.marks.isRead == true)
        await fixture.session.activity.idle()
        #expect(fixture.track.marks(of: ticket(9).id).isRead)
        await fixture.send(.ticket(.toggleStar))
        #expect(fixture.track.marks(of: ticket(9).id).isStarred)
        await fixture.send(.undo, .undo)
        #expect(fixture.track.marks(of: ticket(9).id) == Marks())
        #expect(fixture.timeline.state.current?.ticket?.marks == Marks())
        await fixture.send(.undo)
        #expect(fixture.session.messages.toast?.text == "There is nothing to undo.")
    }

    @Test("A mark that is written while the rows are read again stays shown")
    func markWhileReading() async {
        let fixture = Fixture()
        fixture.track.commit(tickets(0..<10))
        await fixture.start()
        // The next request for the source's presenters is answered later than the rows are read and the mark is written.
        fixture.services.track.presenters.clear()
        let (timeline, marks) = (fixture.timeline, fixture.services.track.marks)
        fixture.track.whilePresenting {
            await timeline.send(.ticket(.toggleStar))
            await marks.flush()
        }
        await fixture.commit(tickets(0..<11))
        #expect(fixture.track.marks(of: ticket(9).id).isStarred)
        #expect(timeline.state.current?.ticket?.id == ticket(9).id)
        #expect(timeline.state.current?.ticket?.marks.isStarred == true)
    }

    @Test("The question about several items is in the plural of the language")
    func plural() async {
        let fixture = Fixture(localizer: .spanish)
        fixture.track.commit(tickets(0..<2))
        await fixture.start()
        await fixture.send(.markRead(.all))
        #expect(fixture.timeline.state.question?.hasPrefix("¿Marcar 2 como leídas?") == true)
    }

    @Test("Marking all as read asks first, shows the number, and can be undone")
    func markAll() async {
        let fixture = Fixture()
        fixture.track.commit(tickets(0..<10))
        await fixture.start()
        await fixture.send(.markRead(.all))
        let question = "Mark all 10 as read? :mark-all-read confirms; :cancel cancels."
        #expect(fixture.timeline.state.question == question)
        await fixture.send(.cancel)
        #expect(fixture.timeline.state.question == nil)
        #expect(fixture.timeline.state.header.unread == 10)
        // A typed command changes the layout as its line closes.
        await fixture.send(.markRead(.all), .resize(width: 80, height: 19), .markRead(.all))
        #expect(fixture.timeline.state.header.unread == 0)
        await fixture.send(.undo)
        #expect(fixture.timeline.state.header.unread == 10)
    }

    @Test("Marking what is below marks nothing if no rows could be read")
    func markBelowNothing() async {
        let fixture = Fixture()
        fixture.track.commit(tickets(0..<10))
        fixture.track.fail(with: SupplierError(.unreachable, "The disk is gone."))
        await fixture.start()
        fixture.track.fail(with: nil)
        await fixture.send(.markRead(.below), .markRead(.below))
        #expect((0..<10).allSatisfy { !fixture.track.marks(of: ticket($0).id).isRead })
    }

    @Test("The bar shows the progress while many tickets are being marked")
    func progress() async {
        let fixture = Fixture()
        fixture.track.commit(tickets(0..<10))
        await fixture.start()
        await fixture.send(.markRead(.all))
        var said: [String?] = []
        fixture.timeline.onChange = { said.append(fixture.timeline.state.header.underWay) }
        await fixture.send(.markRead(.all))
        #expect(said.contains("marking 10"), "\(said)")
        #expect(fixture.timeline.state.header.underWay == nil)
        said = []
        await fixture.send(.undo)
        #expect(said.contains("marking 10"), "\(said)")
        #expect(fixture.timeline.state.header.underWay == nil)
    }

    @Test("Undoing \"mark all as read\" restores the tickets to the view of unread ones")
    func undoInUnreadView() async {
        let fixture = Fixture()
        fixture.track.commit(tickets(0..<10))
        await fixture.start()
        await fixture.send(.markRead(.all), .markRead(.all), .toggleUnreadOnly)
        guard case .notice = fixture.timeline.state.body else {
            Issue.record("not empty: \(fixture.timeline.state.body)")
            return
        }
        await fixture.send(.undo)
        #expect(fixture.timeline.state.current?.ticket?.id == ticket(9).id)
    }

    @Test("Undo while all are being marked takes that back, and not what was marked before")
    func undoWhileMarking() async {
        let fixture = Fixture()
        fixture.track.commit(tickets(0..<10))
        await fixture.start()
        await fixture.send(.ticket(.toggleRead))
        await fixture.send(.markRead(.all), .markRead(.all), .undo)
        #expect(fixture.timeline.state.header.unread == 9)
    }

    @Test("All marked as read, undone and marked again at once are read")
    func burstOfMarkingAll() async {
        let fixture = Fixture()
        fixture.track.commit(tickets(0..<10))
        await fixture.start()
        let markAll = [TimelineAction.markRead(.all), .markRead(.all)]
        await fixture.burst(markAll + [.undo] + markAll, on: fixture.timeline)
        #expect(fixture.timeline.state.header.unread == 0)
        #expect((0..<10).allSatisfy { fixture.track.marks(of: ticket($0).id).isRead })
        await fixture.burst([.undo] + markAll + [.undo], on: fixture.timeline)
        #expect(fixture.timeline.state.header.unread == 10)
    }

    @Test(
        "A key typed after many items are marked as read is for their new marks",
        arguments: [TimelineAction.MarkScope.all, .below])
    func keyAfterMarking(scope: TimelineAction.MarkScope) async {
        let fixture = Fixture()
        fixture.track.commit(tickets(0..<10))
        await fixture.start()
        await fixture.burst(
            [.markRead(scope), .markRead(scope), .ticket(.toggleRead)], on: fixture.timeline)
        #expect(!fixture.track.marks(of: ticket(9).id).isRead && fixture.track.marks(of: ticket(8).id).isRead)
        #expect(fixture.timeline.state.current?.ticket?.marks.isRead == false)
        #expect(!fixture.session.activity.holdsInput)
    }

    @Test("Keys do not wait while many items are marked as read or that is undone, and the rows show it at once")
    func keyWhileMarking() async {
        let fixture = Fixture()
        fixture.track.commit(tickets(0..<2000))
        await fixture.start()
        await fixture.send(.markRead(.all))
        fixture.timeline.send(.markRead(.all))
        #expect(!fixture.session.activity.holdsInput)
        #expect(fixture.timeline.state.current?.ticket?.marks.isRead == true)
        await fixture.session.activity.idle()
        #expect(fixture.timeline.state.header.unread == 0)
        fixture.timeline.send(.undo)
        #expect(!fixture.session.activity.holdsInput)
        await fixture.session.activity.idle()
        #expect(fixture.timeline.state.header.unread == 2000)
        #expect(fixture.timeline.state.current?.ticket?.marks.isRead == false)
    }

    @Test("Undo typed before a mark is written takes that mark back, and the next undo the one before")
    func undoBeforeWriting() async {
        let fixture = Fixture()
        fixture.track.commit(tickets(0..<10))
        await fixture.start()
        await fixture.send(.ticket(.toggleStar))
        fixture.timeline.send(.move(1))
        await fixture.send(.ticket(.toggleStar), .undo)
        #expect(fixture.track.marks(of: ticket(9).id).isStarred && !fixture.track.marks(of: ticket(8).id).isStarred)
        #expect(fixture.session.messages.toast?.text == "Undone: star of “Ticket 8”")
        await fixture.send(.ticket(.toggleStar), .ticket(.toggleStar), .undo, .undo, .undo)
        #expect(!fixture.track.marks(of: ticket(9).id).isStarred && !fixture.track.marks(of: ticket(8).id).isStarred)
    }

    @Test("Keys wait until a mark is undone, but not behind an undo that takes long")
    func heldInput() async {
        let fixture = Fixture()
        fixture.track.commit(tickets(0..<2))
        await fixture.start()
        let activity = fixture.session.activity
        fixture.timeline.send(.ticket(.toggleStar))
        fixture.timeline.send(.undo)
        #expect(activity.holdsInput)
        await activity.idle()
        #expect(!activity.holdsInput)
        let slow = fixture.session.undo.reserve()
        fixture.timeline.send(.undo)
        fixture.timeline.send(.ticket(.toggleStar))
        fixture.timeline.send(.undo)
        #expect(!activity.holdsInput)
        slow.close()
        await activity.idle()
        #expect(fixture.track.marks(of: ticket(1).id) == Marks())
    }

    @Test("A change that is undone just before the program ends is taken back")
    func undoBeforeEnd() async {
        let fixture = Fixture()
        fixture.track.commit(tickets(0..<10))
        await fixture.start()
        fixture.timeline.send(.ticket(.toggleStar))
        fixture.timeline.send(.undo)
        await fixture.services.track.flush()
        #expect(!fixture.track.marks(of: ticket(9).id).isStarred)
    }

    @Test("Undo typed before the tickets to mark are known takes back their marks, and not an older one")
    func undoBeforeReading() async {
        let fixture = Fixture()
        fixture.track.commit(tickets(0..<10))
        await fixture.start()
        await fixture.send(.ticket(.toggleStar), .move(3))
        await fixture.send(.markRead(.above), .markRead(.above), .undo)
        #expect(fixture.track.marks(of: ticket(9).id).isStarred)
        #expect(fixture.timeline.state.header.unread == 10)
    }

    @Test("Undo typed before a mark fails to be written undoes nothing, and leaves the failure on the screen")
    func undoOfFailure() async {
        let fixture = Fixture()
        fixture.track.commit(tickets(0..<10))
        await fixture.start()
        await fixture.send(.ticket(.toggleStar), .move(1))
        fixture.track.fail(with: SupplierError(.refused, "The disk is full."))
        await fixture.send(.ticket(.toggleStar), .undo)
        fixture.track.fail(with: nil)
        #expect(fixture.track.marks(of: ticket(9).id).isStarred)
        #expect(fixture.session.messages.toast?.text.contains("The disk is full.") == true)
        await fixture.send(.undo)
        #expect(!fixture.track.marks(of: ticket(9).id).isStarred)
    }

    @Test("Marking from the cursor down leaves the tickets above unread")
    func markBelow() async {
        let fixture = Fixture()
        fixture.track.commit(tickets(0..<10))
        await fixture.start()
        await fixture.send(.move(3), .markRead(.below), .markRead(.below))
        #expect(fixture.timeline.state.header.unread == 3)
    }

    @Test("A mark that cannot be written is reverted and reported")
    func markFailure() async {
        let fixture = Fixture()
        fixture.track.commit(tickets(0..<10))
        await fixture.start()
        fixture.track.fail(with: SupplierError(.refused, "The disk is full."))
        fixture.timeline.send(.ticket(.toggleStar))
        #expect(fixture.timeline.state.current?.ticket?.marks.isStarred == true)
        await fixture.session.activity.idle()
        #expect(fixture.session.messages.history.contains { $0.text.contains("The disk is full.") })
        fixture.track.fail(with: nil)
        await fixture.commit(tickets(0..<11))
        #expect(fixture.content?.rows.allSatisfy { $0.ticket?.marks.isStarred == false } == true)
    }

    @Test("Tickets above the cursor or on the screen can be marked as read, and this can be undone")
    func marking() async throws {
        let fixture = try await Fixture.labelled(rules: [])
        await fixture.send(.move(5), .markRead(.above))
        #expect(fixture.timeline.state.header.total == 30 && fixture.timeline.state.header.unread == 30)
        await fixture.send(.markRead(.above))
        #expect(fixture.timeline.state.header.unread == 25)
        #expect(!fixture.track.marks(of: ticket(24).id).isRead && fixture.track.marks(of: ticket(25).id).isRead)
        await fixture.send(.undo)
        #expect(fixture.timeline.state.header.unread == 30)
        await fixture.send(.markRead(.visible))
        #expect(fixture.timeline.state.header.unread == 20)
        await fixture.send(.undo)
        #expect(fixture.timeline.state.header.unread == 30)
    }

    @Test("What was marked before an error is undone like a whole change, and the message has the error")
    func interrupted() async {
        let fixture = Fixture()
        fixture.track.commit(tickets(0..<3))
        let (id, marks) = (ticket(1).id, fixture.services.track.marks)
        let error = SupplierError(.unreachable, "The disk is full.")
        fixture.track.fail(with: InterruptedMarking([id], previous: [id: Marks(isStarred: true)], because: error))
        marks.set([id], MarkChange(starred: true))
        await marks.flush()
        #expect(fixture.session.messages.toast?.text.contains("The disk is full.") == true)
        fixture.track.fail(with: nil)
        fixture.services.track.undoLast()
        await fixture.session.activity.idle()
        #expect(fixture.track.marks(of: id) == Marks(isStarred: true))
    }

    @Test("On the first row, marking above asks nothing and says that nothing is there")
    func nothingAbove() async {
        let fixture = Fixture()
        fixture.track.commit(tickets(0..<10))
        await fixture.start()
        await fixture.send(.markRead(.above))
        #expect(fixture.timeline.state.question == nil)
        #expect(fixture.session.messages.toast?.text == "Nothing is above the first row.")
        await fixture.send(.move(1), .markRead(.above))
        #expect(fixture.timeline.state.question != nil)
    }

    @Test("Moving past tickets marks them as read if the setting says so")
    func passing() async throws {
        let fixture = try await Fixture.labelled(rules: [], settings: ["timeline.mark-read-on-passing": .flag(true)])
        await fixture.send(.move(3), .move(-2))
        #expect(fixture.timeline.state.header.unread == 27)
        #expect(!fixture.track.marks(of: ticket(26).id).isRead)
    }
}
