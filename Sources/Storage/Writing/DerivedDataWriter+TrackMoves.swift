import EngineConcepts
import GRDB

/// The moves of stored tickets into the Track and out of it, when its suppliers or its visible ranges change.
extension DerivedDataWriter {
    /// Moves the tickets that the Track shows before a commit or after it, but not both.
    mutating func moveTickets(from before: TrackRecord, to after: TrackRecord) throws {
        try withhold(from: before, to: after)
        try reveal(from: before, to: after)
    }

    /// Removes tickets from the Track that it no longer shows.
    private mutating func withhold(from before: TrackRecord, to after: TrackRecord) throws {
        for supplier in before.active.subtracting(after.active) {
            let sql = """
                UPDATE place SET shown = 0, hidden = 0
                WHERE deleted = 0 AND (+shown = 1 OR +hidden = 1) AND supplier = ?
                """
            try move(sql, intoTrack: false) { $0.bind(supplier.rawValue) }
        }
        for range in before.shownRanges.subtracting(after.shownRanges).timeframes {
            let shown = "UPDATE place SET shown = 0 WHERE shown = 1 AND read IN (0, 1) AND age > ? AND age <= ?"
            try move(shown, intoTrack: false) { $0.bind(range) }
            let hidden = """
                UPDATE place SET hidden = 0
                WHERE id IN (
                    SELECT id FROM label_place
                    WHERE label = \(LabelPart.hiddenLabel) AND hidden = 1 AND read IN (0, 1) AND age > ? AND age <= ?)
                """
            try move(hidden, intoTrack: false) { $0.bind(range) }
        }
    }

    /// Adds stored tickets to the Track that it shows from now on.
    private mutating func reveal(from before: TrackRecord, to after: TrackRecord) throws {
        let gained = after.shownRanges.subtracting(before.shownRanges).timeframes
        for supplier in after.active {
            for range in before.active.contains(supplier) ? gained : after.shownRanges.timeframes {
                let sql = """
                    UPDATE place SET shown = (rule = 0), hidden = (rule <> 0)
                    WHERE shown = 0 AND hidden = 0 AND deleted = 0 AND supplier = ? AND age > ? AND age <= ?
                    """
                try move(sql, intoTrack: true) {
                    $0.bind(supplier.rawValue)
                    $0.bind(range)
                }
            }
        }
    }

    /// Moves tickets into the Track or out of it by `sql`, an `UPDATE place` without its `RETURNING` clause.
    private mutating func move(_ sql: String, intoTrack: Bool, _ bind: (inout SQLStatement) -> Void) throws {
        var update = try SQLStatement(sql + " RETURNING \(PlaceRow.columns)", in: db)
        bind(&update)
        while try update.step() {
            let after = try PlaceRow(update)
            if intoTrack {
                try change(from: nil, to: withoutLostLabels(after))
            } else {
                var before = after
                before.isInTrack = true
                try change(from: before, to: nil)
            }
        }
    }

    /// Removes labels that were removed while the ticket was not in the Track.
    private func withoutLostLabels(_ row: PlaceRow) throws -> PlaceRow {
        let table = labels.resolver.table
        let known = row.labels.numbers.filter { table.label($0) != nil }
        guard known.count < row.labels.numbers.count else { return row }
        var row = row
        row.labels = LabelSet(known)
        row.rule = table.label(row.rule) == nil ? 0 : row.rule
        try labels.store(row)
        try labels.schedule(row.rowID, at: StoredClassification.dueAtOnce)
        return row
    }
}
