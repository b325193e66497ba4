public import EngineConcepts
import Localization

/// The user's own marks on tickets. One instance per run: screens observe it, so that all copies of a ticket agree.
///
/// A change is visible at once and written afterwards. If the write fails, the change is reverted and an error is shown.
public final class SessionMarks {
    /// A change of marks.
    public enum Change {
        /// These tickets have other marks, which a function returns for the former ones; `areRead` is true if they were marked
        /// as read.
        case changed([TicketID], areRead: Bool, (TicketID, Marks) -> Marks)
        /// The previous changes are stored, so that counts can be updated.
        case written
        /// More marks changed than can be listed: read them again.
        case unknown
        /// Many tickets are being marked: see ``SessionMarks/markedCount``.
        case underWay

        /// Returns the change of these tickets; a `nil` mark is unchanged.
        fileprivate static func set(_ tickets: [TicketID], _ change: MarkChange) -> Change {
            .changed(tickets, areRead: change.read == true) { change.applied(to: $1) }
        }
    }

    /// A moment, to learn later whether marks have changed since.
    struct Moment {
        fileprivate let isWriting: Bool
        fileprivate let writeCount: Int
    }

    /// The number of tickets whose marks are undone so fast that keys can wait for it.
    private static let maximumTicketsHoldingInput = 1000

    /// The number of tickets marked so far by a long operation, or `nil` if none is running.
    private(set) var markedCount: Int?

    private let store: any MarkStore
    private let session: Session
    /// The look-up of the title of a ticket, which returns `nil` if it has none or is gone.
    private let title: (TicketID) async -> String?
    let changes = Observers<Change>()
    private let queue: TaskQueue
    /// The number of changes that are being written, or wait for that.
    private var unwrittenCount = 0
    /// The number of changes that were written, here or by another process.
    private var writeCount = 0

    /// Creates marks for a store.
    ///
    /// - Parameter title: Returns the title of a ticket, or `nil` if it has none or is gone.
    init(store: any MarkStore, title: @escaping (TicketID) async -> String?, session: Session) {
        self.store = store
        self.title = title
        self.session = session
        queue = TaskQueue(activity: session.activity) { [session, changes] in
            session.messages.failure(.writeFailed, $0)
            changes.notify(.unknown)
        }
    }

    /// Changes marks. Deliberate changes can be undone; implicit ones, such as the read mark of an opened ticket, cannot.
    public func set(_ tickets: [TicketID], _ change: MarkChange, canBeUndone: Bool = true) {
        guard !tickets.isEmpty else { return }
        changes.notify(.set(tickets, change))
        guard canBeUndone else {
            return write { [self] in _ = try await store.mark(tickets, change, updateCount) }
        }
        writeUndoably { [self] in try await mark(tickets, change, undoneAt: $0) }
    }

    /// Marks all tickets from `place` downwards as read, or all tickets if `place` is `nil`. Can be undone.
    ///
    /// - Parameter shown: The unread ones among them that are loaded. They show the mark at once: keys that follow are for it,
    ///   and need not wait until all are written.
    public func markRead(downFrom place: TrackPlace?, in view: TrackView, shown: [TicketID] = []) {
        let change = MarkChange(read: true)
        // If everything is marked, nothing of a view of unread tickets is left in the end.
        changes.notify(.changed(shown, areRead: place != nil) { change.applied(to: $1) })
        writeUndoably { [self] undo in
            let tickets: [TicketID]
            var failure: (any Error)?
            do {
                tickets = try await store.markRead(downFrom: place, in: view, updateCount)
            } catch let interruption as InterruptedMarking {
                tickets = interruption.tickets
                failure = interruption.underlying
            }
            guard !tickets.isEmpty else { return session.messages.show(.nothingToMark) }
            undo.holdsInput = tickets.count <= Self.maximumTicketsHoldingInput
            undo.fill { [self] in
                changes.notify(.set(tickets, MarkChange(read: false)))
                try await writeInOrder { [self] in
                    _ = try await store.mark(tickets, MarkChange(read: false), updateCount)
                }
                return await undoneText(of: change, of: tickets)
            }
            if let failure { throw failure }
            if place != nil { changes.notify(.set(tickets, change)) }
            // Marks that were changed meanwhile are shown again.
            changes.notify(.unknown)
            session.messages.show(.markedAllRead, .number(tickets.count))
        }
    }

    /// Returns when `work` has ended, which runs after the changes that are not written yet and before later ones.
    private func writeInOrder(_ work: @escaping @MainActor () async throws -> Void) async throws {
        try await withCheckedThrowingContinuation { (waiter: CheckedContinuation<Void, any Error>) in
            write { [changes] in
                do {
                    try await work()
                    waiter.resume()
                } catch {
                    changes.notify(.unknown)
                    waiter.resume(throwing: error)
                }
            }
        }
    }

