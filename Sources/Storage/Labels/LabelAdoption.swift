import EngineConcepts
import GRDB

/// The changes that a new classifier makes to the labels of a store.
struct LabelAdoption {
    private let classifier: any TicketClassifier
    private let table: LabelTable
    private let added: [Label]
    private let renamed: [(number: Int64, name: LabelID)]
    /// The stored labels that stay with a change, and their new form.
    private let changed: [(row: LabelTable.Row, label: Label)]
    private let removed: [LabelTable.Row]

    init(_ classifier: any TicketClassifier, over table: LabelTable) {
        self.classifier = classifier
        self.table = table
        let labels = classifier.labels.keyed(by: \.id)
        var new = labels.values.filter { table.numbers[$0.id] == nil }.sorted { $0.id < $1.id }
        let kept = table.rows.values.filter { !$0.isRemoved }
        var removed: [LabelTable.Row] = []
        var renamed: [(number: Int64, name: LabelID)] = []
        for row in kept.filter({ labels[$0.label.id] == nil }).sorted(by: { $0.number < $1.number }) {
            if let index = new.firstIndex(where: row.label.hasSameTickets) {
                renamed.append((row.number, new.remove(at: index).id))
            } else {
                removed.append(row)
            }
        }
        added = new
        self.renamed = renamed
        self.removed = removed
        changed = kept.compactMap { row in
            labels[row.label.id].flatMap { $0 == row.label ? nil : (row, $0) }
        }
    }

    /// True if the store has these labels already.
    var isEmpty: Bool {
        added.isEmpty && renamed.isEmpty && changed.isEmpty && removed.isEmpty
            && classifier.readsMarks == table.readsMarks
    }

    /// Writes the changes and returns the new version of the labels.
    func write(to db: Database) throws -> Int64 {
        guard !isEmpty else { return table.version }
        for row in removed {
            try db.run("UPDATE label SET removed = 1 WHERE number = ?", row.number)
        }
        // The tickets keep the number of a renamed topic, so that its view does not change.
        for (number, name) in renamed {
            try db.run("UPDATE label SET name = ? WHERE number = ?", name.rawValue, number)
        }
        for (row, label) in changed {
            try db.run(
                "UPDATE label SET effect = ?, definition = ? WHERE number = ?", label.effect?.rawValue,
                label.definition, row.number)
        }
        for label in added {
            try db.run(
                "INSERT INTO label (name, effect, definition) VALUES (?, ?, ?)", label.id.rawValue,
                label.effect?.rawValue, label.definition)
        }
        try db.run("UPDATE labelling SET version = version + 1, reads_marks = ?", classifier.readsMarks)
        let leavesTraces = try removed.contains { $0.label.hides } && withholdsAny(db)
        let hasOtherTickets = changed.contains { row, label in
            label.definition != row.label.definition || label.hides != row.label.hides
        }
        if !added.isEmpty || hasOtherTickets || leavesTraces || classifier.readsMarks && !table.readsMarks {
            try Self.restart(in: db)
        }
        return table.version + 1
    }

    /// Lets every stored ticket wait for a new classification.
    static func restart(in db: Database) throws {
        try db.run(
            """
            UPDATE labelling SET done = 0, total = (SELECT count(*) FROM place WHERE deleted = 0),
                cursor = (SELECT max(id) + 1 FROM place)
            """)
    }

    /// Returns true if there are stored tickets outside the Track, which no list of a label's members names.
    private func withholdsAny(_ db: Database) throws -> Bool {
        try db.isTrue(
            """
            SELECT (SELECT count(*) FROM place WHERE deleted = 0) > (SELECT ifnull(sum(shown + hidden), 0) FROM supplier_count)
            """)
    }
}

extension Label {
    fileprivate var hides: Bool { effect == .hide }

    /// Returns true if both are topics with the same tickets.
    fileprivate func hasSameTickets(as other: Label) -> Bool {
        effect == nil && other.effect == nil && definition == other.definition
    }
}
