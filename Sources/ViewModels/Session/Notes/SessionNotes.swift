public import EngineConcepts
import FiberConfiguration
import Localization

/// The notes on authors, and the people whom authors belong to. One instance per run; screens observe it.
public final class SessionNotes {
    public private(set) var authorNotes = AuthorNotes.none
    /// The people that the user has linked.
    public private(set) var people = People.none

    private let manager: (any AuthorNoteManaging)?
    private let messages: MessageCenter
    private let undo: UndoStack
    private var localizer: Localizer { messages.localizer }
    /// The errors of files and lists that were already reported.
    private var reportedErrors: [Message] = []
    let changes = Observers<Void>()
    private let queue: TaskQueue
    private var followTask: Task<Void, Never>?

    init(_ manager: (any AuthorNoteManaging)?, activity: Activity, undo: UndoStack, messages: MessageCenter) {
        self.manager = manager
        self.messages = messages
        self.undo = undo
        // Notes and people are in files of their own, which the errors name.
        queue = TaskQueue(activity: activity) { messages.failure($0) }
    }

    /// True if notes can be written.
    public var isAvailable: Bool { manager != nil }

    /// Reads the notes, and follows their changes from then on.
    func start() async {
        guard let manager, followTask == nil else { return }
        let changes = manager.changes()
        let state = await manager.state()
        // Only logged: a list may have failed in earlier runs already.
        for failure in state.listFailures { messages.log(localizer(failure)) }
        reportedErrors = state.listFailures
        apply(state)
        followTask = Task { [weak self] in for await state in changes { self?.apply(state) } }
    }

    /// Stops following.
    func stop() {
        followTask?.cancel()
        followTask = nil
    }

    /// Writes the user's note on an author as it is typed, or removes it if nothing is typed, and shows that. It can be undone.
    func write(_ typed: String, on author: Author, in source: SupplierID) {
        guard let manager else { return messages.show(.notesUnavailable) }
        let note = AuthorNote(typed: typed)
        queue.add(undoneBy: undo) { [self] place in
            let former = try await manager.write(note, on: author, in: source)
            apply(await manager.state())
            guard former != note else { return messages.show(.noteUnchanged, .text(author.name)) }
            place.fill { [self] in
                _ = try await manager.write(former, on: author, in: source)
                apply(await manager.state())
                return localizer(former == nil ? .noteRemoved : .noteRestored, .text(author.name))
            }
            messages.show(note == nil ? .noteRemoved : .noteWritten, .text(author.name))
        }
    }

    /// Links an author with another one, or with a person by name, and shows that. It can be undone.
    ///
    /// - Parameter done: Called when the link is stored. Not called if it failed, which is shown instead.
    func link(
        _ author: Author, in source: SupplierID, with other: String, then done: @escaping @MainActor () -> Void = {}
    ) {
        change(author, then: done) { try await $0.link(author, in: source, with: other) }
    }

    /// Takes an author out of the person to whom it belongs, and shows that. It can be undone.
    ///
    /// - Parameter done: Called when the change is stored. Not called if it failed, which is shown instead.
    func unlink(_ author: Author, in source: SupplierID, then done: @escaping @MainActor () -> Void = {}) {
        change(author, then: done) { try await $0.unlink(author, in: source) }
    }

    private func change(
        _ author: Author, then done: @escaping @MainActor () -> Void,
        _ make: @escaping @MainActor (any AuthorNoteManaging) async throws -> PeopleEdit
    ) {
        guard let manager else { return messages.show(.notesUnavailable) }
        queue.add(undoneBy: undo) { [self] place in
            let edit = try await make(manager)
            apply(await manager.state())
            done()
            guard !edit.isEmpty else { return messages.show(.personUnchanged, .text(author.name)) }
            place.fill { [self] in
                try await manager.make(edit.reversed)
                apply(await manager.state())
                return localizer(.personUndone)
            }
            let isShorter = edit.after.flatMap(\.authors).count < edit.before.flatMap(\.authors).count
            guard !isShorter, let person = edit.after.first else {
                return messages.show(.personUnlinked, .text(author.name))
            }
            messages.show(.personLinked, .text(person.name), .text(person.authors.joined(separator: ", ")))
        }
    }

    /// Waits until all changes are stored.
    func flush() async { await queue.finish() }

    private func apply(_ state: AuthorNotesState) {
        let errors = state.fileErrors + state.listFailures
        for error in errors where !reportedErrors.contains(error) { messages.failure(error) }
        reportedErrors = errors
        guard state.authorNotes != authorNotes || state.people != people else { return }
        authorNotes = state.authorNotes
        people = state.people
        changes.notify(())
    }
}
