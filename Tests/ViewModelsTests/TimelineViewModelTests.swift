import EngineConcepts
import EngineTestSupport
import Testing

@testable import ViewModels

@Suite("The timeline's view-model")
struct TimelineViewModelTests {
    @Test("The first window is read at the top, and no more of it than a few screens")
    func firstWindow() async throws {
        let fixture = Fixture()
        fixture.track.commit(tickets(0..<1000))
        await fixture.start()
        #expect(fixture.cursor == "999 at 0")
        let rows = try #require(fixture.content?.rows)
        #expect(rows.count >= 17)
        #expect(rows.count <= 50)
        #expect(fixture.timeline.state.header.total == 1000)
        #expect(fixture.timeline.state.header.unread == 1000)
    }

    @Test("An empty Track says what to do")
    func empty() async {
        let fixture = Fixture()
        await fixture.start()
        guard case .empty(let title, _) = fixture.timeline.state.body else {
            Issue.record("not empty: \(fixture.timeline.state.body)")
            return
        }
        #expect(title == "Nothing here yet.")
    }

    @Test("A store that cannot be read is a failure that r tries again")
    func failure() async {
        let fixture = Fixture()
        fixture.track.commit(tickets(0..<5))
        fixture.track.fail(with: SupplierError(.refused, "The disk is gone."))
        await fixture.start()
        guard case .failure(_, let cause, _) = fixture.timeline.state.body else {
            Issue.record("no failure: \(fixture.timeline.state.body)")
            return
        }
        #expect(cause == "The disk is gone.")
        fixture.track.fail(with: nil)
        await fixture.send(.refresh)
        #expect(fixture.cursor == "4 at 0")
    }

    @Test("Arrivals above are counted and move nothing; the top shows them and forgets the count")
    func arrivals() async {
        let fixture = Fixture()
        fixture.track.commit(tickets(0..<100))
        await fixture.start()
        await fixture.send(.move(4))
        #expect(fixture.cursor == "95 at 8")
        await fixture.commit(tickets(0..<137))
        #expect(fixture.cursor == "95 at 8")
        #expect(fixture.timeline.state.header.newAbove == 37)
        await fixture.send(.top)
        #expect(fixture.cursor == "136 at 0")
        #expect(fixture.timeline.state.header.newAbove == 0)
    }

    @Test("Arrivals are counted only until they were on the screen")
    func arrivalsSeen() async {
        let fixture = Fixture()
        fixture.track.commit(tickets(0..<100))
        await fixture.start()
        await fixture.commit(tickets(0..<130))
        #expect(fixture.timeline.state.header.newAbove == 30)
        await fixture.send(.move(-5))
        #expect(fixture.timeline.state.header.newAbove < 30)
        #expect(fixture.timeline.state.header.newAbove > 20)
    }

    @Test("The first tickets of an empty Track stay in sight as they come, until the reader moves")
    func firstTickets() async throws {
        let fixture = Fixture()
        fixture.track.commit(
            [], gaps: [Gap(timeframe: .always, kind: .full, missing: [.init(supplier: "feed:a", cause: .notAsked)])])
        await fixture.start()
        #expect(fixture.cursor == "gap at 0")
        await fixture.commit(tickets(0..<50))
        #expect(fixture.cursor == "49 at 0")
        await fixture.commit(tickets(0..<60))
        #expect(fixture.cursor == "59 at 0")
        await fixture.send(.move(1))
        await fixture.commit(tickets(0..<70))
        #expect(fixture.cursor == "58 at 2")
    }

    @Test("Movement that outruns the window ends where single steps would")
    func outrunning() async {
        let fixture = Fixture()
        fixture.track.commit(tickets(0..<1000))
        await fixture.start()
        for _ in 0..<60 { fixture.timeline.send(.move(1)) }
        await fixture.services.activity.idle()
        #expect(fixture.timeline.state.current?.ticket?.id.item == "939")
        await fixture.send(.move(700))
        #expect(fixture.timeline.state.current?.ticket?.id.item == "239")
        await fixture.send(.page(-3), .move(1), .page(3), .move(-1))
        #expect(fixture.timeline.state.current?.ticket?.id.item == "239")
        let rows = fixture.content?.rows.count ?? 0
        #expect(rows <= 60, "\(rows) rows are held")
    }

    @Test("What is pressed after a jump is meant for the row that the jump arrives at")
    func actionsWaitForMovement() async {
        let fixture = Fixture()
        fixture.track.commit(tickets(0..<1000))
        await fixture.start()
        await fixture.send(.bottom, .open, .top, .toggleStar)
        #expect(fixture.outputs == [.open(TicketID(supplier: "feed:a", item: "0"))])
        #expect(fixture.cursor == "999 at 0")
        #expect(fixture.timeline.state.current?.ticket?.marks.isStarred == true)
    }

