/// A position in the Track: a ticket's, or the newer bound of a gap. Places are totally ordered in reading order and
/// do not depend on what is loaded, so that a stored place stays valid after its row is gone.
public enum TrackPlace: Hashable, Sendable, Codable {
    /// The place of a ticket.
    case ticket(OrderKey)
    /// The place of the gap with these bounds: below everything at or above its newer bound.
    case gap(GapID)

    /// The time at this place.
    public var time: Timestamp {
        switch self {
        case .ticket(let key): key.time
        case .gap(let gap): gap.timeframe.start
        }
    }

    /// The identity of the row at this place.
    public var row: TrackRow.ID {
        switch self {
        case .ticket(let key): .ticket(key.id)
        case .gap(let gap): .gap(gap)
        }
    }
}

extension TrackPlace: Comparable {
    /// Orders places as the Track does, newest first.
    public static func < (lhs: TrackPlace, rhs: TrackPlace) -> Bool {
        switch (lhs, rhs) {
        case (.ticket(let lhs), .ticket(let rhs)): lhs < rhs
        case (.gap(let lhs), .gap(let rhs)):
            (lhs.timeframe.start, lhs.timeframe.end) > (rhs.timeframe.start, rhs.timeframe.end)
        case (.ticket(let key), .gap(let gap)): key.time >= gap.timeframe.start
        case (.gap(let gap), .ticket(let key)): key.time < gap.timeframe.start
        }
    }
}
