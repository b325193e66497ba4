/// Stores the labels of tickets.
///
/// A ticket is classified in the transaction that commits or marks it. When labels change, the stored tickets are
/// classified again in the background, newest first and in small batches. Until then each keeps its previous labels
/// and can be read as usual.
public protocol LabelStore: Sendable {
    /// Replaces the classifier. Labels unknown to the new one are removed at once; a topic among them passes its
    /// tickets to a new one with the same definition. If the definition of any label changed, every stored ticket is
    /// queued for ``classify(upTo:)``.
    func adopt(_ classifier: any TicketClassifier) async throws

    /// Classifies up to `count` queued tickets in one short transaction and returns the progress. Tickets whose
    /// classification has expired come first.
    func classify(upTo count: Int) async throws -> LabelProgress

    /// Returns the progress of classification. Costs one small read.
    func labelProgress() async throws -> LabelProgress
}

/// The number of stored tickets classified since the labels last changed.
public struct LabelProgress: Hashable, Sendable {
    /// The classified tickets.
    public var done: Int
    /// The tickets queued at the beginning.
    public var total: Int
    /// True if no ticket is queued.
    public var isComplete: Bool

    public init(done: Int, total: Int, isComplete: Bool) {
        self.done = done
        self.total = total
        self.isComplete = isComplete
    }

    /// The progress when no ticket is queued.
    public static let nothing = LabelProgress(done: 0, total: 0, isComplete: true)
}
