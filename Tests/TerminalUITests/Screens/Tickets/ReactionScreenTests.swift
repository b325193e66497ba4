import EngineConcepts
import EngineTestSupport
import TerminalDriverTestSupport
import TerminalKit
import Testing

@testable import TerminalDriver
@testable import TerminalUI

@Suite("Reactions on the screen")
struct ReactionScreenTests {
    @Test(
        "Rows and open tickets show reactions as symbols, with a second symbol while unconfirmed",
        arguments: [false, true])
    func signs(ascii: Bool) async throws {
        let fixture = try AppFixture(width: 80, height: 24, capabilities: .init(depth: .none, isUnicode: !ascii))
        fixture.setScene()
        func pending(_ action: TicketAction, _ state: ActionState) -> PendingAction {
            PendingAction(
                id: ActionID("\(action)"), request: .ticket(action, Scene.tickets[0].id), requestedAt: AppFixture.now,
                repetition: .safe, state: state)
        }
        let broken = SupplierError(.timedOut, "No answer.")
        fixture.track.setPending([pending(.like, .running), pending(.boost, .uncertain(broken))])
        await fixture.start()
        let signs = ascii ? "+~ @?" : "♥◌ ↻?"
        #expect(fixture.terminal.text.split(separator: "\n").contains { $0.contains("\(signs) ") })
        #expect(fixture.terminal.text.contains(ascii ? "@ 129" : "↻ 129"))
        try await fixture.press("enter")
        #expect(fixture.terminal.text.split(separator: "\n").contains { $0.contains(signs) })
        try await fixture.end()
    }

    @Test("l, B and b react to the current ticket in the timeline and in the open ticket")
    func keys() async throws {
        let fixture = try AppFixture()
        let kinds = Set(TicketAction.Kind.allCases)
        fixture.setScene()
        fixture.track.setSuppliers(
            Scene.suppliers.map { status in
                var status = status
                status.actions = kinds
                return status
            })
        await fixture.start()
        try await fixture.press("l B b enter l B b")
        let actions = fixture.track.calls.compactMap { call in
            if case .perform(_, let action, _) = call { action } else { nil }
        }
        #expect(actions == [.like, .boost, .bookmark, .like, .boost, .bookmark])
        try await fixture.end()
    }
}
