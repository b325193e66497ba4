import GRDB
import Queries

/// The matching of stories as the store records it: its switch in `story_state`, and the tickets that wait for it, which are
/// those of `story_wait` and those below the cursor.
struct StoryState: Sendable {
    /// True if the stories were matched by the traits of this version of Fiber.
    let isCurrent: Bool
    /// True if tickets are matched. If the user has turned that off, there are no stories.
    let isEnabled: Bool
    /// The row ID below which no ticket is matched, or `nil` if all are.
    let cursor: Int64?

    init(in db: Database) throws {
        var query = try SQLStatement("SELECT version, folds, cursor FROM story_state", in: db)
        guard try query.step() else { throw DamagedContent("the store does not say what it knows of stories") }
        isCurrent = query.int64(0) == StoryTraits.version
        isEnabled = query.flag(1)
        cursor = query.optionalInt64(2)
    }

    /// Returns true if no ticket waits.
    static func isComplete(in db: Database) throws -> Bool {
        try db.isTrue("SELECT cursor IS NULL AND NOT EXISTS (SELECT 1 FROM story_wait) FROM story_state")
    }

    /// Adds tickets to those that wait to be matched.
    static func enqueue(_ rowIDs: [Int64], in db: Database) throws {
        var insert = try SQLStatement("INSERT OR IGNORE INTO story_wait (id) VALUES (?)", in: db)
        for rowID in rowIDs {
            insert.bind(rowID)
            try insert.run()
        }
    }

    /// Removes tickets from those that wait to be matched.
    static func dequeue(_ rowIDs: [Int64], in db: Database) throws {
        var delete = try SQLStatement("DELETE FROM story_wait WHERE id = ?", in: db)
        for rowID in rowIDs {
            delete.bind(rowID)
            try delete.run()
        }
    }

    /// Deletes all stories and sets the switch. If matching is on, every ticket then waits for it.
    static func reset(isEnabled: Bool, in db: Database) throws {
        // Former duplicates may get other labels.
        try db.run(
            """
            REPLACE INTO label_due (id, due) SELECT id, \(Int64.min) FROM story_member
            WHERE duplicate = 1 AND EXISTS (SELECT 1 FROM label)
            """)
        for table in ["story_key", "story_wait", "story_member", "folded_count"] {
            try db.run("DELETE FROM \(table)")
        }
        try db.run(
            """
            DELETE FROM label_place
            WHERE label IN (SELECT number FROM label) AND hidden >= \(LabelPart.firstLent.rawValue)
            """)
        try db.run(
            "UPDATE story_state SET version = ?, folds = ?2, cursor = iif(?2, (SELECT max(id) + 1 FROM place), NULL)",
            Int64(StoryTraits.version), isEnabled)
    }
}
