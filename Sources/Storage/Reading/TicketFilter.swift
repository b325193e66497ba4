import EngineConcepts

/// The conditions of a view on single tickets: their marks, and if rules hide them.
struct TicketFilter: Hashable {
    var unreadOnly = false
    var starredOnly = false
    var laterOnly = false
    var state = FilterState.off
}

extension TicketFilter {
    /// Creates the filter that admits the tickets that `view` shows.
    init(_ view: TrackView) {
        self.init(
            unreadOnly: view.unreadOnly, starredOnly: view.starredOnly, laterOnly: view.laterOnly, state: view.filter)
    }

    /// The condition on marks in SQL, which follows others. The unary plus keeps the planner at the index of those.
    var markCondition: String {
        (unreadOnly ? " AND +read = 0" : "") + (starredOnly ? " AND +starred = 1" : "")
            + (laterOnly ? " AND +later = 1" : "")
    }
}

/// Conditions in SQL for the tickets that the content filter admits. The unary plus keeps the planner at the index of other
/// conditions, which is smaller.
extension FilterState {
    /// The condition for tickets of the Track.
    var conditionInTrack: String {
        switch self {
        case .off: "(+shown = 1 OR +hidden = 1)"
        case .on: "+shown = 1"
        case .hiddenOnly: "+hidden = 1"
        }
    }

    /// The condition for marked tickets, also those beside the Track.
    var conditionOfMarked: String {
        switch self {
        case .off: "(+shown = 1 OR +hidden = 1 OR +deleted = \(PlaceRow.State.besideTrack.rawValue))"
        case .on: "(+shown = 1 OR +deleted = \(PlaceRow.State.besideTrack.rawValue))"
        case .hiddenOnly: conditionInTrack
        }
    }

    /// The condition for stored tickets, in the Track or not, which follows others.
    var conditionOfStored: String {
        switch self {
        case .off: ""
        case .on: " AND +rule = 0"
        case .hiddenOnly: " AND +rule <> 0"
        }
    }
}
