import EngineConcepts
import GRDB

/// Maintains, within a transaction, the data derived from `place`: the members of each label in the Track's order
/// (`label_place`), the counts (`supplier_count`, `label_set_count`) and the folding of stories. Every change of a ticket
/// goes through ``change(from:to:)``.
struct DerivedDataWriter: ~Copyable {
    /// Classifies the tickets whose place in a story changes.
    let labels: LabelWriter
    /// The stories with changed members; see ``foldChangedStories()``.
    var changedStories: Set<Int64> = []
    /// The row IDs of tickets that will leave their story because they no longer belong to it.
    var leavingMembers: Set<Int64> = []
    /// The changes of the counts of folding views.
    var foldChanges = FoldChanges()
    private var counters = CounterChanges()
    private var insert: SQLStatement
    private var delete: SQLStatement

    var db: Database { labels.db }

    /// Creates a writer within the transaction of a label writer.
    init(by labels: LabelWriter) throws {
        let db = labels.db
        let insert = try SQLStatement(
            """
            REPLACE INTO label_place (label, hidden, read, age, supplier, native, item, id)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            """, in: db)
        delete = try SQLStatement(
            """
            DELETE FROM label_place
            WHERE label = ? AND hidden = ? AND read = ? AND age = ? AND supplier = ? AND native = ? AND item = ?
            """, in: db)
        self.insert = insert
        self.labels = labels
    }

    /// Records that a ticket's row changed from `before` (`nil` if it is new) to `after` (`nil` if it is gone).
    mutating func change(from before: PlaceRow?, to after: PlaceRow?) throws {
        if let rowID = after?.rowID ?? before?.rowID, let story = try StoryMemberRow.story(of: rowID, in: db) {
            changedStories.insert(story)
        }
        if let before { counters.count(before, -1) }
        if let after { counters.count(after, 1) }
        let membershipsBefore = before?.memberships ?? []
        let membershipsAfter = after?.memberships ?? []
        guard !membershipsBefore.isEmpty || !membershipsAfter.isEmpty else { return }
        let moves = before?.key != after?.key
        if let before {
            for membership in membershipsBefore where moves || !membershipsAfter.contains(membership) {
                try remove(membership, before)
            }
        }
        if let after {
            for membership in membershipsAfter where moves || !membershipsBefore.contains(membership) {
                try add(membership, after)
            }
        }
    }

    mutating func add(_ membership: LabelMembership, _ row: PlaceRow) throws {
        insert.bind(membership, at: row.key)
        insert.bind(row.rowID)
        try insert.run()
    }

    mutating func remove(_ membership: LabelMembership, _ row: PlaceRow) throws {
        delete.bind(membership, at: row.key)
        try delete.run()
    }

    /// Folds the changed stories and writes the counts; to be called at the end of the transaction.
    mutating func finish() throws {
        try foldChangedStories()
        try counters.write(to: db)
    }
}

/// The key of a row of `label_place`, without the ticket's position.
struct LabelMembership: Hashable {
    let label: Int64
    let part: LabelPart
    let isRead: Bool
}

extension PlaceRow {
    /// Its keys in `label_place`, apart from the labels that it is lent.
    var memberships: [LabelMembership] {
        guard isInTrack else { return [] }
        let part: LabelPart = isHidden ? .hidden : .shown
        var memberships = labels.numbers.map { LabelMembership(label: $0, part: part, isRead: marks.isRead) }
        if isHidden {
            memberships.append(LabelMembership(label: LabelPart.hiddenLabel, part: part, isRead: marks.isRead))
        }
        return memberships
    }
}

extension SQLStatement {
    fileprivate mutating func bind(_ membership: LabelMembership, at key: OrderKey) {
        bind(membership.label)
        bind(membership.part.rawValue)
        bind(membership.isRead)
        bind(key.time.age)
        bind(key.id.supplier.rawValue)
        bind(key.nativeOrder)
        bind(name: key.id.item)
    }
}
