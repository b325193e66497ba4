public import EngineConcepts

/// A row of the timeline, ready to be drawn: texts and roles without colours and widths.
public nonisolated enum TimelineRow: Equatable, Sendable, Identifiable {
    case ticket(TicketRow)
    case gap(GapRow)

    /// The identity, which is stable across versions.
    public var id: TrackRow.ID {
        switch self {
        case .ticket(let row): .ticket(row.id)
        case .gap(let row): .gap(row.id)
        }
    }

    /// The position in the Track.
    public var place: TrackPlace {
        switch self {
        case .ticket(let row): .ticket(row.key)
        case .gap(let row): .gap(row.id)
        }
    }

    /// The ticket, or `nil` for a gap.
    public var ticket: TicketRow? { if case .ticket(let row) = self { row } else { nil } }

    /// The gap, or `nil` for a ticket.
    public var gap: GapRow? { if case .gap(let row) = self { row } else { nil } }

    /// The number of lines of the heading above the row.
    public var headingLines: Int { ticket?.day == nil ? 0 : 1 }
}
