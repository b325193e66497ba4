/// Stores the Track for the engine. Only the engine writes through this protocol.
public protocol TrackStore: TrackReader {
    /// Assigns labels to committed tickets; `nil` if tickets get no labels.
    var classifier: (any TicketClassifier)? { get async }

    /// Returns the state of the last commit.
    func record() async throws -> TrackRecord

    /// Returns the stored state of these items of a supplier. Unknown items are absent.
    func knownItems(_ items: [String], of supplier: SupplierID) async throws -> [String: KnownItem]

    /// Returns the stored tickets of the post with this canonical URI (``TicketBody/uri``), in any order.
    func copies(ofPost uri: String) async throws -> [TicketID]

    /// Returns the number of stored tickets of `suppliers` in `timeframe` that match `view`, visible or withheld, counted up
    /// to `limit`. May scan every stored ticket of the timeframe.
    func count(
        seenIn view: TrackView, of suppliers: Set<SupplierID>, in timeframe: Timeframe, upTo limit: Int
    ) async throws -> Int

    /// Returns the places of stored tickets of `suppliers` in `timeframe`, visible or withheld, newest first. Returns
    /// at most `limit`: those nearest to the newer bound for ``ReadDirection/older``, those nearest to the older bound
    /// for ``ReadDirection/newer``.
    func keys(of suppliers: Set<SupplierID>, in timeframe: Timeframe, towards direction: ReadDirection, limit: Int)
        async throws -> [OrderKey]

    /// Returns the places of items of a supplier in `timeframe`, newest first and at most `limit`: those of stored
    /// tickets, and those of tickets that a retention removed.
    func knownKeys(of supplier: SupplierID, in timeframe: Timeframe, limit: Int) async throws -> [OrderKey]

    /// Returns the places of up to `limit` tickets that `retention` removes, in any order. See ``TrackCommit/removed``.
    ///
    /// - Parameter kept: Tickets that stay although `retention` removes them.
    func removable(by retention: Retention, keeping kept: Set<TicketID>, limit: Int) async throws -> [OrderKey]

    /// Returns the number of tickets of each supplier that `retention` removes.
    func removableCounts(by retention: Retention) async throws -> [SupplierID: Int]

    /// Returns the stored state of these items of a supplier beside the Track, see ``storeBesideTrack(_:)``. Unknown items
    /// are absent.
    func knownItemsBesideTrack(_ items: [String], of supplier: SupplierID) async throws -> [String: KnownItem]

    /// Stores tickets beside the Track: posts of threads and profiles that the supplier's own stream has not delivered.
    /// They can be read by their identity, marked and acted on; no window, count or claim includes them, except that
    /// views of starred tickets and of those to read later show them. One that is stored beside the Track gets the new
    /// content. One that the Track has, or that its source deleted, is unchanged. When the stream delivers one, a commit
    /// moves it into the Track with its marks.
    ///
    /// Needs no right to change the Track: the Track's state stays the same.
    func storeBesideTrack(_ entries: [TrackCommit.Entry]) async throws

    /// Removes up to `limit` tickets beside the Track that are older than `time` and neither starred nor to be read later,
    /// and returns their number. They are unknown afterwards.
    ///
    /// - Parameter kept: Tickets that stay whatever their age.
    func removeBesideTrack(olderThan time: Timestamp, keeping kept: Set<TicketID>, limit: Int) async throws -> Int

    /// Writes `commit` durably in one transaction: all of it or nothing.
    func commit(_ commit: TrackCommit) async throws -> TrackVersion

    /// Returns the newest visible ticket below `place` (``ReadDirection/older``) or the oldest above it
    /// (``ReadDirection/newer``). A ticket at `place` itself is excluded.
    func neighbour(of place: TrackPlace, towards direction: ReadDirection) async throws -> OrderKey?
}
