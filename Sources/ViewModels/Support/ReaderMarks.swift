public import EngineConcepts
public import Localization

/// The user's own marks on tickets. One instance per run: screens observe it, so that all copies of a ticket agree.
///
/// A change is visible at once and written afterwards. If the write fails, the change is reverted and an error is
/// shown.
public final class ReaderMarks {
    /// A change of marks.
    public enum Change {
        /// These tickets got these marks; a `nil` mark is unchanged.
        case set([TicketID], MarkChange)
        /// These tickets have exactly these marks.
        case exactly([TicketID: Marks])
        /// The previous changes are stored, so that counts can be updated.
        case written
        /// More marks changed than can be listed: read them again.
        case unknown
        /// Many tickets are being marked: see ``ReaderMarks/marked``.
        case underWay
    }

    /// The number of tickets marked so far by a long operation, or `nil` if none is running.
    public private(set) var marked: Int?

    private let store: any MarkStore
    private let undo: UndoStack
    private let messages: MessageCenter
    private let wording: Localizer
    private let activity: Activity
    private struct Observer {
        weak var owner: AnyObject?
        let tell: (Change) -> Void
    }

    private var observers: [Observer] = []
    /// The last write; writes run one after another.
    private var tail: Task<Void, Never>?

    /// Makes marks for a store.
    public init(
        store: any MarkStore, undo: UndoStack, messages: MessageCenter, wording: Localizer, activity: Activity
    ) {
        self.store = store
        self.undo = undo
        self.messages = messages
        self.wording = wording
        self.activity = activity
    }

    /// Calls `tell` after each change as long as `owner` lives. `tell` must not hold the owner strongly.
    public func observe(for owner: AnyObject, _ tell: @escaping (Change) -> Void) {
        observers.append(Observer(owner: owner, tell: tell))
    }

    /// Changes marks. Deliberate changes can be undone; implicit ones, such as the read mark of an opened ticket,
    /// cannot.
    public func set(_ tickets: [TicketID], _ change: MarkChange, canBeUndone: Bool = true) {
        guard !tickets.isEmpty else { return }
        tell(.set(tickets, change))
        write { [self] in
            let before = try await store.mark(tickets, change, note)
            if canBeUndone { push(before) }
        }
    }

    /// Marks all tickets from `place` downwards as read, or all tickets if `place` is `nil`.
    public func markRead(downFrom place: TrackPlace?, in view: TrackView) {
        write { [self] in
            let tickets = try await store.markRead(downFrom: place, in: view, note)
            guard !tickets.isEmpty else { return messages.note(wording(.nothingToMark)) }
            undo.push { [self] in
                _ = try await store.mark(tickets, MarkChange(read: false), note)
                marked = nil
                tell(.set(tickets, MarkChange(read: false)))
                tell(.written)
                return wording(.undone, .number(tickets.count))
            }
            tell(.set(tickets, MarkChange(read: true)))
            messages.note(wording(.markedAllRead, .number(tickets.count)))
        }
    }

    /// Marks these tickets as read and shows their number. Can be undone.
    func markRead(_ tickets: [TicketID]) {
        guard !tickets.isEmpty else { return messages.note(wording(.nothingToMark)) }
        tell(.set(tickets, MarkChange(read: true)))
        write { [self] in
            push(try await store.mark(tickets, MarkChange(read: true), note))
            messages.note(wording(.markedAllRead, .number(tickets.count)))
        }
    }

    /// Exempts tickets from all hiding rules. Can be undone.
    public func unhide(_ tickets: [TicketID]) {
        write { [self] in
            let before = try await store.mark(tickets, MarkChange(unhidden: true))
            undo.push { [self] in
                try await store.restore(before)
                tell(.unknown)
                return wording(.unhiddenUndone)
            }
            tell(.unknown)
            messages.note(wording(.unhidden))
        }
    }

    /// Unfolds the tickets of a story into separate rows, or folds them again, and shows `done`. Can be undone.
    func setApart(_ tickets: [TicketID], _ areApart: Bool, _ done: String) {
        write { [self] in
            let before = try await store.mark(tickets, MarkChange(apart: areApart))
            undo.push { [self] in
                try await store.restore(before)
                tell(.unknown)
                return wording(.storyUndone)
            }
            tell(.unknown)
            messages.note(done)
        }
    }

    /// Waits until everything is written.
    public func flush() async {
        await tail?.value
    }

    private func push(_ before: [TicketID: Marks]) {
        undo.push { [self] in
            try await store.restore(before, note)
            marked = nil
            tell(.exactly(before))
            tell(.written)
            return wording(.undone, .number(before.count))
        }
    }

    private func write(_ work: @escaping @MainActor () async throws -> Void) {
        let previous = tail
        tail = activity.run { [self] in
            await previous?.value
            defer { marked = nil }
            do {
                try await work()
                marked = nil
                tell(.written)
            } catch {
                messages.problem(wording(.writeFailed, .words(wording.words(for: error))))
                tell(.unknown)
            }
        }
    }

    /// Updates the number of tickets marked so far.
    private func note(_ count: Int) {
        marked = count
        tell(.underWay)
    }

    private func tell(_ change: Change) {
        observers.removeAll { $0.owner == nil }
        for observer in observers { observer.tell(change) }
    }
}
