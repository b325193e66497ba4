internal import EngineConcepts
internal import GRDB

/// Changes what the reader does to tickets, within a transaction.
struct MarkWriting {
    private let db: Database
    private var tallies = TallyChanges()

    init(db: Database) {
        self.db = db
    }

    /// Changes the marks of these tickets. Answers what they were; unknown tickets are
    /// absent from the answer.
    static func mark(_ tickets: [TicketID], _ change: MarkChange, in db: Database) throws -> [TicketID: Marks] {
        var writing = MarkWriting(db: db)
        var former: [TicketID: Marks] = [:]
        for id in tickets where former[id] == nil {
            former[id] = try writing.change(id, change.applied)
        }
        try writing.tallies.write(to: db)
        return former
    }

    /// Gives tickets the marks that they had.
    static func restore(_ marks: [TicketID: Marks], in db: Database) throws {
        var writing = MarkWriting(db: db)
        for (id, marks) in marks {
            _ = try writing.change(id) { _ in marks }
        }
        try writing.tallies.write(to: db)
    }

    /// Marks every shown ticket of `view` from `place` down as read; answers which were not.
    static func markRead(downFrom place: TrackPlace?, in view: TrackView, db: Database) throws -> [TicketID] {
        var writing = MarkWriting(db: db)
        let cut = place.map { TrackCut($0, isBelow: false) } ?? .top
        var marked: [TicketID] = []
        guard view.admitsUnlabelled else { return marked }
        if let suppliers = view.suppliers {
            for supplier in suppliers {
                try writing.markRead(of: supplier, from: cut.within(supplier), in: view, adding: &marked)
            }
        } else {
            try writing.markRead(of: nil, from: cut, in: view, adding: &marked)
        }
        try writing.tallies.write(to: db)
        return marked
    }

    private mutating func change(_ id: TicketID, _ change: (Marks) -> Marks) throws -> Marks? {
        var query = try Command(
            "SELECT id, read, starred, shown FROM place WHERE supplier = ? AND item = ?", in: db)
        query.bind(id.supplier.rawValue)
        query.bind(id.item)
        guard try query.step() else { return nil }
        let former = Marks(isRead: query.flag(1), isStarred: query.flag(2))
        let marks = change(former)
        guard marks != former else { return former }
        var update = try Command("UPDATE place SET read = ?, starred = ? WHERE id = ?", in: db)
        update.bind(marks.isRead)
        update.bind(marks.isStarred)
        update.bind(query.int64(0))
        try update.run()
        if query.flag(3) {
            tallies.count(former, of: id.supplier, -1)
            tallies.count(marks, of: id.supplier, 1)
        }
        return former
    }

    private mutating func markRead(
        of supplier: SupplierID?, from cut: TrackCut, in view: TrackView, adding marked: inout [TicketID]
    ) throws {
        var update = try Command(MarkWriting.markReadSQL(ofOne: supplier != nil, starredOnly: view.starredOnly), in: db)
        if let supplier {
            update.bind(supplier.rawValue)
            update.bind(cut.age)
        } else {
            update.bind(cut.age)
            update.bind(cut.supplier)
        }
        update.bind(cut.native)
        update.bind(cut.item)
        while try update.step() {
            let id = TicketID(supplier: SupplierID(update.text(0)), item: update.text(1))
            let isStarred = update.flag(2)
            tallies.count(Marks(isRead: false, isStarred: isStarred), of: id.supplier, -1)
            tallies.count(Marks(isRead: true, isStarred: isStarred), of: id.supplier, 1)
            marked.append(id)
        }
    }

    /// The statement that marks from a cut down. A unary plus keeps the planner from an index that holds too much.
    static func markReadSQL(ofOne: Bool, starredOnly: Bool) -> String {
        let condition =
            switch (ofOne, starredOnly) {
            case (true, false): "deleted = 0 AND shown = 1 AND +read = 0 AND supplier = ?"
            case (true, true): "deleted = 0 AND shown = 1 AND +read = 0 AND +starred = 1 AND supplier = ?"
            case (false, false): "shown = 1 AND read = 0"
            case (false, true): "starred = 1 AND shown = 1 AND +read = 0"
            }
        let order = ofOne ? "(age, native, item) >= (?, ?, ?)" : "(age, supplier, native, item) >= (?, ?, ?, ?)"
        return "UPDATE place SET read = 1 WHERE \(condition) AND \(order) RETURNING supplier, item, starred"
    }
}
