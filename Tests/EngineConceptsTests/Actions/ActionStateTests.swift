import EngineConcepts
import EngineTestSupport
import Testing

@Suite("States of actions")
struct ActionStateTests {
    @Test("An action is under way, needs the user's decision, or has ended")
    func kinds() {
        let error = SupplierError(.unreachable, Message("hostNotFound"))
        for state in [ActionState.waiting, .running, .retrying(at: Timestamp(seconds: 1), error)] {
            #expect(state.isUnderWay && !state.needsDecision && !state.isFinal)
        }
        for state in [ActionState.uncertain(error), .expired(error)] {
            #expect(!state.isUnderWay && state.needsDecision && !state.isFinal)
        }
        for state in [ActionState.done, .refused(error), .dropped] {
            #expect(!state.isUnderWay && !state.needsDecision && state.isFinal)
        }
    }
}
