import EngineConcepts

/// A filter of the stored tickets of a supplier.
struct StoredTicketFilter: Hashable {
    var unreadOnly = false
    var starredOnly = false
    var laterOnly = false
    var filter = FilterState.off

    /// Creates the filter that admits the tickets that `view` would show.
    init(_ view: TrackView) {
        unreadOnly = view.unreadOnly
        starredOnly = view.starredOnly
        laterOnly = view.laterOnly
        filter = view.filter
    }

    /// Creates the filter that admits all tickets.
    init() {}

    /// The condition for rows that the filter admits. The unary plus keeps the planner at the supplier's index.
    var condition: String {
        let filter =
            switch filter {
            case .off: ""
            case .on: " AND +rule = 0"
            case .hiddenOnly: " AND +rule <> 0"
            }
        return filter + (unreadOnly ? " AND +read = 0" : "") + (starredOnly ? " AND +starred = 1" : "")
            + (laterOnly ? " AND +later = 1" : "")
    }
}