    @Test("Steps taken before the first window is there are not lost")
    func earlySteps() async {
        let fixture = Fixture()
        fixture.track.commit(tickets(0..<1000))
        fixture.timeline.send(.resize(width: 80, height: 20))
        fixture.timeline.send(.move(2))
        fixture.timeline.start()
        fixture.timeline.send(.move(1))
        await fixture.services.activity.idle()
        #expect(fixture.cursor == "996 at 6")
    }

    @Test("The ends of the Track hold the cursor and leave no void")
    func ends() async {
        let fixture = Fixture()
        fixture.track.commit(tickets(0..<300))
        await fixture.start()
        await fixture.send(.bottom)
        #expect(fixture.cursor == "0 at 18")
        await fixture.send(.move(1))
        #expect(fixture.cursor == "0 at 18")
        await fixture.send(.top)
        #expect(fixture.cursor == "299 at 0")
        await fixture.send(.page(-1))
        #expect(fixture.cursor == "299 at 0")
    }

    @Test("Enter on a gap fills it, and the cursor goes to the first row that came, on the gap's line")
    func fillFromAbove() async throws {
        let fixture = Fixture()
        let gap = try gap(60, 40)
        fixture.track.commit(tickets(60..<70) + tickets(0..<40), gaps: [gap])
        await fixture.start()
        await fixture.send(.seek(.gap, .older))
        let line = fixture.content?.line
        #expect(fixture.timeline.state.current?.gap?.id == gap.id)
        await fixture.send(.open)
        guard case .fill(let id, gap.id, .newer, .pool) = fixture.track.calls.last else {
            Issue.record("no fill: \(fixture.track.calls)")
            return
        }
        fixture.track.emit(.fill(id, gap: gap.id, .filling))
        fixture.track.emit(.progress(id, FillProgress(answered: 1, asked: 3)))
        await fixture.changed {
            fixture.timeline.state.current?.gap?.activity == .filling("loading", FillProgress(answered: 1, asked: 3))
        }
        await fixture.commit(tickets(50..<70) + tickets(0..<40), gaps: [try ViewModelsTests.gap(50, 40)])
        #expect(fixture.cursor == "59 at \(line ?? -1)")
    }

    @Test("Filling from below puts the cursor on the row that came lowest")
    func fillFromBelow() async throws {
        let fixture = Fixture()
        fixture.track.commit(tickets(60..<70) + tickets(0..<40), gaps: [try gap(60, 40)])
        await fixture.start()
        await fixture.send(.seek(.gap, .older))
        let line = fixture.content?.line
        await fixture.send(.fill(.older, .pool))
        await fixture.commit(tickets(60..<70) + tickets(0..<50), gaps: [try gap(60, 50)])
        #expect(fixture.cursor == "40 at \(line ?? -1)")
    }

    @Test("A gap that is filled without bringing anything leaves the cursor where it was")
    func fillOfNothing() async throws {
        let fixture = Fixture()
        fixture.track.commit(tickets(60..<70) + tickets(0..<40), gaps: [try gap(60, 40)])
        await fixture.start()
        await fixture.send(.seek(.gap, .older))
        let line = fixture.content?.line
        await fixture.commit(tickets(60..<70) + tickets(0..<40))
        #expect(fixture.cursor == "39 at \(line ?? -1)")
    }

    @Test("A restart returns to the ticket and its line, whatever came in between")
    func restart() async {
        let fixture = Fixture()
        fixture.track.commit(tickets(0..<500))
        await fixture.start()
        await fixture.send(.move(123))
        let before = fixture.cursor
        await fixture.services.flush()
        fixture.timeline.stop()
        fixture.track.commit(tickets(0..<900))
        let again = Fixture(track: fixture.track)
        await again.start()
        #expect(again.cursor == before)
        #expect(before.hasPrefix("376 "))
    }

    @Test("What happens while the place is being remembered does not lose it")
    func eventsDuringRestart() async {
        let fixture = Fixture()
        fixture.track.commit(tickets(0..<500))
        await fixture.start()
        await fixture.send(.move(123))
        await fixture.services.flush()
        fixture.timeline.stop()
        let again = Fixture(track: fixture.track)
        again.timeline.send(.resize(width: 80, height: 19))
        again.timeline.start()
        again.timeline.send(.resize(width: 80, height: 20))
        await again.services.activity.idle()
        #expect(again.cursor == fixture.cursor)
    }

