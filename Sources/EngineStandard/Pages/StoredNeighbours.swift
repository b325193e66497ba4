package import EngineConcepts

/// The stored tickets around the end of a page that does not connect to earlier readings.
package struct StoredNeighbours: Hashable, Sendable {
    /// The tickets in ``PageEvidence/lastSecond`` or, for a page without dates, from there up.
    package enum AtEnd: Hashable, Sendable {
        case nothing
        case tickets
        /// Tickets of which one or more are in the second of the request or above it. Only for a page without dates.
        case ticketsSinceRequest
    }

    /// The newest place below the page, or `nil` if nothing is stored there.
    package var newestBelow: Timestamp?
    package var atEnd = AtEnd.nothing

    package init(newestBelow: Timestamp? = nil, atEnd: AtEnd = .nothing) {
        self.newestBelow = newestBelow
        self.atEnd = atEnd
    }

    /// True if nothing is stored where the page ends, or below it.
    var areNone: Bool { newestBelow == nil && atEnd == .nothing }
}
