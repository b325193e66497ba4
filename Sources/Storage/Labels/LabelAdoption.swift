internal import EngineConcepts
internal import GRDB

/// What taking up a classifier changes in the labels that a store knows.
struct LabelAdoption {
    private let classifier: any TicketClassifier
    private let table: LabelTable
    private let added: [Label]
    private let changed: [LabelTable.Row]
    private let renewed: [(number: Int64, label: Label)]
    private let removed: [LabelTable.Row]

    init(_ classifier: any TicketClassifier, over table: LabelTable) {
        self.classifier = classifier
        self.table = table
        let labels = Dictionary(classifier.labels.map { ($0.id, $0) }) { first, _ in first }
        added = labels.values.filter { table.numbers[$0.id] == nil }.sorted { $0.id < $1.id }
        let kept = table.rows.values.filter { !$0.isRemoved }
        removed = kept.filter { labels[$0.label.id] == nil }
        changed = kept.filter { row in
            labels[row.label.id].map { $0.definition != row.label.definition || $0.hides != row.label.hides } ?? false
        }
        renewed = kept.compactMap { row in
            labels[row.label.id].flatMap { $0 == row.label ? nil : (row.number, $0) }
        }
    }

    /// Whether the store knows everything already.
    var isEmpty: Bool {
        added.isEmpty && renewed.isEmpty && removed.isEmpty && classifier.readsMarks == table.readsMarks
    }

    /// Writes it; answers the new version of the labels.
    func write(to db: Database) throws -> Int64 {
        guard !isEmpty else { return table.version }
        for row in removed {
            var update = try SQLStatement("UPDATE label SET removed = 1 WHERE number = ?", in: db)
            update.bind(row.number)
            try update.run()
        }
        for (number, label) in renewed {
            var update = try SQLStatement("UPDATE label SET effect = ?, definition = ? WHERE number = ?", in: db)
            update.bind(label.effect?.rawValue)
            update.bind(label.definition)
            update.bind(number)
            try update.run()
        }
        for label in added {
            var insert = try SQLStatement("INSERT INTO label (name, effect, definition) VALUES (?, ?, ?)", in: db)
            insert.bind(label.id.rawValue)
            insert.bind(label.effect?.rawValue)
            insert.bind(label.definition)
            try insert.run()
        }
        var update = try SQLStatement("UPDATE labelling SET version = version + 1, reads_marks = ?", in: db)
        update.bind(classifier.readsMarks)
        try update.run()
        let leavesTraces = try removed.contains { $0.label.hides } && withholdsAny(db)
        if !added.isEmpty || !changed.isEmpty || leavesTraces || classifier.readsMarks && !table.readsMarks {
            try LabelSweep.begin(in: db)
        }
        return table.version + 1
    }

    /// Whether there are tickets that the Track does not have: no list of a label's members names them.
    private func withholdsAny(_ db: Database) throws -> Bool {
        var query = try SQLStatement(
            """
            SELECT (SELECT count(*) FROM place WHERE deleted = 0) > (SELECT ifnull(sum(shown + hidden), 0) FROM tally)
            """, in: db)
        return try query.step() && query.flag(0)
    }
}

extension Label {
    fileprivate var hides: Bool { effect == .hide }
}
