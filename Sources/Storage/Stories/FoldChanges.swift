import EngineConcepts
import GRDB

/// The changes that a transaction makes to `folded_count`, the difference between the counts of folding and other views, which
/// may be negative.
struct FoldChanges {
    private(set) var kinds: [LabelSet: TicketCounters] = [:]

    /// Adds (`1`) or removes (`-1`) the part of the ticket `rowID`: a folded ticket is not counted, and a lead is counted with
    /// the labels that it is lent.
    mutating func count(_ part: StoryFold.Part, of rowID: Int64, _ change: Int) {
        guard let lead = part.lead, lead != rowID || !part.lent.isEmpty else { return }
        kinds[part.labels, default: TicketCounters()].count(part, -change)
        guard lead == rowID else { return }
        kinds[part.labels.union(part.lent), default: TicketCounters()].count(part, change)
    }

    /// Adds the changes to the stored counts.
    func write(to db: Database) throws {
        var upsert = try SQLStatement(
            """
            INSERT INTO folded_count (labels, shown, unread, hidden, hidden_unread) VALUES (?, ?, ?, ?, ?)
            ON CONFLICT DO UPDATE SET shown = shown + excluded.shown, unread = unread + excluded.unread,
                hidden = hidden + excluded.hidden, hidden_unread = hidden_unread + excluded.hidden_unread
            """, in: db)
        for (labels, counters) in kinds where counters != TicketCounters() {
            upsert.bind(labels.bytes ?? [])
            for part in [counters.shown, counters.hidden] {
                upsert.bind(Int64(part.all))
                upsert.bind(Int64(part.unread))
            }
            try upsert.run()
        }
        try db.run("DELETE FROM folded_count WHERE shown = 0 AND unread = 0 AND hidden = 0 AND hidden_unread = 0")
    }
}

extension TicketCounters {
    /// Adds a ticket (`1`) or removes it (`-1`).
    fileprivate mutating func count(_ part: StoryFold.Part, _ change: Int) {
        count(Marks(isRead: part.isRead), isHidden: part.isHidden, change)
    }
}
