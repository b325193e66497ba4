import EngineConcepts
import EngineStandard
import TestSupport

/// A supplier that ignores cancellation of an attempt and answers when the test says so.
final class UncancellablePerformer: Supplier {
    private struct State {
        var calls: [String] = []
        var running = 0
        var mostConcurrent = 0
        var answers = false
    }

    private let state = WaitableState(State())

    let id: SupplierID = "deaf"
    let name = "Deaf"
    let kind: SupplierKind = "test"
    let traits = SupplierTraits(actions: [.like: .safe])
    let presenter: any Presenter = PlainPresenter()

    var calls: [String] { state.withLock(\.calls) }
    var mostConcurrent: Int { state.withLock(\.mostConcurrent) }

    func fetch(_ request: FetchRequest) async throws(SupplierError) -> FetchAnswer {
        FetchAnswer(
            items: ["1", "2"]
                .map { name in
                    SourceItem(id: name, orderTime: request.now.advanced(by: .seconds(-60)), body: TicketBody())
                },
            claims: [Claim(.always)], end: .trueEnd)
    }

    func perform(_ request: ActionRequest<TicketAction>, on ticket: Ticket) async -> ActionOutcome {
        state.withLock { state in
            state.calls.append(ticket.id.item)
            state.running += 1
            state.mostConcurrent = max(state.mostConcurrent, state.running)
        }
        await state.wait(until: \.answers)
        state.withLock { $0.running -= 1 }
        return .done(nil)
    }

    /// Answers all current and future requests.
    func answer() {
        state.withLock { $0.answers = true }
    }

    func waitForCalls(_ count: Int) async {
        await state.wait { $0.calls.count >= count }
    }
}
