import EngineConcepts
import GRDB

/// Changes marks within a transaction.
struct MarkWriter: ~Copyable {
    private var derivedData: DerivedDataWriter
    private var db: Database { derivedData.db }

    init(by labels: LabelWriter) throws {
        derivedData = try DerivedDataWriter(by: labels)
    }

    /// Changes the marks of these tickets, without unknown ones.
    consuming func mark(_ tickets: [TicketID], _ change: MarkChange) throws {
        for id in tickets {
            guard let row = try StoredTicket.find(id, in: db)?.row else { continue }
            try setOfPost(row, to: change.applied(to: row.marks))
        }
        try derivedData.finish()
    }

    /// Returns the marks of these tickets, without unknown ones.
    static func marks(of tickets: [TicketID], in db: Database) throws -> [TicketID: Marks] {
        var marks: [TicketID: Marks] = [:]
        for id in tickets { marks[id] = try StoredTicket.find(id, in: db)?.row.marks }
        return marks
    }

    /// Restores previous marks.
    consuming func restore(_ marks: [TicketID: Marks]) throws {
        for (id, marks) in marks {
            guard let row = try StoredTicket.find(id, in: db)?.row else { continue }
            try setOfPost(row, to: marks)
        }
        try derivedData.finish()
    }

    /// Marks up to `limit` of the tickets that `view` shows from `place` down as read and returns those that were unread. A
    /// shorter result means that none is left.
    consuming func markRead(
        downFrom place: TrackPlace?, in view: TrackView, upTo limit: Int, by reader: StoreReader
    ) throws -> [TicketID] {
        let cut = place.map { TrackCut($0, isBelow: false) } ?? .top
        // Only tickets that the Track shows, whatever their topics, can be marked in one statement.
        let readsAll = view.topics != nil || view.laterOnly || view.onlySupplier != nil
        var rows: [PlaceRow] = []
        if readsAll {
            rows = try unread(view, from: cut, upTo: limit, by: reader)
        } else if view.filter != .on {
            rows = try unread(view.filtered(.hiddenOnly), from: cut, upTo: limit, by: reader)
        }
        var marked = rows.map(\.key.id)
        if !readsAll, view.filter != .hiddenOnly {
            marked += try markShown(from: cut, upTo: limit - marked.count, in: view)
        }
        for row in rows {
            var marks = row.marks
            marks.isRead = true
            try set(row, to: marks)
        }
        try derivedData.finish()
        return marked
    }

    private func unread(
        _ view: TrackView, from cut: TrackCut, upTo limit: Int, by reader: StoreReader
    ) throws -> [PlaceRow] {
        var view = view
        view.unreadOnly = true
        var tickets = MergedTickets(try reader.plan(view), from: cut, towards: .older, count: limit)
        var rows: [PlaceRow] = []
        while rows.count < limit, let ticket = try tickets.next(in: db) {
            if let row = try PlaceRow.undeleted(ticket.rowID, in: db) { rows.append(row) }
        }
        return rows
    }

    /// Sets the marks of a ticket, and of the others of its post. They may have rows of their own.
    private mutating func setOfPost(_ row: PlaceRow, to marks: Marks) throws {
        try set(row, to: marks)
        for copy in try PostURIs(db: db).copies(of: row.rowID) {
            var shared = marks
            shared.isStoryUnfolded = copy.marks.isStoryUnfolded
            try set(copy, to: shared)
        }
    }

    private mutating func set(_ before: PlaceRow, to marks: Marks) throws {
        guard marks != before.marks else { return }
        var after = before
        after.marks = marks
        try after.storeMarks(in: db)
        try update(before, after)
    }

    /// Classifies a ticket again if labels depend on its marks, and updates the derived data.
    private mutating func update(_ before: PlaceRow, _ after: PlaceRow) throws {
        var after = after
        // No rule reads the mark of unfolded stories.
        var marksBefore = before.marks
        marksBefore.isStoryUnfolded = after.marks.isStoryUnfolded
        let mayChangeLabels = after.marks != marksBefore && derivedData.labels.resolver.table.readsMarks
        if mayChangeLabels || after.marks.isUnhidden != before.marks.isUnhidden {
            after = try derivedData.labels.relabel(after)
        }
        try derivedData.change(from: before, to: after)
    }

    /// Marks the shown tickets of a view without topics, in one statement.
    private mutating func markShown(from cut: TrackCut, upTo limit: Int, in view: TrackView) throws -> [TicketID] {
        guard let suppliers = view.suppliers else { return try markShown(of: nil, from: cut, upTo: limit, in: view) }
        var marked: [TicketID] = []
        for supplier in suppliers where marked.count < limit {
            marked += try markShown(of: supplier, from: cut, upTo: limit - marked.count, in: view)
        }
        return marked
    }

    private mutating func markShown(
        of supplier: SupplierID?, from cut: TrackCut, upTo limit: Int, in view: TrackView
    ) throws -> [TicketID] {
        let sql = MarkWriter.markReadSQL(
            isSingleSupplier: supplier != nil, starredOnly: view.starredOnly, isFolding: view.isFolding)
        var update = try SQLStatement(sql, in: db)
        if let supplier { update.bind(supplier.rawValue) }
        update.bind(cut, amongThoseOf: supplier)
        update.bind(Int64(limit))
        var marked: [TicketID] = []
        while try update.step() {
            let after = try PlaceRow(update)
            var before = after
            before.marks.isRead = false
            try self.update(before, after)
            marked.append(after.key.id)
        }
        return marked
    }

    /// Returns the SQL that marks tickets from a cut down. The unary plus keeps the planner from too large an index. A
    /// folded ticket is marked with its lead.
    private static func markReadSQL(isSingleSupplier: Bool, starredOnly: Bool, isFolding: Bool) -> String {
        let condition =
            switch (isSingleSupplier, starredOnly) {
            case (true, false): "deleted = 0 AND shown = 1 AND +read = 0 AND supplier = ?"
            case (true, true): "deleted = 0 AND shown = 1 AND +read = 0 AND +starred = 1 AND supplier = ?"
            case (false, false): "shown = 1 AND read = 0"
            case (false, true): "starred = 1 AND shown = 1 AND +read = 0"
            }
        let order =
            isSingleSupplier ? "(age, native, item) >= (?, ?, ?)" : "(age, supplier, native, item) >= (?, ?, ?, ?)"
        return """
            UPDATE place SET read = 1 WHERE id IN (
                SELECT id FROM place WHERE \(condition) AND \(order)\(isFolding ? PlaceRow.isNotFolded("place") : "") LIMIT ?)
            RETURNING \(PlaceRow.columns)
            """
    }
}
