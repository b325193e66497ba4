public import EngineConcepts
import TestSupport

/// Receives the actions of a scripted source, with the resulting state. A test decides how actions are answered.
public final class ActionRecorder: Sendable {
    /// The way in which actions are answered.
    public enum Behavior: Hashable, Sendable {
        /// The action succeeds and is confirmed.
        case succeeding
        /// The action is refused permanently.
        case refusing(SupplierError)
        /// The action fails this time.
        case failing(SupplierError)
        /// The outcome is uncertain; `happens` tells the truth.
        case uncertain(happens: Bool)
        /// An earlier attempt may have happened, and a repetition would not be recognised.
        case unrepeatable(SupplierError)
        /// No answer until ``ActionRecorder/answerAll()``, or ever; `happens` tells the truth.
        case silent(happens: Bool)
    }

    /// An action that reached the source.
    public struct Delivery: Hashable, Sendable {
        public let id: ActionID
        public let action: TicketAction
        public let item: String
        public let time: Timestamp
        /// The way in which it was answered.
        public let behavior: Behavior
        /// True if it was answered. A silent source answers late or never.
        public fileprivate(set) var isAnswered: Bool
    }

    private struct State {
        var behavior = Behavior.succeeding
        var answersWithItems = false
        var created: String?
        var deliveries: [Delivery] = []
        var reactions: [String: Set<Reaction>] = [:]
        /// The tasks that wait for an answer, by index of the delivery.
        var silent: [Int: CheckedContinuation<Bool, Never>] = [:]
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

    private let state = WaitableState(State())

    /// Creates a recorder that confirms all actions.
    public init() {}

    /// The way in which actions are answered from now on.
    public var behavior: Behavior {
        get { state.withLock(\.behavior) }
        set { state.withLock { $0.behavior = newValue } }
    }

    /// True if answers contain the item after the action, with its new count.
    public var answersWithItems: Bool {
        get { state.withLock(\.answersWithItems) }
        set { state.withLock { $0.answersWithItems = newValue } }
    }

    /// The identity of the item that a reply creates, or `nil` if answers do not contain it.
    public var created: String? {
        get { state.withLock(\.created) }
        set { state.withLock { $0.created = newValue } }
    }

    /// Everything that reached the source, in order.
    public var deliveries: [Delivery] { state.withLock(\.deliveries) }

    /// Returns the user's reactions to an item at the source.
    public func reactions(to item: String) -> Set<Reaction> {
        state.withLock { $0.reactions[item] ?? [] }
    }

    /// Returns the time when this attempt, counted from one, reached the source, if it is waiting for an answer.
    public func isSilentSince(to action: ActionID, attempt: Int) -> Timestamp? {
        state.withLock { state in
            let numbers = state.deliveries.indices.filter { state.deliveries[$0].id == action }
            guard numbers.count == attempt, let last = numbers.last, state.silent[last] != nil else { return nil }
            return state.deliveries[last].time
        }
    }

    /// Waits until this many actions have reached the source.
    public func waitForDeliveries(_ count: Int) async {
        await state.wait { $0.deliveries.count >= count }
    }

    /// Answers all waiting actions, and confirms all later ones.
    public func answerAll() {
        let silent = state.withLock { state in
            defer { state.silent = [:] }
            state.behavior = .succeeding
            for number in state.silent.keys { state.deliveries[number].isAnswered = true }
            return Array(state.silent.values)
        }
        for continuation in silent { continuation.resume(returning: true) }
    }

    /// Never answers the waiting actions, as if their process was killed.
    public func abandonActions() {
        state.withLock { state in
            state.lost += state.silent.values
            state.silent = [:]
        }
    }

    func perform(_ request: ActionRequest<TicketAction>, on ticket: Ticket) async -> ActionOutcome {
        let item = ticket.id.item
        let (number, behavior) = state.withLock { state in
            let behavior = state.behavior
            let isSilent = behavior == .silent(happens: true) || behavior == .silent(happens: false)
            state.deliveries.append(
                Delivery(
                    id: request.id, action: request.action, item: item, time: request.now, behavior: behavior,
                    isAnswered: !isSilent))
            switch behavior {
            case .succeeding, .uncertain(happens: true), .silent(happens: true): state.take(request.action, item)
            case .refusing, .failing, .unrepeatable, .uncertain(happens: false), .silent(happens: false): break
            }
            return (state.deliveries.count - 1, behavior)
        }
        switch behavior {
        case .succeeding: return .done(reply(request) ?? shown(ticket))
        case .refusing(let error): return .refused(error)
        case .failing(let error): return .failed(error)
        case .unrepeatable(let error): return .unrepeatable(error)
        case .uncertain: return .uncertain(SupplierError(.unreachable, "The connection broke."))
        case .silent(let happens):
            guard await answered(number) else { return .uncertain(SupplierError(.cancelled, "It was given up.")) }
            return happens ? .done(shown(ticket)) : .failed(SupplierError(.timedOut, "The source was busy."))
        }
    }

    private func reply(_ request: ActionRequest<TicketAction>) -> SourceItem? {
        guard case .reply(let text) = request.action, let created else { return nil }
        return SourceItem(id: created, orderTime: request.now, body: TicketBody(text: .plain(text)))
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

    /// Waits for ``answerAll()``. Returns false if the request was cancelled.
    private func answered(_ number: Int) async -> Bool {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isGivenUp = state.withLock { state in
                    if state.givenUp.remove(number) != nil { return true }
                    state.silent[number] = continuation
                    return false
                }
                if isGivenUp { continuation.resume(returning: false) }
            }
        } onCancel: {
            let continuation = state.withLock { state in
                let continuation = state.silent.removeValue(forKey: number)
                if continuation == nil { state.givenUp.insert(number) }
                return continuation
            }
            continuation?.resume(returning: false)
        }
    }
}
