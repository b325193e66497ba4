/// The actions that can be undone, newest last. One instance per run, shared by all view-models, so that one key
/// undoes the last action wherever it happened.
public final class UndoStack {
    /// Undoes one action and returns the message about it.
    public typealias Step = @MainActor () async throws -> String

    private static let maximumSteps = 100
    private var steps: [(undo: Step, isPossible: @MainActor () -> Bool)] = []

    /// True if there is nothing to undo.
    public var isEmpty: Bool { !steps.contains { $0.isPossible() } }

    /// Adds the step that undoes the last action.
    ///
    /// - Parameter isPossible: Returns true as long as the action can be undone.
    public func push(_ step: @escaping Step, while isPossible: @escaping @MainActor () -> Bool = { true }) {
        steps.append((step, isPossible))
        if steps.count > Self.maximumSteps { steps.removeFirst() }
    }

    /// Removes and returns the newest step that is possible, or `nil` if there is none. The caller runs it.
    public func pop() -> Step? {
        while let step = steps.popLast() {
            if step.isPossible() { return step.undo }
        }
        return nil
    }
}
