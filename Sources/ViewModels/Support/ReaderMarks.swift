public import EngineConcepts
public import Localization

/// What readers do to tickets for themselves. One per run: whoever shows a ticket hears of every change here, so that
/// all copies of it agree.
///
/// A change shows at once and is written after; where that fails, it is taken back and said so.
public final class ReaderMarks {
    /// A change to marks.
    public enum Change {
        /// These tickets got these marks; nil leaves a mark as it is.
        case set([TicketID], MarkChange)
        /// These tickets have exactly these marks.
        case exactly([TicketID: Marks])
        /// What was told before is in the store now: what is counted there can be counted anew.
        case written
        /// More changed than can be listed: read again.
        case unknown
        /// Many are being marked: see ``ReaderMarks/marked``.
        case underWay
    }

    /// How many of those that are being marked are, while that takes longer than a blink.
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
    /// The last write; each one waits for the one before it.
    private var tail: Task<Void, Never>?

    /// Makes marks over a store.
    public init(
        store: any MarkStore, undo: UndoStack, messages: MessageCenter, wording: Localizer, activity: Activity
    ) {
        self.store = store
        self.undo = undo
        self.messages = messages
        self.wording = wording
        self.activity = activity
    }

    /// Tells of every change from now on, as long as `owner` lives, which `tell` must not hold strongly.
    public func observe(for owner: AnyObject, _ tell: @escaping (Change) -> Void) {
        observers.append(Observer(owner: owner, tell: tell))
    }

    /// Changes marks. What a reader did on purpose can be undone; what happens on the way (reading what one opens) not.
    public func set(_ tickets: [TicketID], _ change: MarkChange, canBeUndone: Bool = true) {
        guard !tickets.isEmpty else { return }
        tell(.set(tickets, change))
        write { [self] in
            let before = try await store.mark(tickets, change, note)
            if canBeUndone { push(before) }
        }
    }

    /// Marks everything from `place` down as read; everything there is where `place` is nil.
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

    /// Marks these tickets as read, says how many there were, and can take it back.
    func markRead(_ tickets: [TicketID]) {
        guard !tickets.isEmpty else { return messages.note(wording(.nothingToMark)) }
        tell(.set(tickets, MarkChange(read: true)))
        write { [self] in
            push(try await store.mark(tickets, MarkChange(read: true), note))
            messages.note(wording(.markedAllRead, .number(tickets.count)))
        }
    }

    /// Shows tickets whatever rule hides them; can be taken back.
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

    /// Gives tickets that tell one story a row each, or folds them again, and says `done`; can be taken back.
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

    /// So many are marked.
    private func note(_ count: Int) {
        marked = count
        tell(.underWay)
    }

    private func tell(_ change: Change) {
        observers.removeAll { $0.owner == nil }
        for observer in observers { observer.tell(change) }
    }
}
