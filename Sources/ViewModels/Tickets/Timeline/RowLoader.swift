import EngineConcepts

/// Builds the rows of tickets, off the main actor because presenting means parsing markup. Rows of unchanged tickets are
/// reused.
final class RowLoader {
    private struct Built: Sendable {
        var entry: TrackEntry
        var row: TicketRow
        var name: String
    }

    private let builder: RowBuilder
    private let presenters: Presenters
    private var builtRows: [TicketID: Built] = [:]
    /// The tickets whose rows must be built again although the tickets did not change.
    private var outdated: Set<TicketID> = []
    /// The number of calls of ``invalidateAll()``. Rows whose building began before the last one are not kept.
    private var generation = 0

    init(builder: RowBuilder, presenters: Presenters) {
        self.builder = builder
        self.presenters = presenters
    }

    /// Drops all rows, because something beside their tickets changed. Those being built are built again when next needed.
    func invalidateAll() {
        builtRows = [:]
        generation += 1
    }

    /// Builds the row of a ticket again when it is next needed.
    func invalidate(_ ticket: TicketID) { outdated.insert(ticket) }

    func rows(of entries: [TrackEntry], in context: RowBuilder.Context) async -> [TicketID: TicketRow] {
        let generation = generation
        // Rows that become outdated from now on are built with an old context here, and again with the next read.
        let outdated = outdated
        self.outdated = []
        let presenters = await presenters.presenters(for: Set(entries.map(\.ticket.supplier)))
        let known = builtRows.filter { !outdated.contains($0.key) }
        let new = await Self.build(entries, known: known, presenters: presenters, builder: builder, context: context)
        if generation == self.generation { builtRows = new }
        return new.mapValues(\.row)
    }

    @concurrent
    private nonisolated static func build(
        _ entries: [TrackEntry], known: [TicketID: Built], presenters: [SupplierID: any Presenter],
        builder: RowBuilder, context: RowBuilder.Context
    ) async -> [TicketID: Built] {
        var result: [TicketID: Built] = [:]
        for entry in entries {
            let id = entry.ticket.id
            let name = context.name(of: id.supplier)
            if var same = known[id], same.entry == entry, same.name == name {
                same.row.time = builder.rowTime(entry.ticket.shownTime, in: context)
                result[id] = same
                continue
            }
            let presentation = presenters[id.supplier].presentation(of: entry.ticket)
            let row = builder.row(for: entry, shownAs: presentation, in: context)
            result[id] = Built(entry: entry, row: row, name: name)
        }
        return result
    }
}
