/// Keeps which labels the stored tickets have.
///
/// What is committed or marked is decided about in the same transaction. When labels change, what is stored is decided
/// about again, newest first, a few tickets at a time, so that everything can be read throughout: until then a ticket
/// has the labels that it had.
public protocol LabelStore: Sendable {
    /// Takes up a classifier in the place of the one before. Labels that it does not know any more are gone at once;
    /// where any label's definition changed, every stored ticket waits for ``classify(upTo:)``.
    func adopt(_ classifier: any TicketClassifier) async throws

    /// Decides about up to `count` of the tickets that wait for it, in one short transaction, and answers how far that
    /// is. What time has made due comes first.
    func classify(upTo count: Int) async throws -> LabelProgress

    /// How far the deciding is; costs one small read.
    func labelProgress() async throws -> LabelProgress
}

/// How many of the stored tickets have been decided about since labels last changed.
public struct LabelProgress: Hashable, Sendable {
    /// Those that have.
    public var done: Int
    /// All that had to be when it began.
    public var total: Int
    /// Whether none waits.
    public var isComplete: Bool

    /// Makes a report of progress.
    public init(done: Int, total: Int, isComplete: Bool) {
        self.done = done
        self.total = total
        self.isComplete = isComplete
    }

    /// Nothing waits.
    public static let nothing = LabelProgress(done: 0, total: 0, isComplete: true)
}
