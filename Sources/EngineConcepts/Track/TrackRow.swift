/// A row of the Track: a ticket with the user's marks, or a gap.
public enum TrackRow: Hashable, Sendable, Identifiable {
    case ticket(TrackEntry)
    case gap(Gap)

    /// The identity of a row, the same in all versions.
    public enum ID: Hashable, Sendable, Codable {
        case ticket(TicketID)
        case gap(GapID)
    }

    public var id: ID {
        switch self {
        case .ticket(let entry): .ticket(entry.ticket.id)
        case .gap(let gap): .gap(gap.id)
        }
    }

    /// The ticket with its marks, or `nil` for a gap.
    public var entry: TrackEntry? {
        if case .ticket(let entry) = self { entry } else { nil }
    }

    /// The row's position.
    public var place: TrackPlace {
        switch self {
        case .ticket(let entry): .ticket(entry.ticket.key)
        case .gap(let gap): .gap(gap.id)
        }
    }
}
