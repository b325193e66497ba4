/// Stores tickets that no fill has delivered, and removes old ones.
public protocol TicketStoring: Sendable {
    /// Stores items of a supplier that belong beside the Track, such as posts of a thread, so that they can be
    /// marked and acted on. They do not enter the Track. Of items in the Track only counts, reactions and polls are
    /// updated. Returns once they are stored.
    func storeBesideTrack(_ items: [SourceItem], of supplier: SupplierID) async throws

    /// Removes the tickets that `retention` does not keep and returns their number. Tickets with unconfirmed actions
    /// stay. Throws ``RetentionObstacle`` if this engine may not change the Track.
    ///
    /// - Parameter progress: Called from time to time with the number of tickets removed so far.
    @discardableResult
    func remove(by retention: Retention, _ progress: @Sendable (Int) async -> Void) async throws -> Int
}

/// The reason why an engine may not remove tickets now, for example because another process changes the Track.
public struct RetentionObstacle: PresentableError {
    /// The reason, for the screen.
    public let message: Message

    public init(message: Message) { self.message = message }
}
