/// The actions that can be undone, newest last. One instance per run, shared by all view-models, so that one key
/// undoes the last action wherever it happened.
public final class UndoStack {
    /// Undoes one action and returns the message about it.
    public typealias Step = @MainActor () async throws -> String

    private static let limit = 100
    private var steps: [Step] = []

    /// Makes an empty stack.
    public init() {}

    /// True if there is nothing to undo.
    public var isEmpty: Bool { steps.isEmpty }

    /// Adds the step that undoes the last action.
    public func push(_ step: @escaping Step) {
        steps.append(step)
        if steps.count > Self.limit { steps.removeFirst() }
    }

    /// Removes and returns the newest step, or `nil` if there is none. The caller runs it.
    public func pop() -> Step? {
        steps.popLast()
    }
}
