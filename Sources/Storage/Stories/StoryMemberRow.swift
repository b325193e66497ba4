import EngineConcepts
import GRDB

/// A member of a story as stored in `story_member`, with its ticket's row of `place`.
struct StoryMemberRow {
    let row: PlaceRow
    let isDeleted: Bool
    /// The result of the last folding, which may be older than `row`.
    let storedPart: StoryFold.Part

    /// Returns the number of a ticket's story, or `nil` if it has none.
    static func story(of rowID: Int64, in db: Database) throws -> Int64? {
        try db.integer("SELECT story FROM story_member WHERE id = ?", rowID)
    }

    /// Returns the members of a story in the order of arrival.
    static func all(of story: Int64, in db: Database) throws -> [StoryMemberRow] {
        let parts =
            try db.query(
                "SELECT id, lead, duplicate, read, hidden, own, lent FROM story_member WHERE story = ? ORDER BY arrival",
                story
            )
            .rows { row in
                let part = StoryFold.Part(
                    lead: row.optionalInt64(1), isDuplicate: row.flag(2), isRead: row.flag(3), isHidden: row.flag(4),
                    labels: try LabelSet(bytes: row.blob(5)), lent: try LabelSet(bytes: row.blob(6)))
                return (rowID: row.int64(0), part: part)
            }
        var place = try SQLStatement("SELECT \(PlaceRow.columns), deleted FROM place WHERE id = ?", in: db)
        return try parts.map { rowID, part in
            place.bind(rowID)
            guard try place.step() else { throw DamagedContent("a story has an item that does not exist") }
            let member = StoryMemberRow(
                row: try PlaceRow(place), isDeleted: place.flag(PlaceRow.columnCount), storedPart: part)
            place.rewind()
            return member
        }
    }

    /// Stores the result of a new folding.
    func write(_ part: StoryFold.Part, to db: Database) throws {
        try db.run(
            "UPDATE story_member SET lead = ?, duplicate = ?, read = ?, hidden = ?, own = ?, lent = ? WHERE id = ?",
            part.lead, part.isDuplicate, part.isRead, part.isHidden, part.labels.bytes, part.lent.bytes, row.rowID)
    }

    /// Takes the ticket out of its story.
    func delete(in db: Database) throws {
        try db.run("DELETE FROM story_member WHERE id = ?", row.rowID)
    }
}
