internal import EngineConcepts
internal import GRDB

/// Keeps true within a transaction what is derived from where tickets stand: the members of each label in the Track's
/// order (`label_place`), and how many there are (`tally`, `census`). Whoever changes a ticket says where it stood and
/// where it stands; there is no other way.
struct LabelIndexWriter: ~Copyable {
    let db: Database
    /// The stories in whose tickets something changed; see ``settleStories(by:)``.
    var touched: Set<Int64> = []
    /// Tickets that do not tell their story any more.
    var leaving: Set<Int64> = []
    var tellings: StoryMemberFinder
    private var tallies = CounterChanges()
    private var enter: SQLStatement
    private var leave: SQLStatement

    init(in db: Database) throws {
        let enter = try SQLStatement(
            """
            REPLACE INTO label_place (label, hidden, read, age, supplier, native, item, id)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            """, in: db)
        let leave = try SQLStatement(
            """
            DELETE FROM label_place
            WHERE label = ? AND hidden = ? AND read = ? AND age = ? AND supplier = ? AND native = ? AND item = ?
            """, in: db)
        let tellings = try StoryMemberFinder(in: db)
        self.db = db
        self.tellings = tellings
        self.enter = enter
        self.leave = leave
    }

    /// The label under which everything is kept that rules hide, whatever labels it has.
    static let hiddenLabel: Int64 = 0

    /// A ticket stood at `before`, or was not there, and stands at `after`, or is gone.
    mutating func change(from before: PlaceRow?, to after: PlaceRow?) throws {
        if let number = after?.number ?? before?.number, let story = try tellings.story(of: number) {
            touched.insert(story)
        }
        if let before { tallies.count(before, -1) }
        if let after { tallies.count(after, 1) }
        let former = before?.memberships ?? []
        let present = after?.memberships ?? []
        guard !former.isEmpty || !present.isEmpty else { return }
        let stays = before?.key == after?.key
        if let before {
            for membership in former where !(stays && present.contains(membership)) {
                leave.bind(membership, at: before.key)
                try leave.run()
            }
        }
        if let after {
            for membership in present where !(stays && former.contains(membership)) {
                enter.bind(membership, at: after.key)
                enter.bind(after.number)
                try enter.run()
            }
        }
    }

    /// Brings stories and counts to what the tickets are now; at the end of the transaction.
    mutating func finish(by labels: LabelWriting) throws {
        try settleStories(by: labels)
        try tallies.write(to: db)
    }
}

/// A row of `label_place`, its place apart.
private struct Membership: Equatable {
    let label: Int64
    let isHidden: Bool
    let isRead: Bool
}

extension PlaceRow {
    fileprivate var memberships: [Membership] {
        guard isInTrack else { return [] }
        let isHidden = isHidden
        var memberships = labels.numbers.map { Membership(label: $0, isHidden: isHidden, isRead: marks.isRead) }
        if isHidden {
            memberships.append(Membership(label: LabelIndexWriter.hiddenLabel, isHidden: true, isRead: marks.isRead))
        }
        return memberships
    }
}

extension SQLStatement {
    fileprivate mutating func bind(_ membership: Membership, at key: OrderKey) {
        bind(membership.label)
        bind(membership.isHidden)
        bind(membership.isRead)
        bind(~key.time.milliseconds)
        bind(key.id.supplier.rawValue)
        bind(key.nativeOrder)
        bind(name: key.id.item)
    }
}
