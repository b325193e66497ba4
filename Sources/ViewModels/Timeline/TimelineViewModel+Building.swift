public import EngineConcepts
import Queries

/// Rows out of what the Track holds.
extension TimelineViewModel {
    /// The topics, in the reader's order.
    public var topicNames: [(id: LabelID, name: String)] { services.labels.topics.map { ($0.id, $0.name) } }

    /// The sources by the names that rows have, in the order of these.
    public var sourceNames: [(id: SupplierID, name: String)] {
        suppliers.values.map { ($0.id, $0.name) }.sorted { ($0.name, $0.id.rawValue) < ($1.name, $1.id.rawValue) }
    }

    var context: RowBuilder.Context {
        var context = RowBuilder.Context(
            now: services.time.now(), timeStyle: timeStyle, suppliers: suppliers, unfolded: unfolded,
            labels: LabelNames(topics: services.labels.topics, rules: services.labels.rules, in: view))
        context.pictureUse = services.pictures == nil ? .never : pictureUse
        return context
    }

    /// Builds rows off the main actor: presenting means parsing markup. What did not change is taken from last time.
    func build(_ rows: [TrackRow]) async -> [TimelineRow] {
        let context = context
        let looks = reading.looks
        let suppliers = Set(rows.compactMap { if case .ticket(let entry) = $0 { entry.ticket.supplier } else { nil } })
        let presenters = await services.presenters.presenters(for: suppliers)
        let known = reading.built.filter { !reading.rebuilds.contains($0.key) }
        reading.rebuilds = []
        let built = await Self.build(rows, known: known, presenters: presenters, builder: builder, context: context)
        reading.keep(built, as: looks)
        return rows.compactMap { row in
            switch row {
            case .ticket(let entry): built[entry.ticket.id].map { .ticket($0.row) }
            case .gap(let gap): .gap(builder.row(for: gap, fill: fills.fill(of: gap.id), in: context))
            }
        }
    }

    @concurrent
    private nonisolated static func build(
        _ rows: [TrackRow], known: [TicketID: WindowLoad.Built], presenters: [SupplierID: any Presenter],
        builder: RowBuilder, context: RowBuilder.Context
    ) async -> [TicketID: WindowLoad.Built] {
        var result: [TicketID: WindowLoad.Built] = [:]
        for case .ticket(let entry) in rows {
            let id = entry.ticket.id
            let name = context.name(of: id.supplier)
            if var same = known[id], same.entry == entry, same.name == name {
                same.row.time = builder.time(entry.ticket.shownTime, in: context)
                result[id] = same
                continue
            }
            let presentation =
                presenters[id.supplier]?.present(entry.ticket) ?? Presentation(title: entry.ticket.body.title)
            let row = builder.row(for: entry, shownAs: presentation, in: context)
            result[id] = WindowLoad.Built(entry: entry, row: row, name: name)
        }
        return result
    }

    /// Presents all rows once more: presenters have changed.
    func presentAnew() {
        reading.forgetRows()
        reading.isStale = true
        drive()
    }

    /// Prints the times of the rows at hand anew.
    func reprintTimes() {
        let context = context
        scroller.updateTickets { ticket in ticket.time = builder.time(ticket.shownTime, in: context) }
        refreshGapRows()
    }

    /// Shows what is being done about the gaps at hand.
    func refreshGapRows() {
        let context = context
        scroller.updateGaps { builder.row(for: $0.gap, fill: fills.fill(of: $0.id), in: context) }
    }
}
