internal import EngineConcepts
internal import GRDB

/// A member of a story as stored.
struct StoryMemberRow {
    let row: PlaceRow
    let isDeleted: Bool
    /// The previous result of folding.
    let before: Fold.Part

    var member: Fold.Member {
        Fold.Member(
            rowID: row.rowID, isInTrack: row.isInTrack, isHidden: row.isHidden,
            isStoryUnfolded: row.marks.isStoryUnfolded, isRead: row.marks.isRead, labels: row.labels,
            before: before)
    }

    /// Returns the members of a story in the order of arrival.
    static func all(of story: Int64, in db: Database) throws -> [StoryMemberRow] {
        let parts =
            try db.query(
                "SELECT id, lead, duplicate, read, hidden, own, lent FROM story_member WHERE story = ? ORDER BY arrival",
                story
            )
            .rows { row in
                let part = Fold.Part(
                    lead: row.optionalInt64(1), isDuplicate: row.flag(2), isRead: row.flag(3), isHidden: row.flag(4),
                    labels: try LabelSet(bytes: row.blob(5)), lent: try LabelSet(bytes: row.blob(6)))
                return (rowID: row.int64(0), part: part)
            }
        var place = try SQLStatement("SELECT \(PlaceRow.columns), deleted FROM place WHERE id = ?", in: db)
        return try parts.map { rowID, part in
            place.bind(rowID)
            guard try place.step() else { throw DamagedContent("a story has a ticket that does not exist") }
            let member = StoryMemberRow(row: try PlaceRow(place), isDeleted: place.flag(PlaceRow.count), before: part)
            place.rewind()
            return member
        }
    }

    func write(_ part: Fold.Part, to db: Database) throws {
        try db.run(
            "UPDATE story_member SET lead = ?, duplicate = ?, read = ?, hidden = ?, own = ?, lent = ? WHERE id = ?",
            part.lead, part.isDuplicate, part.isRead, part.isHidden, part.labels.bytes, part.lent.bytes, row.rowID)
    }

    func delete(in db: Database) throws {
        try db.run("DELETE FROM story_member WHERE id = ?", row.rowID)
    }
}
