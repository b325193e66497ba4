/// What can be taken back, newest last. One per run, shared by all view-models, so that one key undoes whatever was done
/// last.
public final class UndoStack {
    /// Takes one thing back and answers what to say about it.
    public typealias Step = @MainActor () async throws -> String

    private static let limit = 100
    private var steps: [Step] = []

    /// Makes an empty stack.
    public init() {}

    /// Whether there is nothing to take back.
    public var isEmpty: Bool { steps.isEmpty }

    /// Remembers how to take back what was just done.
    public func push(_ step: @escaping Step) {
        steps.append(step)
        if steps.count > Self.limit { steps.removeFirst() }
    }

    /// Removes the newest step, for the caller to perform; nil where there is none.
    public func pop() -> Step? {
        steps.popLast()
    }
}
