internal import EngineConcepts
internal import GRDB

/// Changes what the reader does to tickets, within a transaction.
struct MarkWriting: ~Copyable {
    private let db: Database
    private let labels: LabelWriting
    private var book: LabelIndexWriter

    init(labels: LabelWriting, in db: Database) throws {
        let book = try LabelIndexWriter(in: db)
        self.db = db
        self.labels = labels
        self.book = book
    }

    /// Changes the marks of these tickets. Answers what they were; unknown tickets are absent from the answer.
    consuming func mark(_ tickets: [TicketID], _ change: MarkChange) throws -> [TicketID: Marks] {
        var former: [TicketID: Marks] = [:]
        for id in tickets where former[id] == nil {
            guard let standing = try standing(of: id) else { continue }
            former[id] = standing.marks
            try set(standing, to: change.applied(to: standing.marks))
        }
        try book.finish(by: labels)
        return former
    }

    /// What the marks of these tickets are; without those that are not known.
    consuming func marks(of tickets: [TicketID]) throws -> [TicketID: Marks] {
        var marks: [TicketID: Marks] = [:]
        for id in tickets { marks[id] = try standing(of: id)?.marks }
        return marks
    }

    /// Gives tickets the marks that they had.
    consuming func restore(_ marks: [TicketID: Marks]) throws {
        for (id, marks) in marks {
            guard let standing = try standing(of: id) else { continue }
            try set(standing, to: marks)
        }
        try book.finish(by: labels)
    }

    /// Marks up to `limit` of the tickets that `view` shows from `place` down as read; answers which were not. Where those
    /// are fewer, that is all.
    consuming func markRead(
        downFrom place: TrackPlace?, in view: TrackView, upTo limit: Int, by reading: TrackReading
    ) throws -> [TicketID] {
        let cut = place.map { TrackCut($0, isBelow: false) } ?? .top
        var standings: [PlaceRow] = []
        if view.topics != nil || view.laterOnly {
            standings = try unread(view, from: cut, upTo: limit, by: reading)
        } else if view.filter != .on {
            standings = try unread(view.filtered(.hiddenOnly), from: cut, upTo: limit, by: reading)
        }
        var marked = standings.map(\.key.id)
        if view.topics == nil, !view.laterOnly, view.filter != .hiddenOnly {
            marked += try markShown(from: cut, upTo: limit - marked.count, in: view)
        }
        for standing in standings {
            var marks = standing.marks
            marks.isRead = true
            try set(standing, to: marks)
        }
        try book.finish(by: labels)
        return marked
    }

    private func unread(
        _ view: TrackView, from cut: TrackCut, upTo limit: Int, by reading: TrackReading
    ) throws -> [PlaceRow] {
        var view = view
        view.unreadOnly = true
        var tickets = MergedTickets(try reading.plan(view), from: cut, towards: .older, count: limit)
        var standings: [PlaceRow] = []
        while standings.count < limit, let ticket = try tickets.next(in: db) {
            standings += try PlaceRow.of(ticket.number, in: db).map { [$0] } ?? []
        }
        return standings
    }

    private func standing(of id: TicketID) throws -> PlaceRow? {
        var query = try SQLStatement("SELECT \(PlaceRow.columns) FROM place WHERE supplier = ? AND item = ?", in: db)
        query.bind(id.supplier.rawValue)
        query.bind(name: id.item)
        return try query.step() ? try PlaceRow(query) : nil
    }

    private mutating func set(_ before: PlaceRow, to marks: Marks) throws {
        guard marks != before.marks else { return }
        var update = try SQLStatement(
            "UPDATE place SET read = ?, starred = ?, later = ?, unhidden = ?, apart = ? WHERE id = ?", in: db)
        update.bind(marks.isRead)
        update.bind(marks.isStarred)
        update.bind(marks.isLater)
        update.bind(marks.isUnhidden)
        update.bind(marks.isApart)
        update.bind(before.number)
        try update.run()
        var after = before
        after.marks = marks
        try settle(before, after)
    }

    /// Decides about labels again where marks have a part in them, and keeps the books.
    private mutating func settle(_ before: PlaceRow, _ after: PlaceRow) throws {
        var after = after
        // No rule asks whether a story is told apart.
        var asked = before.marks
        asked.isApart = after.marks.isApart
        let isDecided = after.marks == asked || !labels.decider.table.readsMarks
        if !isDecided || after.marks.isUnhidden != before.marks.isUnhidden {
            after = try labels.redecide(after)
            if after.labels != before.labels || after.rule != before.rule {
                try labels.store(after)
            }
        }
        try book.change(from: before, to: after)
    }

    /// Marks the shown tickets of a view without topics, by one statement.
    private mutating func markShown(from cut: TrackCut, upTo limit: Int, in view: TrackView) throws -> [TicketID] {
        guard let suppliers = view.suppliers else { return try markShown(of: nil, from: cut, upTo: limit, in: view) }
        var marked: [TicketID] = []
        for supplier in suppliers where marked.count < limit {
            marked += try markShown(of: supplier, from: cut.within(supplier), upTo: limit - marked.count, in: view)
        }
        return marked
    }

    private mutating func markShown(
        of supplier: SupplierID?, from cut: TrackCut, upTo limit: Int, in view: TrackView
    ) throws -> [TicketID] {
        let sql = MarkWriting.markReadSQL(ofOne: supplier != nil, starredOnly: view.starredOnly, folds: view.isFolding)
        var update = try SQLStatement(sql, in: db)
        if let supplier {
            update.bind(supplier.rawValue)
            update.bind(cut.age)
        } else {
            update.bind(cut.age)
            update.bind(cut.supplier)
        }
        update.bind(cut.native)
        update.bind(name: cut.item)
        update.bind(Int64(limit))
        var marked: [TicketID] = []
        while try update.step() {
            let after = try PlaceRow(update)
            var before = after
            before.marks.isRead = false
            try settle(before, after)
            marked.append(after.key.id)
        }
        return marked
    }

    /// The statement that marks a number of tickets from a cut down. A unary plus keeps the planner from an index that
    /// holds too much. What stands folded is read with what it is folded under, wherever that stands.
    static func markReadSQL(ofOne: Bool, starredOnly: Bool, folds: Bool = false) -> String {
        let condition =
            switch (ofOne, starredOnly) {
            case (true, false): "deleted = 0 AND shown = 1 AND +read = 0 AND supplier = ?"
            case (true, true): "deleted = 0 AND shown = 1 AND +read = 0 AND +starred = 1 AND supplier = ?"
            case (false, false): "shown = 1 AND read = 0"
            case (false, true): "starred = 1 AND shown = 1 AND +read = 0"
            }
        let order = ofOne ? "(age, native, item) >= (?, ?, ?)" : "(age, supplier, native, item) >= (?, ?, ?, ?)"
        return """
            UPDATE place SET read = 1 WHERE id IN (
                SELECT id FROM place WHERE \(condition) AND \(order)\(folds ? Schema.isNotFolded("place") : "") LIMIT ?)
            RETURNING \(PlaceRow.columns)
            """
    }
}
