public import EngineConcepts
import Localization

/// What readers do to tickets at their sources. One per run; the engine shows it as done at once, and what becomes of it
/// is said here.
public final class ReaderActions {
    private let engine: any Engine
    private let reader: any TrackReader
    private let undo: UndoStack
    private let messages: MessageCenter
    private let wording: Localizer
    private let observers = Observers<TicketID>()
    /// Each step depends on the effect of the one before it.
    private let queue: TaskQueue

    init(
        engine: any Engine, reader: any TrackReader, undo: UndoStack, messages: MessageCenter, wording: Localizer,
        activity: Activity
    ) {
        self.engine = engine
        self.reader = reader
        self.undo = undo
        self.messages = messages
        self.wording = wording
        queue = TaskQueue(activity: activity)
    }

    /// Tells which ticket shows something else, from now on and as long as `owner` lives, which `tell` must not hold
    /// strongly.
    public func observe(for owner: AnyObject, _ tell: @escaping (TicketID) -> Void) {
        observers.add(for: owner, tell)
    }

    /// Says something to a ticket, or takes it back; says why not where its source does not take it.
    public func toggle(_ reaction: Reaction, of ticket: TicketID) {
        run { [self] in
            // What was asked before counts, whether it is shown yet or not.
            _ = await engine.pendingActions
            guard let entry = try await reader.entry(ticket) else { return messages.note(.ticketGone) }
            let action = TicketAction(reaction, takesBack: entry.ticket.body.reactions.contains(reaction))
            let source = await engine.snapshot.suppliers.first { $0.id == ticket.supplier }
            guard let source, source.actions.contains(action.kind) else {
                let name = source?.name ?? ticket.supplier.rawValue
                return messages.note(.reactionUnsupported, .words(name), .words(words(for: reaction)))
            }
            engine.perform(action, on: ticket)
            guard let opposite = action.opposite else { return }
            undo.push { [engine, wording] in
                engine.perform(opposite, on: ticket)
                return wording(.undone, .number(1))
            }
        }
    }

    /// Sends again what is uncertain at this ticket, or waits for its next attempt.
    public func resend(at ticket: TicketID) {
        withPending(at: ticket) { [engine] in engine.retry($0.id) }
    }

    /// Drops what is not done at this ticket.
    public func drop(at ticket: TicketID) {
        withPending(at: ticket) { [engine] in engine.drop($0.id) }
    }

    /// Waits until everything that was asked is kept, or refused.
    public func flush() async {
        await queue.finish()
        _ = await engine.pendingActions
    }

    /// Takes note of what the engine tells, and says what the reader should know.
    func note(_ action: PendingAction) {
        switch action.state {
        case .refused(let error):
            messages.problem(.actionRefused, .words(wording.ofTroubles(error.message)))
        case .uncertain(let error):
            messages.problem(.actionUncertain, .words(wording.ofTroubles(error.message)))
        case .retrying(_, let error) where action.attempts == 1:
            messages.note(.actionRetrying, .words(wording.ofTroubles(error.message)))
        case .waiting, .running, .retrying, .done, .dropped:
            break
        }
        observers.notify(action.ticket)
    }

    private func withPending(at ticket: TicketID, _ use: @escaping @MainActor (PendingAction) -> Void) {
        run { [self] in
            let pending = await engine.pendingActions.filter { $0.ticket == ticket && $0.state != .running }
            guard !pending.isEmpty else { return messages.note(.nothingPending) }
            for action in pending { use(action) }
        }
    }

    private func words(for reaction: Reaction) -> String {
        switch reaction {
        case .like: wording(.reactionLikes)
        case .boost: wording(.reactionBoosts)
        case .bookmark: wording(.reactionBookmarks)
        }
    }

    private func run(_ work: @escaping @MainActor () async throws -> Void) {
        queue.add { [self] in
            do {
                try await work()
            } catch {
                messages.problem(.readFailed, error)
            }
        }
    }
}
