import EngineConcepts

/// A source of the user's list as the screen of sources shows it.
nonisolated struct ListedSource: Sendable {
    let source: SourceDescription
    let row: SourceRow
    /// The state in the engine, or `nil` if the engine does not know the source, because it is paused or new.
    let status: SupplierStatus?

    var id: SupplierID { source.id }
    var name: String { row.name }
}

/// The list on the screen of sources: what is known of each source, the filter, and the cursor. Pure.
nonisolated struct ListedSources: Sendable {
    /// The sources in the user's order.
    var sources: [SourceDescription] = []
    /// The counts of tickets that the content filter lets through, or `nil` while they are unknown.
    var counts: [SupplierID: TrackCounts]?
    /// The restored source that gets the cursor when it is listed again.
    var returning: SupplierID?
    /// The states of the sources under their names in the list.
    private(set) var statuses: [SupplierID: SupplierStatus] = [:]
    /// The words to filter by; empty for all sources.
    private(set) var search = ""
    /// The rows of all sources, or `nil` while they load.
    private var allRows: [SourceRow]?
    /// The rows that the filter keeps, or `nil` while they load.
    private(set) var rows: [SourceRow]?
    /// The index of the source under the cursor.
    private(set) var cursor = 0

    /// The source under the cursor, or `nil` if there is none.
    var current: ListedSource? {
        guard let row = currentRow, let source = sources.first(where: { $0.id == row.id }) else { return nil }
        return ListedSource(source: source, row: row, status: statuses[source.id])
    }

    var currentRow: SourceRow? { rows?.element(at: cursor) }

    /// The number of all sources, and of those that failed, or `nil` while they load.
    var health: (total: Int, failed: Int)? {
        allRows.map { rows in (total: rows.count, failed: rows.count { $0.health == .failed }) }
    }

    // MARK: Content

    /// Takes the states of the engine's suppliers.
    mutating func set(_ suppliers: [SupplierStatus]) { statuses = suppliers.named(by: SourceNaming(sources)) }

    /// Makes the rows of all sources again.
    mutating func makeRows(by builder: SourceRowBuilder, dismissed: DismissedGaps) {
        let moved = MovedSources(sources, addresses: statuses.compactMapValues(\.sourceAddress))
        allRows = sources.map { source in
            builder.row(
                for: source, status: statuses[source.id], unread: counts.map { $0[source.id]?.unread ?? 0 },
                hidesGaps: dismissed.ranges[source.id] != nil,
                movedTo: moved.others[source.id].map { statuses[$0]?.name ?? $0.rawValue })
        }
        applyFilter()
    }

    /// Shows the rows that the filter keeps. The cursor stays on its source, or goes to one that has come back.
    private mutating func applyFilter() {
        guard let allRows else { return }
        let filter = WordFilter(search)
        let kept = search.isEmpty ? allRows : allRows.filter { filter.keeps("\($0.name) \($0.address) \($0.topics)") }
        var selected = currentRow?.id
        if let returning, kept.contains(where: { $0.id == returning }) {
            selected = returning
            self.returning = nil
        }
        rows = kept
        cursor = kept.cursor(on: selected, or: cursor)
    }

    // MARK: Movements

    mutating func move(by count: Int) { cursor.move(by: count, within: rows?.count ?? 0) }

    /// Filters the sources. The cursor goes to the first one; once the filter is lifted, it stays on its source.
    mutating func filter(by text: String) {
        guard text != search, rows != nil else { return }
        search = text
        applyFilter()
        if !text.isEmpty { cursor = 0 }
    }

    /// Moves the source under the cursor down by this number of visible rows, negative up, until the rows are made again. It
    /// passes the sources that the filter leaves out.
    ///
    /// - Returns: The index of its new place among all sources, or `nil` if it has not moved.
    mutating func reorder(by count: Int) -> Int? {
        guard let rows, let current, let index = sources.firstIndex(where: { $0.id == current.id }) else { return nil }
        var target = cursor
        target.move(by: count, within: rows.count)
        guard target != cursor, let next = sources.firstIndex(where: { $0.id == rows[target].id }) else { return nil }
        sources.remove(at: index)
        sources.insert(current.source, at: next)
        return next
    }
}
