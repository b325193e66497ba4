import EngineConcepts
import EngineStandard
import Synchronization

/// A supplier that ignores cancellation of an attempt and answers when the test says so.
final class UncancellablePerformer: Supplier {
    private struct State {
        var calls: [String] = []
        var running = 0
        var mostConcurrent = 0
        var answers = false
        var waiting: [CheckedContinuation<Void, Never>] = []
        var callers: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
    }

    private let state = Mutex(State())

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
        let ready = state.withLock { state in
            state.calls.append(ticket.id.item)
            state.running += 1
            state.mostConcurrent = max(state.mostConcurrent, state.running)
            defer { state.callers.removeAll { $0.count <= state.calls.count } }
            return state.callers.filter { $0.count <= state.calls.count }
        }
        for caller in ready { caller.continuation.resume() }
        await withCheckedContinuation { continuation in
            let answers = state.withLock { state in
                if !state.answers { state.waiting.append(continuation) }
                return state.answers
            }
            if answers { continuation.resume() }
        }
        state.withLock { $0.running -= 1 }
        return .done(nil)
    }

    /// Answers all current and future requests.
    func answer() {
        let waiting = state.withLock { state in
            state.answers = true
            defer { state.waiting = [] }
            return state.waiting
        }
        for continuation in waiting { continuation.resume() }
    }

    func waitForCalls(_ count: Int) async {
        await withCheckedContinuation { continuation in
            let isReached = state.withLock { state in
                if state.calls.count < count { state.callers.append((count, continuation)) }
                return state.calls.count >= count
            }
            if isReached { continuation.resume() }
        }
    }
}
