import EngineConcepts
import EngineStandard
import Synchronization

/// A supplier whose answers a test decides, honest or not.
final class AnsweringSupplier: Supplier {
    typealias Answer = @Sendable (FetchRequest) throws(SupplierError) -> FetchAnswer

    private struct State {
        var answer: Answer
        var requests = 0
    }

    let id: SupplierID
    let traits: SupplierTraits
    private let state: Mutex<State>

    init(_ id: SupplierID, traits: SupplierTraits = SupplierTraits(), _ answer: @escaping Answer) {
        self.id = id
        self.traits = traits
        state = Mutex(State(answer: answer))
    }

    var name: String { id.rawValue }
    var kind: SupplierKind { "answering" }
    var presenter: any Presenter { PlainPresenter() }
    /// The number of requests.
    var requests: Int { state.withLock(\.requests) }

    /// Changes the answers from now on.
    func answers(_ answer: @escaping Answer) {
        state.withLock { $0.answer = answer }
    }

    func fetch(_ request: FetchRequest) async throws(SupplierError) -> FetchAnswer {
        let answer = state.withLock { state in
            state.requests += 1
            return state.answer
        }
        return try answer(request)
    }
}

/// Items in pages of ten, with tokens that name the last item: an honest stream that tests modify.
struct TenToAPage {
    var items: [SourceItem]

    /// Creates one item per minute, the newest at `newest`.
    init(_ count: Int, newest: Timestamp) {
        items = (0..<count)
            .map { index in
                SourceItem(
                    id: "\(newest.milliseconds)-\(index)", orderTime: newest.advanced(by: .seconds(-60 * index)),
                    body: TicketBody())
            }
    }

    func answer(_ request: FetchRequest) -> FetchAnswer {
        let (rest, start): (ArraySlice<SourceItem>, Timestamp) =
            switch request.origin {
            case .newest: (items[...], request.now)
            case .token(let token, let edge): (after(token.rawValue), edge)
            case .anchor(let key, let edge): (after(key.id.item), edge)
            case .time(let time): (items.filter { $0.orderTime.map { $0 < time } ?? false }[...], time)
            }
        let page = Array(rest.prefix(10))
        let isLast = page.count == rest.count
        let bottom = page.last?.orderTime?.secondAbove
        let claim = Timeframe(from: start, downTo: isLast ? .beginningOfTime : bottom ?? start)
        return FetchAnswer(
            items: page, claims: claim.map { [Claim($0)] } ?? [],
            next: isLast ? nil : page.last.map { Token($0.id) }, end: isLast ? .trueEnd : .more)
    }

    private func after(_ id: String) -> ArraySlice<SourceItem> {
        items.drop { $0.id != id }.dropFirst()
    }
}
