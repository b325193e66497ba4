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
    private let observers = Observers<Change>()
    private let queue: TaskQueue

    /// Makes marks over a store.
    public init(
        store: any MarkStore, undo: UndoStack, messages: MessageCenter, wording: Localizer, activity: Activity
    ) {
        self.store = store
        self.undo = undo
        self.messages = messages
        self.wording = wording
        queue = TaskQueue(activity: activity)
    }

    /// Tells of every change from now on, as long as `owner` lives, which `tell` must not hold strongly.
    public func observe(for owner: AnyObject, _ tell: @escaping (Change) -> Void) {
        observers.add(for: owner, tell)
    }

    /// Changes marks. What a reader did on purpose can be undone; what happens on the way (reading what one opens) not.
    public func set(_ tickets: [TicketID], _ change: MarkChange, canBeUndone: Bool = true) {
        guard !tickets.isEmpty else { return }
        observers.notify(.set(tickets, change))
        write { [self] in
            let before = try await store.mark(tickets, change, note)
            if canBeUndone { push(before) }
        }
    }

    /// Marks everything from `place` down as read; everything there is where `place` is nil.
    public func markRead(downFrom place: TrackPlace?, in view: TrackView) {
        write { [self] in
            let tickets = try await store.markRead(downFrom: place, in: view, note)
            guard !tickets.isEmpty else { return messages.note(.nothingToMark) }
            undo.push { [self] in
                _ = try await store.mark(tickets, MarkChange(read: false), note)
                marked = nil
                observers.notify(.set(tickets, MarkChange(read: false)))
                observers.notify(.written)
                return wording(.undone, .number(tickets.count))
            }
            observers.notify(.set(tickets, MarkChange(read: true)))
            messages.note(.markedAllRead, .number(tickets.count))
        }
    }

    /// Marks these tickets as read, says how many there were, and can take it back.
    func markRead(_ tickets: [TicketID]) {
        guard !tickets.isEmpty else { return messages.note(.nothingToMark) }
        observers.notify(.set(tickets, MarkChange(read: true)))
        write { [self] in
            push(try await store.mark(tickets, MarkChange(read: true), note))
            messages.note(.markedAllRead, .number(tickets.count))
        }
    }

    /// Shows tickets whatever rule hides them; can be taken back.
    public func unhide(_ tickets: [TicketID]) {
        write { [self] in
            let before = try await store.mark(tickets, MarkChange(unhidden: true))
            undo.push { [self] in
                try await store.restore(before)
                observers.notify(.unknown)
                return wording(.unhiddenUndone)
            }
            observers.notify(.unknown)
            messages.note(.unhidden)
        }
    }

    /// Gives tickets that tell one story a row each, or folds them again, and says `done`; can be taken back.
    func setApart(_ tickets: [TicketID], _ areApart: Bool, _ done: String) {
        write { [self] in
            let before = try await store.mark(tickets, MarkChange(apart: areApart))
            undo.push { [self] in
                try await store.restore(before)
                observers.notify(.unknown)
                return wording(.storyUndone)
            }
            observers.notify(.unknown)
            messages.note(done)
        }
    }

    /// Waits until everything is written.
    public func flush() async {
        await queue.finish()
    }

    private func push(_ before: [TicketID: Marks]) {
        undo.push { [self] in
            try await store.restore(before, note)
            marked = nil
            observers.notify(.exactly(before))
            observers.notify(.written)
            return wording(.undone, .number(before.count))
        }
    }

    private func write(_ work: @escaping @MainActor () async throws -> Void) {
        queue.add { [self] in
            defer { marked = nil }
            do {
                try await work()
                marked = nil
                observers.notify(.written)
            } catch {
                messages.problem(.writeFailed, error)
                observers.notify(.unknown)
            }
        }
    }

    /// So many are marked.
    private func note(_ count: Int) {
        marked = count
        observers.notify(.underWay)
    }
}
