import EngineConcepts
import GRDB

/// Reads the counts of views from the counters that each commit keeps.
struct CountReader {
    let db: Database
    let labels: LabelTable
    let track: TrackCache

    /// Returns the counts of a view.
    func total(in view: TrackView) throws -> TrackCounts {
        var counters = try view.laterOnly ? TicketCounters() : counters(of: view)
        let chosen = view.topics.map(labels.selection)
        try forEachUncounted(in: view) { labels, uncounted in
            if chosen?.includes(labels) ?? true { counters += uncounted }
        }
        return counters.counts(in: view)
    }

    /// Returns the counts of a view for each label.
    func byLabel(in view: TrackView) throws -> [LabelID: TrackCounts] {
        var counters: [Int64: TicketCounters] = [:]
        func add(_ labels: LabelSet, _ sum: TicketCounters) {
            for number in labels.numbers { counters[number, default: TicketCounters()] += sum }
        }
        if !view.laterOnly { try forEachLabelSet(of: view.suppliers, add) }
        try forEachUncounted(in: view, add)
        var counts: [LabelID: TrackCounts] = [:]
        for (label, number) in labels.numbers {
            let counted = counters[number]?.counts(in: view)
            counts[label] = counted == TrackCounts() ? nil : counted
        }
        return counts
    }

    /// Returns the counts of a view for each supplier. A view of one supplier never folds.
    func bySupplier(in view: TrackView) throws -> [SupplierID: TrackCounts] {
        if view.laterOnly { return try laterSupplierCounts(in: view) }
        var counters: [SupplierID: TicketCounters] = [:]
        let chosen = view.topics.map(labels.selection)
        if let chosen, !chosen.includes(.empty) {
            var query = try SQLStatement(
                "SELECT labels, supplier, \(TicketCounters.columns) FROM label_set_count", in: db)
            while try query.step() {
                guard chosen.includes(try LabelSet(bytes: query.blob(0))) else { continue }
                counters[SupplierID(query.text(1)), default: TicketCounters()] += TicketCounters(query, from: 2)
            }
        } else {
            var query = try SQLStatement("SELECT supplier, \(TicketCounters.columns) FROM supplier_count", in: db)
            while try query.step() { counters[SupplierID(query.text(0))] = TicketCounters(query, from: 1) }
        }
        if let suppliers = view.suppliers { counters = counters.filter { suppliers.contains($0.key) } }
        if !view.starredOnly {
            try forEachWithheld(of: view.suppliers) { supplier, labels, withheld in
                if chosen?.includes(labels) ?? true { counters[supplier, default: TicketCounters()] += withheld }
            }
        }
        return counters.mapValues { $0.counts(in: view) }.filter { $0.value != TrackCounts() }
    }

    /// Returns the counts of tickets to read later for each supplier. Reads all of them for each.
    private func laterSupplierCounts(in view: TrackView) throws -> [SupplierID: TrackCounts] {
        var query = try SQLStatement(
            "SELECT DISTINCT supplier FROM place INDEXED BY place_later WHERE later = 1", in: db)
        var counts: [SupplierID: TrackCounts] = [:]
        while try query.step() {
            let supplier = SupplierID(query.text(0))
            guard view.suppliers?.contains(supplier) ?? true else { continue }
            var one = view
            one.suppliers = [supplier]
            let counted = try total(in: one)
            counts[supplier] = counted == TrackCounts() ? nil : counted
        }
        return counts
    }

    /// Calls `body` with the labels and the counters of the tickets that a view shows and the stored counters lack, or that
    /// they have and a folding view does not show.
    private func forEachUncounted(in view: TrackView, _ body: (LabelSet, TicketCounters) -> Void) throws {
        if view.laterOnly {
            let condition = "later = 1 AND \(FilterState.off.conditionOfMarked)"
            return try forEachMarked("place_later", condition, in: view, body)
        }
        if view.starredOnly {
            let condition = "starred = 1 AND +deleted = \(PlaceRow.State.besideTrack.rawValue)"
            try forEachMarked("place_starred", condition, in: view, body)
        }
        if let supplier = view.onlySupplier { try forEachWithheld(of: [supplier]) { body($1, $2) } }
        if view.isFolding { try forEachFolded(body) }
    }

