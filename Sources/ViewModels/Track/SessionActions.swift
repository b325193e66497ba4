public import EngineConcepts
import Localization

/// The user's actions on tickets at their sources. One instance per run. The engine shows an action as done at once;
/// its result is reported here.
public final class SessionActions {
    private let engine: any TrackObserving & ActionManaging
    private let reader: any TrackReader
    private let session: Session
    /// The look-up of the title of a ticket, which returns `nil` if it has none or is gone.
    private let title: (TicketID) async -> String?
    /// The tickets whose actions change.
    let changes = Observers<TicketID>()
    let unsentChanges = Observers<Void>()
    /// Called to show the actions that concern no ticket, see ``unsent``.
    public var onShowUnsent: (() -> Void)?
    /// Requests run one after another, because each depends on the state after the previous one.
    private let queue: TaskQueue

    init(
        engine: any TrackObserving & ActionManaging, reader: any TrackReader,
        title: @escaping (TicketID) async -> String?, session: Session
    ) {
        self.engine = engine
        self.reader = reader
        self.title = title
        self.session = session
        queue = TaskQueue(activity: session.activity) { [session] in session.messages.failure(.readFailed, $0) }
    }

    /// The posts and other actions that concern no ticket and have not ended, in the order of the user's requests.
    var unsent: [PendingAction] { get async { await engine.pendingActions.filter { $0.ticket == nil } } }

    /// Says how many of the ``unsent`` actions wait for the user's decision, if any do.
    public func remindOfUnsent() {
        queue.add { [self] in
            let count = await unsent.count { $0.state.needsDecision }
            if count > 0 { session.messages.announce(.unsentReminder, .number(count)) }
        }
    }

    /// Adds or removes a reaction, or shows why the source does not support it.
    public func toggle(_ reaction: Reaction, of ticket: TicketID) {
        queue.add(undoneBy: session.undo) { [self] place in
            // Includes earlier requests that are not visible yet.
            _ = await engine.pendingActions
            guard let entry = try await reader.entry(ticket) else { return session.messages.show(.ticketGone) }
            let action = TicketAction(reaction, takesBack: entry.ticket.body.reactions.contains(reaction))
            let source = await engine.snapshot.suppliers.first { $0.id == ticket.supplier }
            guard let source, source.actions.contains(action.kind) else {
                let name = source?.name ?? ticket.supplier.rawValue
                let reactions = session.localizer(Message("reaction.\(reaction.rawValue)"))
                return session.messages.show(.reactionUnsupported, .text(name), .text(reactions))
            }
            perform(action, on: ticket, undoneAt: place)
        }
    }

    /// Performs an action, which can be undone if it has an opposite.
    func perform(_ action: TicketAction, on ticket: TicketID) {
        let place = session.undo.reserve()
        perform(action, on: ticket, undoneAt: place)
        place.close()
    }

    private func perform(_ action: TicketAction, on ticket: TicketID, undoneAt place: UndoStack.Place) {
        engine.perform(action, on: ticket)
        guard let opposite = action.opposite else { return }
        place.fill { [self] in
            engine.perform(opposite, on: ticket)
            let mark = session.localizer(Message("markOf.\(action.reaction?.rawValue ?? "pin")"))
            guard let title = await title(ticket) else {
                return session.localizer(.undoneMarks, .number(1), .text(mark))
            }
            return session.localizer(.undoneMark, .text(mark), .text(title))
        }
    }

    /// Resends the unconfirmed actions on this ticket, or waits for their next attempt. If it has none, shows those that
    /// concern no ticket.
    func resend(at ticket: TicketID) { withPending(at: ticket) { [engine] in engine.retry($0.id) } }

    /// Discards the pending actions on this ticket. If it has none, shows those that concern no ticket.
    public func drop(at ticket: TicketID) { withPending(at: ticket) { [engine] in engine.drop($0.id) } }

    /// Waits until all requests are stored or refused.
    public func flush() async {
        await queue.finish()
        _ = await engine.pendingActions
    }

    /// Adopts the state of an action and shows a message if the user should know.
    func update(_ action: PendingAction) {
        switch action.state {
        case .refused(let error):
            queue.add { [self] in
                guard try await session.drafts.keep(from: action) else {
                    return session.messages.failure(.actionRefused, .message(error.message))
                }
                session.messages.failure(.composeRefused, sentence(error.message))
            }
        case .uncertain(let error):
            session.messages.failure(
                action.ticket == nil ? .unsentNotConfirmed : .actionUncertain, sentence(error.message))
        case .expired(let error):
            session.messages.failure(action.ticket == nil ? .unsentNotSent : .actionExpired, sentence(error.message))
        case .retrying(_, let error) where action.attempts == 1:
            session.messages.show(.actionRetrying, .message(error.message))
        case .done where action.request.createsPost:
            if let time = action.request.scheduled {
                let timeText = session.texts.ahead(time, at: session.time.now())
                session.messages.show(.composeScheduled, .text(timeText))
            } else {
                session.messages.show(.composeSent)
            }
        case .dropped where action.ticket == nil && action.request.createsPost:
            queue.add { [session] in
                if try await session.drafts.keep(from: action) { session.messages.show(.draftsCancelled) }
            }
        case .waiting, .running, .retrying, .done, .dropped: break
        }
        if let ticket = action.ticket { return changes.notify(ticket) }
        // In the queue, so that a post that was refused or cancelled is a draft by then.
        queue.add { [unsentChanges] in unsentChanges.notify(()) }
    }

    /// Returns the words of a message as a sentence, which others follow.
    private func sentence(_ message: Message) -> Message.Argument { .text(session.localizer(message).asSentence) }

    private func withPending(at ticket: TicketID, _ use: @escaping @MainActor (PendingAction) -> Void) {
        queue.add { [self] in
            let all = await engine.pendingActions
            let pending = all.filter { $0.ticket == ticket && $0.state != .running }
            for action in pending { use(action) }
            guard pending.isEmpty else { return }
            guard let onShowUnsent, all.contains(where: { $0.ticket == nil }) else {
                return session.messages.show(.nothingPending)
            }
            onShowUnsent()
        }
    }
}

nonisolated extension RequestedAction {
    /// The time at which the server publishes the post, or `nil` for at once.
    fileprivate var scheduled: Timestamp? {
        if case .account(.post(let draft), _) = self { draft.scheduled } else { nil }
    }
}
