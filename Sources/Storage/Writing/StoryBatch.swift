internal import EngineConcepts
internal import GRDB

/// Some of the tickets that wait to be matched with stories, as one transaction sees them: those of `story_wait` and the
/// newest below `story_state.cursor`.
struct StoryBatch: Sendable {
    struct Waiting: Sendable {
        let rowID: Int64
        let fingerprint: Int64
        let ticket: Ticket
    }

    /// The tickets of `story_wait`.
    let waiting: [Int64]
    /// The step of the cursor that this batch makes.
    let move: CursorMove?
    /// The row IDs of the tickets, ascending: row IDs grow with time, so the older ticket counts as first to arrive.
    let rowIDs: [Int64]
    private(set) var tickets: [Waiting] = []

    /// Reads up to `count` tickets.
    init(upTo count: Int, by reader: StoreReader) throws {
        let db = reader.db
        waiting = try db.query("SELECT id FROM story_wait ORDER BY id DESC LIMIT ?", Int64(count)).integers()
        let room = count - waiting.count
        var below: [Int64] = []
        if let cursor = try StoryState(in: db).cursor, room > 0 {
            below =
                try db.query(
                    "SELECT id FROM place NOT INDEXED WHERE id < ? ORDER BY id DESC LIMIT ?", cursor, Int64(room)
                )
                .integers()
            move = CursorMove(over: below, from: cursor, room: room)
        } else {
            move = nil
        }
        rowIDs = Set(waiting + below).sorted()
        for rowID in rowIDs {
            guard let fingerprint = try PreparedTraits.fingerprint(of: rowID, in: db),
                let ticket = try ContentRow.ticket(rowID, authors: reader.authors, in: db)
            else { continue }
            tickets.append(Waiting(rowID: rowID, fingerprint: fingerprint, ticket: ticket))
        }
    }

    /// True if no ticket waits.
    var isEmpty: Bool { waiting.isEmpty && move == nil }
}

extension StoryBatch {
    /// Matches the tickets within a transaction, and lets them wait no longer.
    func write(_ prepared: PreparedTraits, by labels: LabelWriter) throws -> StoryProgress {
        let db = labels.db
        let state = try StoryState(in: db)
        guard state.folds, state.isCurrent else { return StoryProgress(isComplete: !state.folds, hasChanged: true) }
        for rowID in waiting {
            try db.run("DELETE FROM story_wait WHERE id = ?", rowID)
        }
        if let move {
            try db.run("UPDATE story_state SET cursor = ? WHERE cursor = ?", move.end, move.start)
        }
        var labelIndex = try LabelIndexWriter(in: db)
        try labelIndex.match(rowIDs, prepared: prepared, by: labels)
        let hasChanged = !labelIndex.touched.isEmpty
        try labelIndex.finish(by: labels)
        return StoryProgress(isComplete: try StoryState.isDone(in: db), hasChanged: hasChanged)
    }
}