    @Test("Where the view hides the cursor's ticket the next older one takes its line, and going back restores it")
    func hiding() async {
        let fixture = Fixture()
        fixture.track.commit(tickets(0..<100))
        await fixture.start()
        await fixture.send(.move(20))
        let before = fixture.cursor
        await fixture.send(.toggleRead, .toggleUnreadOnly)
        #expect(fixture.cursor == before.replacing("79", with: "78"))
        #expect(fixture.timeline.state.header.isRestricted)
        await fixture.send(.toggleUnreadOnly)
        #expect(fixture.cursor == before)
    }

    @Test("Resizing keeps the ticket on its line where it fits, and on the screen where not")
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

    @Test("Looking for gaps, unread tickets and other sources goes past the window and says where there is no more")
    func seeking() async throws {
        let fixture = Fixture()
        fixture.track.commit(tickets(0..<400) + [ticket(7, of: "feed:b")], gaps: [try gap(200, 199)])
        await fixture.start()
        await fixture.send(.seek(.source, .older))
        #expect(fixture.timeline.state.current?.ticket?.id.supplier == "feed:b")
        await fixture.send(.seek(.gap, .newer))
        #expect(fixture.timeline.state.current?.gap != nil)
        await fixture.send(.seek(.gap, .newer))
        #expect(fixture.services.messages.toast?.text == "No more in this direction.")
        await fixture.send(.goTo(ticket(300).key.time))
        #expect(fixture.timeline.state.current?.ticket?.id.item == "300")
    }

    @Test("Marks show at once, are written, and are undone by one key")
    func marks() async {
        let fixture = Fixture()
        fixture.track.commit(tickets(0..<10))
        await fixture.start()
        fixture.timeline.send(.toggleRead)
        #expect(fixture.timeline.state.current?.ticket?.marks.isRead == true)
        await fixture.services.activity.idle()
        #expect(fixture.track.marks(of: ticket(9).id).isRead)
        await fixture.send(.toggleStar)
        #expect(fixture.track.marks(of: ticket(9).id).isStarred)
        await fixture.send(.undo, .undo)
        #expect(fixture.track.marks(of: ticket(9).id) == Marks())
        #expect(fixture.timeline.state.current?.ticket?.marks == Marks())
        await fixture.send(.undo)
        #expect(fixture.services.messages.toast?.text == "Nothing to undo.")
    }

    @Test("Marking all as read asks first, counts, and can be undone")
    func markAll() async {
        let fixture = Fixture()
        fixture.track.commit(tickets(0..<10))
        await fixture.start()
        await fixture.send(.markAllRead)
        #expect(fixture.timeline.state.question == "Mark all 10 as read? Press A again; Esc keeps them.")
        await fixture.send(.cancel)
        #expect(fixture.timeline.state.question == nil)
        #expect(fixture.timeline.state.header.unread == 10)
        await fixture.send(.markAllRead, .markAllRead)
        #expect(fixture.timeline.state.header.unread == 0)
        await fixture.send(.undo)
        #expect(fixture.timeline.state.header.unread == 10)
    }

    @Test("Marking from the cursor down leaves what is above unread")
    func markBelow() async {
        let fixture = Fixture()
        fixture.track.commit(tickets(0..<10))
        await fixture.start()
        await fixture.send(.move(3), .markBelowRead, .markBelowRead)
        #expect(fixture.timeline.state.header.unread == 3)
    }

    @Test("A mark that cannot be written is taken back, and said so")
    func markFailure() async {
        let fixture = Fixture()
        fixture.track.commit(tickets(0..<10))
        await fixture.start()
        fixture.track.fail(with: SupplierError(.refused, "The disk is full."))
        fixture.timeline.send(.toggleStar)
        #expect(fixture.timeline.state.current?.ticket?.marks.isStarred == true)
        await fixture.services.activity.idle()
        #expect(fixture.services.messages.history.contains { $0.text.contains("The disk is full.") })
        fixture.track.fail(with: nil)
        await fixture.commit(tickets(0..<11))
        #expect(fixture.content?.rows.allSatisfy { $0.ticket?.marks.isStarred == false } == true)
    }