    /// Calls `body` with the supplier, the labels and the counters of the tickets of these suppliers, or of all, that the
    /// Track withholds. Reads each of these tickets.
    private func forEachWithheld(
        of suppliers: Set<SupplierID>?, _ body: (SupplierID, LabelSet, TicketCounters) -> Void
    ) throws {
        let record = try track.record(in: db)
        let ranges = record.withheldRanges.timeframes
        var query = try SQLStatement(
            """
            SELECT labels, read, starred, rule <> 0, count(*) FROM place
            WHERE deleted = 0 AND supplier = ? AND age > ? AND age <= ? GROUP BY 1, 2, 3, 4
            """, in: db)
        for supplier in suppliers?.intersection(record.active) ?? record.active {
            for range in ranges {
                query.bind(supplier.rawValue)
                query.bind(range)
                while try query.step() {
                    var counters = TicketCounters()
                    let marks = Marks(isRead: query.flag(1), isStarred: query.flag(2))
                    counters.count(marks, isHidden: query.flag(3), Int(query.int64(4)))
                    body(supplier, try LabelSet(bytes: query.blob(0)), counters)
                }
                query.rewind()
            }
        }
    }

    /// Calls `body` with the labels and the counters of each marked ticket of the view's suppliers that meets a condition.
    /// Reads them by `index`.
    private func forEachMarked(
        _ index: String, _ condition: String, in view: TrackView, _ body: (LabelSet, TicketCounters) -> Void
    ) throws {
        var query = try SQLStatement(
            "SELECT supplier, labels, read, starred, hidden FROM place INDEXED BY \(index) WHERE \(condition)", in: db)
        while try query.step() {
            guard view.suppliers?.contains(SupplierID(query.text(0))) ?? true else { continue }
            var counters = TicketCounters()
            let marks = Marks(isRead: query.flag(2), isStarred: query.flag(3))
            counters.count(marks, isHidden: query.flag(4), 1)
            body(try LabelSet(bytes: query.blob(1)), counters)
        }
    }

    /// Returns the counters of the view's suppliers and topics, whatever the marks.
    private func counters(of view: TrackView) throws -> TicketCounters {
        guard let chosen = view.topics.map(labels.selection), !chosen.includes(.empty) else {
            return try counters(of: view.suppliers)
        }
        var sum = TicketCounters()
        try forEachLabelSet(of: view.suppliers) { labels, counters in
            if chosen.includes(labels) { sum += counters }
        }
        return sum
    }

    /// Returns the counters of these suppliers, or of all.
    func counters(of suppliers: Set<SupplierID>?) throws -> TicketCounters {
        guard let suppliers else {
            let all = try db.query("SELECT \(TicketCounters.sums) FROM supplier_count")
            return try all.first { TicketCounters($0, from: 0) } ?? TicketCounters()
        }
        var sum = TicketCounters()
        var query = try SQLStatement("SELECT \(TicketCounters.columns) FROM supplier_count WHERE supplier = ?", in: db)
        for supplier in suppliers {
            query.bind(supplier.rawValue)
            if try query.step() { sum += TicketCounters(query, from: 0) }
            query.rewind()
        }
        return sum
    }

    /// Calls `body` with every set of labels whose counts folding changes, and the change.
    private func forEachFolded(_ body: (LabelSet, TicketCounters) -> Void) throws {
        var query = try SQLStatement("SELECT labels, \(TicketCounters.foldedColumns) FROM folded_count", in: db)
        while try query.step() {
            body(try LabelSet(bytes: query.blob(0)), TicketCounters(query, from: 1))
        }
    }

    /// Calls `body` with every set of labels that tickets of these suppliers have, and its counters.
    func forEachLabelSet(of suppliers: Set<SupplierID>?, _ body: (LabelSet, TicketCounters) -> Void) throws {
        var query = try SQLStatement("SELECT labels, supplier, \(TicketCounters.columns) FROM label_set_count", in: db)
        var known: (bytes: [UInt8]?, labels: LabelSet) = (nil, .empty)
        while try query.step() {
            if let suppliers, !suppliers.contains(SupplierID(query.text(1))) { continue }
            let bytes = query.blob(0)
            if bytes != known.bytes { known = (bytes, try LabelSet(bytes: bytes)) }
            body(known.labels, TicketCounters(query, from: 2))
        }
    }
}