    /// Marks these tickets as read and shows their number. Can be undone.
    ///
    /// - Parameter place: The place of the change on the undo stack if it was reserved before the tickets were known.
    func markRead(_ tickets: [TicketID], undoneAt place: UndoStack.Place? = nil) {
        guard !tickets.isEmpty else { return session.messages.show(.nothingToMark) }
        changes.notify(.set(tickets, MarkChange(read: true)))
        writeUndoably(at: place) { [self] undo in
            try await mark(tickets, MarkChange(read: true), undoneAt: undo)
            session.messages.show(.markedAllRead, .number(tickets.count))
        }
    }

    /// Exempts tickets from all hiding rules. Can be undone.
    public func unhide(_ tickets: [TicketID]) {
        setAndReread(tickets, MarkChange(unhidden: true), saying: session.localizer(.unhidden), undone: .unhiddenUndone)
    }

    /// Unfolds the story of these tickets, or folds it again, and shows `done`. Can be undone.
    ///
    /// - Parameter place: The place of the change on the undo stack if it was reserved before the tickets were known.
    func setStoryUnfolded(
        _ tickets: [TicketID], isUnfolded: Bool, saying done: String, undoneAt place: UndoStack.Place? = nil
    ) {
        setAndReread(
            tickets, MarkChange(storyUnfolded: isUnfolded), saying: done, undone: .storyUndone, undoneAt: place)
    }

    /// Changes marks that decide which rows there are, so that observers read them again, and shows `done`. Can be undone.
    private func setAndReread(
        _ tickets: [TicketID], _ change: MarkChange, saying done: String, undone: MessageKey,
        undoneAt place: UndoStack.Place? = nil
    ) {
        writeUndoably(at: place) { [self] place in
            let before = try await store.mark(tickets, change)
            place.fill { [self] in
                try await store.restore(before)
                othersChanged()
                return session.localizer(undone)
            }
            changes.notify(.unknown)
            session.messages.show(done)
        }
    }

    /// Reads all marks again, because another process may have changed some.
    public func othersChanged() {
        writeCount += 1
        changes.notify(.unknown)
    }

    /// Waits until everything is written.
    public func flush() async { await queue.finish() }

    /// Changes marks. If that fails halfway, what was changed can be undone as well.
    private func mark(_ tickets: [TicketID], _ change: MarkChange, undoneAt place: UndoStack.Place) async throws {
        do {
            fill(place, try await store.mark(tickets, change, updateCount), change)
        } catch let interruption as InterruptedMarking {
            fill(place, interruption.previous, change)
            throw interruption.underlying
        }
    }

    private func fill(_ place: UndoStack.Place, _ before: [TicketID: Marks], _ change: MarkChange) {
        place.fill { [self] in
            try await store.restore(before, updateCount)
            markedCount = nil
            changes.notify(.changed(Array(before.keys), areRead: false) { before[$0] ?? $1 })
            reportWritten()
            return await undoneText(of: change, of: Array(before.keys))
        }
    }

    /// Returns the message about an undone change: the mark, and the title of a single ticket or the number of tickets.
    private func undoneText(of change: MarkChange, of tickets: [TicketID]) async -> String {
        let mark = session.localizer(
            change.starred != nil ? .markOfStar : change.later != nil ? .markOfLater : .markOfReading)
        if tickets.count == 1, let title = await title(tickets[0]) {
            return session.localizer(.undoneMark, .text(mark), .text(title))
        }
        return session.localizer(.undoneMarks, .number(tickets.count), .text(mark))
    }

    /// Writes a change that can be undone from now on: its write must not make the key undo what was changed before.
    private func writeUndoably(
        at place: UndoStack.Place? = nil, _ work: @escaping @MainActor (UndoStack.Place) async throws -> Void
    ) {
        // A key after undo is for the restored marks: it toggles one, or marks everything again.
        let place = place ?? session.undo.reserve(holdsInput: true)
        write {
            defer { place.close() }
            try await work(place)
        }
    }

    private func write(_ work: @escaping @MainActor () async throws -> Void) {
        unwrittenCount += 1
        queue.add { [self] in
            do {
                try await work()
            } catch {
                endWrite()
                throw error
            }
            endWrite()
            reportWritten()
        }
    }

    private func endWrite() {
        unwrittenCount -= 1
        markedCount = nil
    }

    private func reportWritten() {
        writeCount += 1
        changes.notify(.written)
    }

    // MARK: Reads beside writes

    /// True while changes are being written that are shown already.
    var isWriting: Bool { unwrittenCount > 0 }

    /// The present moment.
    var moment: Moment { Moment(isWriting: isWriting, writeCount: writeCount) }

    /// Returns true if marks were written since `moment`, or are being written: what was read meanwhile may lack some.
    func mayHaveChanged(since moment: Moment) -> Bool {
        moment.isWriting || isWriting || moment.writeCount != writeCount
    }

    /// Updates the number of tickets marked so far.
    private func updateCount(_ count: Int) {
        markedCount = count
        changes.notify(.underWay)
    }
}
