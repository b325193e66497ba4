import EngineConcepts
import GRDB

/// Reads the members of stories, and the rows that folding views show for them.
struct StoryMemberReader {
    let db: Database
    let labels: LabelTable

    /// Returns the row that decides if a view has a ticket: its own, or in a folding view that of its story's lead with the
    /// labels of all folded members. Agrees with the streams of ``ViewPlan``.
    func row(standingFor ticket: PlaceRow, in view: TrackView) throws -> PlaceRow {
        guard view.isFolding else { return ticket }
        let story =
            try db.query(
                """
                SELECT lead, (SELECT lent FROM story_member AS row WHERE row.id = story_member.lead) FROM story_member
                WHERE id = ? AND lead IS NOT NULL
                """, ticket.rowID
            )
            .first { (lead: $0.int64(0), lent: try LabelSet(bytes: $0.blob(1))) }
        guard let story,
            var row = try story.lead == ticket.rowID ? ticket : PlaceRow.delivered(story.lead, in: db)
        else { return ticket }
        row.labels = row.labels.union(story.lent)
        return row
    }

    /// Returns the tickets folded under `lead`, itself first, then by arrival.
    func folded(under lead: Int64) throws -> [Int64] {
        try db.integers(
            """
            SELECT id FROM story_member WHERE story = (SELECT story FROM story_member WHERE id = ?1) AND lead = ?1
            ORDER BY id <> ?1, arrival
            """, lead)
    }

    /// Returns a ticket's relation to the other members of its story, or `nil` if there are none in the Track.
    func storyMember(of rowID: Int64) throws -> StoryMember? {
        var query = try db.query(
            """
            SELECT story, duplicate, lent, supplier, item, story_member.lead = story_member.id FROM story_member
            LEFT JOIN place ON place.id = story_member.lead AND story_member.lead <> story_member.id WHERE story_member.id = ?
            """, rowID)
        guard try query.step() else { return nil }
        let story = query.int64(0)
        let isDuplicate = query.flag(1)
        let lent = try LabelSet(bytes: query.blob(2))
        let lead = query.isNull(4) ? nil : TicketID(supplier: SupplierID(query.text(3)), item: query.text(4))
        let leads = query.flag(5)
        let others =
            try db.query(
                """
                SELECT supplier, item FROM story_member JOIN place USING (id)
                WHERE story = ? AND story_member.id <> ? AND place.shown + place.hidden = 1 ORDER BY arrival
                """, story, rowID
            )
            .rows { TicketID(supplier: SupplierID($0.text(0)), item: $0.text(1)) }
        guard !others.isEmpty else { return nil }
        return StoryMember(
            others: others, lead: lead, isDuplicate: isDuplicate, foldedLabels: labels.names(of: lent),
            rowEffects: leads ? try effects(ofRow: rowID) : nil)
    }

    private func effects(ofRow lead: Int64) throws -> Set<LabelEffect> {
        let members =
            try db.query(
                "SELECT own FROM story_member WHERE story = (SELECT story FROM story_member WHERE id = ?1) AND lead = ?1",
                lead
            )
            .rows { try LabelSet(bytes: $0.blob(0)) }
        return labels.effects(ofRow: members)
    }
}
