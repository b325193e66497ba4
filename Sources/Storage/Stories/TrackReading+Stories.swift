internal import EngineConcepts
internal import GRDB

extension TrackReading {
    /// Whether a ticket stands folded under another one.
    func isFolded(_ number: Int64) throws -> Bool {
        var query = try Command("SELECT 1 FROM telling WHERE id = ? AND lead <> id", in: db)
        query.bind(number)
        let isFolded = try query.step()
        query.rewind()
        return isFolded
    }

    /// What is known of other tickets that tell a ticket's story; nil where none does.
    func telling(of number: Int64) throws -> Telling? {
        var query = try Command(
            """
            SELECT story, duplicate, lent, supplier, item FROM telling
            LEFT JOIN place ON place.id = telling.lead AND telling.lead <> telling.id WHERE telling.id = ?
            """, in: db)
        query.bind(number)
        guard try query.step() else { return nil }
        let story = query.int64(0)
        let isDuplicate = query.flag(1)
        let lent = try LabelSet(bytes: query.blob(2))
        let lead = query.isNull(4) ? nil : TicketID(supplier: SupplierID(query.text(3)), item: query.text(4))
        query.rewind()
        var other = try Command(
            """
            SELECT supplier, item FROM telling JOIN place USING (id)
            WHERE story = ? AND telling.id <> ? AND shown + hidden = 1 ORDER BY turn
            """, in: db)
        other.bind(story)
        other.bind(number)
        var others: [TicketID] = []
        while try other.step() {
            others.append(TicketID(supplier: SupplierID(other.text(0)), item: other.text(1)))
        }
        return others.isEmpty
            ? nil : Telling(others: others, lead: lead, isDuplicate: isDuplicate, lentLabels: labels.names(of: lent))
    }
}
