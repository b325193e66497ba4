public import EngineConcepts
import Synchronization

/// What a source does with the actions that reach it, and what it holds by them: every whim a test decides.
public final class ActionRecorder: Sendable {
    /// How an action is met.
    public enum Manner: Hashable, Sendable {
        /// It happens, and that is said.
        case obliging
        /// It does not happen, and that is said for good.
        case refusing(SupplierError)
        /// It does not happen this time, and that is said.
        case failing(SupplierError)
        /// It happens or not, and nobody can say which.
        case vague(happens: Bool)
        /// It happens or not; no answer comes until ``ActionDesk/speak()``, or ever.
        case mute(happens: Bool)
    }

    /// An action that reached the source.
    public struct Delivery: Hashable, Sendable {
        /// Its name.
        public let id: ActionID
        /// What was to be done.
        public let action: TicketAction
        /// To which item.
        public let item: String
        /// When.
        public let time: Timestamp
        /// How it was met.
        public let manner: Manner
        /// Whether an answer came; a mute source answers late or never.
        public fileprivate(set) var isAnswered: Bool
    }

    private struct State {
        var manner = Manner.obliging
        var answersWithItems = false
        var deliveries: [Delivery] = []
        var reactions: [String: Set<Reaction>] = [:]
        var waiters: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
        /// Who waits for an answer, by the number of the delivery.
        var mute: [Int: CheckedContinuation<Bool, Never>] = [:]
        var givenUp: Set<Int> = []
        /// Who waits for ever.
        var lost: [CheckedContinuation<Bool, Never>] = []

        mutating func take(_ action: TicketAction, _ item: String) {
            guard let reaction = action.reaction else { return }
            if action.takesBack {
                reactions[item, default: []].remove(reaction)
            } else {
                reactions[item, default: []].insert(reaction)
            }
        }
    }

    private let state = Mutex(State())

    /// A desk that obliges.
    public init() {}

    /// How actions are met from now on.
    public var manner: Manner {
        get { state.withLock(\.manner) }
        set { state.withLock { $0.manner = newValue } }
    }

    /// Whether the source shows the item as it is after an action, with a count of its own.
    public var answersWithItems: Bool {
        get { state.withLock(\.answersWithItems) }
        set { state.withLock { $0.answersWithItems = newValue } }
    }

    /// Everything that reached the source, in order.
    public var deliveries: [Delivery] { state.withLock(\.deliveries) }

    /// What the reader has said to an item, as the source has it.
    public func reactions(to item: String) -> Set<Reaction> {
        state.withLock { $0.reactions[item] ?? [] }
    }

    /// When this attempt at an action, counted from one, reached the source, if it waits for an answer.
    public func isMuteSince(to action: ActionID, attempt: Int) -> Timestamp? {
        state.withLock { state in
            let numbers = state.deliveries.indices.filter { state.deliveries[$0].id == action }
            guard numbers.count == attempt, let last = numbers.last, state.mute[last] != nil else { return nil }
            return state.deliveries[last].time
        }
    }

    /// Waits until so many actions have reached the source.
    public func waitForDeliveries(_ count: Int) async {
        await withCheckedContinuation { continuation in
            let isReady = state.withLock { state in
                if state.deliveries.count >= count { return true }
                state.waiters.append((count, continuation))
                return false
            }
            if isReady { continuation.resume() }
        }
    }

    /// Answers what was not answered, and obliges from now on.
    public func speak() {
        let mute = state.withLock { state in
            defer { state.mute = [:] }
            state.manner = .obliging
            for number in state.mute.keys { state.deliveries[number].isAnswered = true }
            return state.mute.values
        }
        for continuation in mute { continuation.resume(returning: true) }
    }

    /// Never answers what was not answered: whoever asked was killed.
    public func forget() {
        state.withLock { state in
            state.lost += state.mute.values
            state.mute = [:]
        }
    }

    func perform(_ request: ActionRequest, on ticket: Ticket) async -> ActionOutcome {
        let item = ticket.id.item
        let (number, manner, ready) = state.withLock { state in
            let manner = state.manner
            let isMute = manner == .mute(happens: true) || manner == .mute(happens: false)
            state.deliveries.append(
                Delivery(
                    id: request.id, action: request.action, item: item, time: request.now, manner: manner,
                    isAnswered: !isMute))
            switch manner {
            case .obliging, .vague(happens: true), .mute(happens: true): state.take(request.action, item)
            case .refusing, .failing, .vague(happens: false), .mute(happens: false): break
            }
            let count = state.deliveries.count
            let ready = state.waiters.filter { $0.count <= count }
            state.waiters.removeAll { $0.count <= count }
            return (count - 1, manner, ready)
        }
        for waiter in ready { waiter.continuation.resume() }
        switch manner {
        case .obliging: return .done(shown(ticket))
        case .refusing(let error): return .refused(error)
        case .failing(let error): return .failed(error)
        case .vague: return .uncertain(SupplierError(.unreachable, "The connection broke."))
        case .mute(let happens):
            guard await answered(number) else { return .uncertain(SupplierError(.cancelled, "It was given up.")) }
            return happens ? .done(shown(ticket)) : .failed(SupplierError(.timedOut, "The source was busy."))
        }
    }

    private func shown(_ ticket: Ticket) -> SourceItem? {
        state.withLock { state in
            guard state.answersWithItems else { return nil }
            var body = ticket.body
            body.reactions = state.reactions[ticket.id.item] ?? []
            body.counts.likes = 100
            return SourceItem(id: ticket.id.item, orderTime: ticket.key.time, body: body, source: ticket.source)
        }
    }

    /// Waits for ``speak()``; false where the request was given up.
    private func answered(_ number: Int) async -> Bool {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isGivenUp = state.withLock { state in
                    if state.givenUp.remove(number) != nil { return true }
                    state.mute[number] = continuation
                    return false
                }
                if isGivenUp { continuation.resume(returning: false) }
            }
        } onCancel: {
            let continuation = state.withLock { state in
                let continuation = state.mute.removeValue(forKey: number)
                if continuation == nil { state.givenUp.insert(number) }
                return continuation
            }
            continuation?.resume(returning: false)
        }
    }
}
