public import EngineConcepts
import Localization

/// The user's actions on tickets at their sources. One instance per run. The engine shows an action as done at once;
/// its result is reported here.
public final class ReaderActions {
    private let engine: any Engine
    private let reader: any TrackReader
    private let session: SessionContext
    private let observers = Observers<TicketID>()
    /// Requests run one after another, because each depends on the state after the previous one.
    private let queue: TaskQueue

    init(engine: any Engine, reader: any TrackReader, session: SessionContext) {
        self.engine = engine
        self.reader = reader
        self.session = session
        queue = TaskQueue(activity: session.activity) { [session] in session.messages.problem(.readFailed, $0) }
    }

    /// Calls `handler` with each ticket whose actions changed, as long as `owner` lives. `handler` must not hold the owner
    /// strongly.
    public func observe(for owner: AnyObject, _ handler: @escaping (TicketID) -> Void) {
        observers.add(for: owner, handler)
    }

    /// Adds or removes a reaction, or shows why the source does not support it.
    public func toggle(_ reaction: Reaction, of ticket: TicketID) {
        queue.add { [self] in
            // Includes earlier requests that are not visible yet.
            _ = await engine.pendingActions
            guard let entry = try await reader.entry(ticket) else { return session.messages.note(.ticketGone) }
            let action = TicketAction(reaction, takesBack: entry.ticket.body.reactions.contains(reaction))
            let source = await engine.snapshot.suppliers.first { $0.id == ticket.supplier }
            guard let source, source.actions.contains(action.kind) else {
                let name = source?.name ?? ticket.supplier.rawValue
                return session.messages.note(.reactionUnsupported, .words(name), .words(words(for: reaction)))
            }
            engine.perform(action, on: ticket)
            guard let opposite = action.opposite else { return }
            session.undo.push { [engine, session] in
                engine.perform(opposite, on: ticket)
                return session.localizer(.undone, .number(1))
            }
        }
    }

    /// Resends the unconfirmed actions on this ticket, or waits for their next attempt.
    public func resend(at ticket: TicketID) {
        withPending(at: ticket) { [engine] in engine.retry($0.id) }
    }

    /// Discards the pending actions on this ticket.
    public func drop(at ticket: TicketID) {
        withPending(at: ticket) { [engine] in engine.drop($0.id) }
    }

    /// Waits until all requests are stored or refused.
    public func flush() async {
        await queue.finish()
        _ = await engine.pendingActions
    }

    /// Handles a change of an action and shows a message if the user should know.
    func note(_ action: PendingAction) {
        switch action.state {
        case .refused(let error):
            queue.add { [session] in
                let isKept = try await session.drafts.keep(from: action.request, because: error.message)
                session.messages.problem(isKept ? .composeRefused : .actionRefused, .message(error.message))
            }
        case .uncertain(let error):
            session.messages.problem(.actionUncertain, .message(error.message))
        case .expired(let error):
            session.messages.problem(.actionExpired, .message(error.message))
        case .retrying(_, let error) where action.attempts == 1:
            session.messages.note(.actionRetrying, .message(error.message))
        case .done where action.request.createsPost:
            session.messages.note(action.request.isScheduled ? .composeScheduled : .composeSent)
        case .dropped where action.request.continuesThread:
            queue.add { [session] in
                if try await session.drafts.keep(from: action.request) { session.messages.note(.composeKept) }
            }
        case .waiting, .running, .retrying, .done, .dropped:
            break
        }
        if let ticket = action.ticket { observers.notify(ticket) }
    }

    private func withPending(at ticket: TicketID, _ use: @escaping @MainActor (PendingAction) -> Void) {
        queue.add { [self] in
            let pending = await engine.pendingActions.filter { $0.ticket == ticket && $0.state != .running }
            guard !pending.isEmpty else { return session.messages.note(.nothingPending) }
            for action in pending { use(action) }
        }
    }

    private func words(for reaction: Reaction) -> String {
        switch reaction {
        case .like: session.localizer(.reactionLikes)
        case .boost: session.localizer(.reactionBoosts)
        case .bookmark: session.localizer(.reactionBookmarks)
        }
    }
}

nonisolated extension RequestedAction {
    /// True for a post that the server publishes later.
    fileprivate var isScheduled: Bool {
        if case .account(.post(let draft), _) = self { draft.scheduled != nil } else { false }
    }

    /// True for a post with further ones behind it, which were not sent.
    fileprivate var continuesThread: Bool {
        if case .account(.post(let draft), _) = self { draft.continuation != nil } else { false }
    }

    /// True for actions that create a post.
    fileprivate var createsPost: Bool {
        switch self {
        case .ticket(let action, _): action.isCreating
        case .account(.post, _): true
        default: false
        }
    }
}
