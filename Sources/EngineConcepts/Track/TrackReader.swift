/// Reads windows of the Track. Every result reflects one committed version of the store, gaps included. The cost
/// depends on the size of the window, not on the size of the store.
public protocol TrackReader: Sendable {
    /// Returns the rows around a place.
    func window(_ request: WindowRequest) async throws -> TrackWindow

    /// Returns one ticket, visible or not, or `nil` if the store does not have it.
    func entry(_ id: TicketID) async throws -> TrackEntry?

    /// Returns the numbers of tickets that the view shows, of the unread ones among them, and of those that the filter
    /// hides.
    func counts(in view: TrackView) async throws -> TrackCounts

    /// Returns, for each label, what ``counts(in:)`` would return if it were the view's only topic. Labels without
    /// tickets are absent.
    func labelCounts(in view: TrackView) async throws -> [LabelID: TrackCounts]

    /// Returns the number of stored tickets of the view that a full gap withholds, counted up to `limit`.
    func withheld(in timeframe: Timeframe, of view: TrackView, upTo limit: Int) async throws -> Int

    /// Returns, for each supplier, what ``counts(in:)`` would return if it were the view's only supplier. Suppliers
    /// without tickets are absent.
    func supplierCounts(in view: TrackView) async throws -> [SupplierID: TrackCounts]

    /// Returns the next visible ticket after `place` in the direction that meets `condition`, or `nil` if there is
    /// none.
    func find(_ condition: SeekCondition, from place: TrackPlace, towards direction: ReadDirection, in view: TrackView)
        async throws -> TrackPlace?
}
