internal import EngineConcepts
internal import GRDB

extension TrackReading {
    /// As what a view judges a ticket: as itself, or where the view folds stories, as the row that stands for its story.
    /// That is hidden or not, and has the labels of all that stand folded in it. The one judge of who is shown beside the
    /// streams of ``ViewPlan``, which say the same of whole parts of the Track.
    func judged(_ standing: PlaceRow, in view: TrackView) throws -> PlaceRow {
        guard view.isFolding else { return standing }
        var query = try SQLStatement(
            "SELECT lead, (SELECT lent FROM telling AS row WHERE row.id = telling.lead) FROM telling WHERE id = ?",
            in: db)
        query.bind(standing.number)
        guard try query.step(), let lead = query.optionalInt64(0) else { return standing }
        let lent = try LabelSet(bytes: query.blob(1))
        guard var row = try lead == standing.number ? standing : PlaceRow.of(lead, in: db) else { return standing }
        row.labels = row.labels.union(lent)
        return row
    }

    /// The tickets that stand folded under `lead`, in the order in which they came, itself first.
    func folded(under lead: Int64) throws -> [Int64] {
        var query = try SQLStatement(
            """
            SELECT id FROM telling WHERE story = (SELECT story FROM telling WHERE id = ?1) AND lead = ?1
            ORDER BY id <> ?1, turn
            """, in: db)
        query.bind(lead)
        var numbers: [Int64] = []
        while try query.step() {
            numbers.append(query.int64(0))
        }
        return numbers
    }

    /// What is known of other tickets that tell a ticket's story; nil where none does.
    func telling(of number: Int64) throws -> StoryMember? {
        var query = try SQLStatement(
            """
            SELECT story, duplicate, lent, supplier, item, telling.lead = telling.id FROM telling
            LEFT JOIN place ON place.id = telling.lead AND telling.lead <> telling.id WHERE telling.id = ?
            """, in: db)
        query.bind(number)
        guard try query.step() else { return nil }
        let story = query.int64(0)
        let isDuplicate = query.flag(1)
        let lent = try LabelSet(bytes: query.blob(2))
        let lead = query.isNull(4) ? nil : TicketID(supplier: SupplierID(query.text(3)), item: query.text(4))
        let leads = query.flag(5)
        query.rewind()
        var other = try SQLStatement(
            """
            SELECT supplier, item FROM telling JOIN place USING (id)
            WHERE story = ? AND telling.id <> ? AND place.shown + place.hidden = 1 ORDER BY turn
            """, in: db)
        other.bind(story)
        other.bind(number)
        var others: [TicketID] = []
        while try other.step() {
            others.append(TicketID(supplier: SupplierID(other.text(0)), item: other.text(1)))
        }
        guard !others.isEmpty else { return nil }
        return StoryMember(
            others: others, lead: lead, isDuplicate: isDuplicate, lentLabels: labels.names(of: lent),
            rowEffects: leads ? try effects(ofRow: number) : nil)
    }

    private func effects(ofRow lead: Int64) throws -> Set<LabelEffect> {
        var query = try SQLStatement(
            "SELECT own FROM telling WHERE story = (SELECT story FROM telling WHERE id = ?1) AND lead = ?1", in: db)
        query.bind(lead)
        var tellings: [LabelSet] = []
        while try query.step() {
            tellings.append(try LabelSet(bytes: query.blob(0)))
        }
        return labels.effects(ofRow: tellings)
    }
}
