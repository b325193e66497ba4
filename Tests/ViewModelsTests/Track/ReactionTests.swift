import EngineConcepts
import EngineTestSupport
import Testing

@testable import ViewModels

@Suite("Reactions at the sources")
struct ReactionTests {
    private func fixture(_ actions: Set<TicketAction.Kind> = [.like, .unlike]) async -> Fixture {
        let fixture = Fixture()
        fixture.track.setSuppliers([
            SupplierStatus(
                id: "feed:a", name: "Kerb Notes", kind: "feed", requests: RequestHistory(.healthy), actions: actions)
        ])
        fixture.track.commit(tickets(0..<3))
        await fixture.start()
        return fixture
    }

    private func pending(_ action: TicketAction, _ number: Int, _ state: ActionState) -> PendingAction {
        PendingAction(
            id: ActionID("9"), request: .ticket(action, ticket(number).id), requestedAt: Fixture.now,
            repetition: .unsafe,
            attempts: 1,
            state: state)
    }

    @Test("A like is sent to the source of the current ticket, and undo takes it back")
    func like() async {
        let fixture = await fixture()
        await fixture.send(.ticket(.react(.like)))
        await fixture.send(.undo)
        let actions = fixture.track.calls.compactMap { call in
            if case .perform(_, let action, let ticket) = call { "\(action) \(ticket.item)" } else { nil }
        }
        #expect(actions == ["like 2", "unlike 2"])
        #expect(fixture.session.messages.toast?.text == "Undone: like of “Ticket 2”")
    }

    @Test("A second like takes the first one back")
    func unlike() async {
        let fixture = await fixture()
        fixture.track.setPending([pending(.like, 2, .running)])
        await fixture.send(.ticket(.react(.like)))
        guard case .perform(_, .unlike, _) = fixture.track.calls.last else {
            Issue.record("asked was \(String(describing: fixture.track.calls.last))")
            return
        }
    }

    @Test("A source without reactions is not asked, and a message says so")
    func unsupported() async {
        let fixture = await fixture()
        await fixture.send(.ticket(.react(.boost)))
        #expect(fixture.session.messages.toast?.text == "Kerb Notes does not support boosts.")
        #expect(fixture.track.calls.isEmpty)
    }

    @Test("A row shows confirmed, pending and unconfirmed reactions")
    func marks() async {
        let fixture = await fixture()
        let error = SupplierError(.timedOut, "No answer.")
        fixture.track.setPending([
            pending(.like, 1, .running), pending(.boost, 1, .uncertain(error)), pending(.unbookmark, 1, .waiting),
        ])
        await fixture.commit(tickets(0..<4))
        let row = fixture.content?.rows.compactMap(\.ticket).first { $0.id == ticket(1).id }
        #expect(
            row?.reactions == [
                ReactionMark(reaction: .like, isSet: true, progress: .underWay),
                ReactionMark(reaction: .boost, isSet: true, progress: .uncertain),
                ReactionMark(reaction: .bookmark, isSet: false, progress: .underWay),
            ])
    }

    @Test("Refused and unconfirmed reactions are reported with the possible actions")
    func messages() async {
        let fixture = await fixture()
        let error = SupplierError(.refused, "Kerb Notes does not allow that.")
        fixture.track.emit(.action(pending(.like, 1, .refused(error))))
        await fixture.changed { fixture.session.messages.toast != nil }
        #expect(fixture.session.messages.toast?.text == "Failed: Kerb Notes does not allow that.")
        fixture.track.emit(.action(pending(.like, 1, .uncertain(error))))
        await fixture.changed { fixture.session.messages.toast?.text.hasPrefix("Not confirmed: ") == true }
        let fault = SupplierError(.refused, Message("serverError", ["host": "a.example", "status": 503]))
        fixture.track.emit(.action(pending(.like, 1, .expired(fault))))
        await fixture.changed {
            fixture.session.messages.toast?.text
                == "Not sent: a.example has a server error (503). :send-again sends it, :drop-action discards it."
        }
    }

    @Test("Unconfirmed actions can be resent and discarded, and a message says if there are none")
    func deciding() async {
        let fixture = await fixture()
        await fixture.send(.ticket(.sendAgain))
        #expect(fixture.session.messages.toast?.text == "This item has no pending actions.")
        let uncertain = pending(.like, 2, .uncertain(SupplierError(.timedOut, "No answer.")))
        fixture.track.setPending([uncertain])
        await fixture.send(.ticket(.sendAgain))
        await fixture.send(.ticket(.dropAction))
        #expect(fixture.track.calls == [.retry(uncertain.id), .drop(uncertain.id)])
    }

    @Test("An open ticket shows the result of an action and keeps the position and the marks")
    func openTicket() async {
        let fixture = await fixture()
        let model = TicketViewModel(
            ticket: ticket(1).id, view: .all, track: fixture.services.track, measure: FixedTicketMeasure())
        model.send(.resize(width: 80, height: 20))
        model.start()
        await fixture.session.activity.idle()
        model.send(.ticket(.toggleRead))
        model.send(.scroll(.pages(1)))
        let offset = model.state.scroll.offset
        let running = pending(.like, 1, .running)
        fixture.track.setPending([running])
        fixture.services.track.actions.update(running)
        await fixture.session.activity.idle()
        #expect(model.state.content?.reactions.map(\.reaction) == [.like])
        #expect(model.state.content?.marks.isRead == false)
        #expect(model.state.scroll.offset == offset)
    }
}
