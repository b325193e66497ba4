/// Runs tasks one after another, in the order in which they were added.
final class TaskQueue {
    private let activity: Activity
    private let onFailure: (any Error) -> Void
    private var last: Task<Void, Never>?
    private var unfinishedCount = 0

    /// Creates an empty queue that passes the errors of tasks to `onFailure`.
    init(activity: Activity, onFailure: @escaping (any Error) -> Void) {
        self.activity = activity
        self.onFailure = onFailure
    }

    /// Runs `work` once everything added before has ended.
    func add(_ work: @escaping @MainActor () async throws -> Void) {
        let previous = last
        unfinishedCount += 1
        last = activity.run { [weak self, onFailure] in
            await previous?.value
            do { try await work() } catch { onFailure(error) }
            self?.unfinishedCount -= 1
        }
    }

    /// Runs `work`, which may let undo take it back: its place on the stack is reserved now, and closed when the work ends.
    ///
    /// - Parameter holdsInput: True if keys wait until it is undone. False if it may wait for a server.
    func add(
        undoneBy undo: UndoStack, holdsInput: Bool = true,
        _ work: @escaping @MainActor (UndoStack.Place) async throws -> Void
    ) {
        let place = undo.reserve(holdsInput: holdsInput)
        add {
            defer { place.close() }
            try await work(place)
        }
    }

    /// True if everything added so far has ended.
    var isIdle: Bool { unfinishedCount == 0 }

    /// Returns when everything added so far has ended.
    func finish() async { await last?.value }
}