    @Test("Enter opens a ticket, o opens its link, and what is no web address is refused")
    func opening() async {
        let fixture = Fixture()
        fixture.track.commit([
            ticket(2, link: "https://example.org/a"), ticket(1, link: "file:///etc/passwd"), ticket(0),
        ])
        await fixture.start()
        await fixture.send(.open, .openInBrowser, .openLinks)
        #expect(fixture.outputs == [.open(ticket(2).id), .links(ticket(2).id)])
        await fixture.send(.move(1), .openInBrowser, .move(1), .openInBrowser)
        #expect(await fixture.browser.urls == ["https://example.org/a"])
        #expect(
            fixture.services.messages.history.map(\.text).suffix(2) == [
                "Not opened: file:///etc/passwd is not a web address.", "This ticket leads nowhere.",
            ])
    }

    @Test("A refresh shows its progress, and says what it brought and who was missing")
    func refreshing() async {
        let fixture = Fixture()
        fixture.track.setSuppliers([
            SupplierStatus(
                id: "feed:b", name: "Paddock Daily", kind: .feed, condition: .neverAsked, lastSuccess: nil,
                covered: TimeframeSet(), floor: nil)
        ])
        fixture.track.commit(tickets(0..<10))
        await fixture.start()
        await fixture.send(.refresh)
        guard case .refresh(let id) = fixture.track.calls.last else {
            Issue.record("no refresh")
            return
        }
        fixture.track.emit(.fill(id, gap: nil, .filling))
        fixture.track.emit(.progress(id, FillProgress(answered: 14, asked: 32)))
        await fixture.changed { fixture.timeline.state.header.refresh == FillProgress(answered: 14, asked: 32) }
        fixture.track.emit(
            .fill(id, gap: nil, .done(FillOutcome(inserted: 3, troubles: ["feed:b": .failed("It is down.")]))))
        await fixture.changed { fixture.timeline.state.header.refresh == nil }
        #expect(fixture.services.messages.toast?.text == "3 new tickets; without Paddock Daily")
    }

    @Test("Esc takes one step back: the fill first, then the restricted view")
    func cancelling() async throws {
        let fixture = Fixture()
        fixture.track.commit(tickets(0..<10))
        await fixture.start()
        await fixture.send(.toggleOnlySource, .refresh, .cancel)
        guard case .cancel = fixture.track.calls.last else {
            Issue.record("not cancelled: \(fixture.track.calls)")
            return
        }
        #expect(fixture.timeline.state.header.isRestricted)
        fixture.track.emit(.fill(FillID(3), gap: nil, .cancelled))
        if case .cancel(let id) = fixture.track.calls.last { fixture.track.emit(.fill(id, gap: nil, .cancelled)) }
        await fixture.changed { fixture.timeline.state.header.refresh == nil }
        await fixture.send(.cancel)
        #expect(!fixture.timeline.state.header.isRestricted)
    }

    @Test("Ages follow the clock, minute by minute, and the clock is told in the bar")
    func clock() async {
        let fixture = Fixture()
        fixture.track.commit([ticket(1439)])
        await fixture.start()
        #expect(fixture.timeline.state.current?.ticket?.time == "1m")
        #expect(fixture.timeline.state.footer.clock == "Fri 20 Nov 11:54")
        while fixture.time.sleeperCount < 1 { await Task.yield() }
        fixture.time.advance(by: .seconds(60))
        await fixture.changed { fixture.timeline.state.footer.clock == "Fri 20 Nov 11:55" }
        #expect(fixture.timeline.state.current?.ticket?.time == "2m")
        await fixture.send(.toggleTimes)
        #expect(fixture.timeline.state.current?.ticket?.time == "11:53")
    }

    @Test("The bottom bar says down to where all is loaded, and who is missing at the top")
    func completeness() async throws {
        let fixture = Fixture()
        let extent = TimeframeSet([try #require(Timeframe(from: Fixture.now, downTo: ticket(0).key.time))])
        fixture.track.commit(tickets(0..<10), gaps: [try gap(5, 3)], extent: extent)
        await fixture.start()
        #expect(fixture.timeline.state.footer.completeness == "complete since Thu 19 Nov, 11:59:00")
        let top = Gap(
            timeframe: try #require(Timeframe(from: Fixture.now, downTo: ticket(3).key.time)), kind: .partial,
            missing: [.init(supplier: "feed:b", cause: .slow)])
        await fixture.commit(tickets(0..<10), gaps: [top], extent: extent)
        #expect(fixture.timeline.state.footer.isBehind)
        #expect(fixture.timeline.state.footer.completeness == "not up to date: feed:b")
    }

    @Test("Whatever comes and goes around it, the cursor's ticket keeps its line", arguments: 0..<40)
    func placeIsKept(seed: UInt64) async {
        var random = SplitMix(seed: seed)
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

/// A small generator whose whole state is its seed, so that a failure can be replayed.
struct SplitMix: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var z = state
        z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
        z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
        return z ^ (z >> 31)
    }
}
