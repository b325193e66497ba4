import EngineConcepts

/// The actions that can be undone, newest last. One instance per run, shared by all view-models, so that one key
/// undoes the last action wherever it happened.
public final class UndoStack {
    /// Undoes one action and returns the message about it.
    public typealias Step = @MainActor () async throws -> String

    /// The place of an action in the order in which the user requested them.
    final class Place {
        private enum State {
            /// The action is not done yet.
            case pending
            case done(Step, isPossible: @MainActor () -> Bool)
            /// The action failed or changed nothing.
            case empty
        }

        /// True if keys wait until the action is undone, which takes no time that a user notices unless an undo before it does.
        var holdsInput: Bool
        private var state = State.pending
        private var waiters: [CheckedContinuation<Void, Never>] = []

        fileprivate init(holdsInput: Bool) { self.holdsInput = holdsInput }

        /// True if the action can be undone, now or once it is done.
        fileprivate var isPossible: Bool {
            switch state {
            case .pending: true
            case .done(_, let isPossible): isPossible()
            case .empty: false
            }
        }

        /// Sets the step that undoes the action, which is done.
        ///
        /// - Parameter isPossible: Returns true as long as the action can be undone.
        func fill(_ step: @escaping Step, while isPossible: @escaping @MainActor () -> Bool = { true }) {
            end(.done(step, isPossible: isPossible))
        }

        /// Ends the waiting for the step. Without one, there is nothing to undo.
        func close() { if case .pending = state { end(.empty) } }

        private func end(_ state: State) {
            self.state = state
            waiters.resumeAll()
        }

        /// Undoes the action as soon as it is done. Returns the message about that, or `nil` if nothing was done.
        fileprivate func undo() async throws -> String? {
            if case .pending = state { await withCheckedContinuation { waiters.append($0) } }
            guard case .done(let step, _) = state else { return nil }
            return try await step()
        }
    }

    private static let maximumSteps = 100
    private var places: [Place] = []

    /// True if there is nothing to undo.
    public var isEmpty: Bool { !places.contains { $0.isPossible } }

    /// Adds the step that undoes the last action, which is done. Keys wait for that step.
    ///
    /// - Parameter isPossible: Returns true as long as the action can be undone.
    public func push(_ step: @escaping Step, while isPossible: @escaping @MainActor () -> Bool = { true }) {
        reserve(holdsInput: true).fill(step, while: isPossible)
    }

    /// Adds the place of an action that is done in the background, so that undo meanwhile does not take back an older one.
    /// The caller fills the place when the action is done, and closes it in any case.
    ///
    /// - Parameter holdsInput: True if keys wait until the action is undone. False if the action may wait for a server.
    func reserve(holdsInput: Bool = false) -> Place {
        let place = Place(holdsInput: holdsInput)
        places.append(place)
        if places.count > Self.maximumSteps { places.removeFirst() }
        return place
    }

    /// Removes the newest action that can be undone and returns the work that undoes it as soon as it is done, with
    /// `holdsInput` if keys wait for it, or `nil` if there is none. The work returns `nil` if the action failed or changed
    /// nothing.
    func pop() -> (work: @MainActor () async throws -> String?, holdsInput: Bool)? {
        while let place = places.popLast() {
            if place.isPossible { return ({ try await place.undo() }, place.holdsInput) }
        }
        return nil
    }
}
