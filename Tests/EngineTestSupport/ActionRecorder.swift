public import EngineConcepts
import Synchronization

/// Receives the actions of a scripted source, with the resulting state. A test decides how actions are answered.
public final class ActionRecorder: Sendable {
    /// The way in which actions are answered.
    public enum Manner: Hashable, Sendable {
        /// The action succeeds and is confirmed.
        case obliging
        /// The action is refused permanently.
        case refusing(SupplierError)
        /// The action fails this time.
        case failing(SupplierError)
        /// The outcome is uncertain; `happens` tells the truth.
        case vague(happens: Bool)
        /// No answer until ``ActionRecorder/speak()``, or ever; `happens` tells the truth.
        case mute(happens: Bool)
    }

    /// An action that reached the source.
    public struct Delivery: Hashable, Sendable {
        public let id: ActionID
        public let action: TicketAction
        public let item: String
        public let time: Timestamp
        /// The way in which it was answered.
        public let manner: Manner
        /// True if it was answered. A silent source answers late or never.
        public fileprivate(set) var isAnswered: Bool
    }

    private struct State {
        var manner = Manner.obliging
        var answersWithItems = false
        var deliveries: [Delivery] = []
        var reactions: [String: Set<Reaction>] = [:]
        var waiters: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
        /// The tasks that wait for an answer, by index of the delivery.
        var mute: [Int: CheckedContinuation<Bool, Never>] = [:]
        var givenUp: Set<Int> = []
        /// The tasks that wait forever.
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

    /// Creates a recorder that confirms all actions.
    public init() {}

    /// The way in which actions are answered from now on.
    public var manner: Manner {
        get { state.withLock(\.manner) }
        set { state.withLock { $0.manner = newValue } }
    }

    /// True if answers contain the item after the action, with its new count.
    public var answersWithItems: Bool {
        get { state.withLock(\.answersWithItems) }
        set { state.withLock { $0.answersWithItems = newValue } }
    }

    /// Everything that reached the source, in order.
    public var deliveries: [Delivery] { state.withLock(\.deliveries) }

    /// Returns the reader's reactions to an item at the source.
    public func reactions(to item: String) -> Set<Reaction> {
        state.withLock { $0.reactions[item] ?? [] }
    }

    /// Returns the time when this attempt, counted from one, reached the source, if it is waiting for an answer.
    public func isMuteSince(to action: ActionID, attempt: Int) -> Timestamp? {
        state.withLock { state in
            let numbers = state.deliveries.indices.filter { state.deliveries[$0].id == action }
            guard numbers.count == attempt, let last = numbers.last, state.mute[last] != nil else { return nil }
            return state.deliveries[last].time
        }
    }

    /// Waits until this many actions have reached the source.
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

    /// Answers all waiting actions, and confirms all later ones.
    public func speak() {
        let mute = state.withLock { state in
            defer { state.mute = [:] }
            state.manner = .obliging
            for number in state.mute.keys { state.deliveries[number].isAnswered = true }
            return state.mute.values
        }
        for continuation in mute { continuation.resume(returning: true) }
    }

    /// Never answers the waiting actions, as if their process was killed.
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

    /// Waits for ``speak()``. Returns false if the request was cancelled.
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
