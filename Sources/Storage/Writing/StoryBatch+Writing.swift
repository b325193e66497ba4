internal import EngineConcepts
internal import GRDB

extension StoryBatch {
    /// Matches the tickets within a transaction, and lets them wait no longer.
    func write(_ prepared: PreparedTraits, by labels: LabelWriter) throws -> StoryProgress {
        let db = labels.db
        let state = try StoryState(in: db)
        guard state.isFoldingEnabled, state.isCurrent else {
            return StoryProgress(isComplete: !state.isFoldingEnabled, hasChanged: true)
        }
        for rowID in queuedRowIDs {
            try db.run("DELETE FROM story_wait WHERE id = ?", rowID)
        }
        if let cursorMove {
            try db.run("UPDATE story_state SET cursor = ? WHERE cursor = ?", cursorMove.end, cursorMove.start)
        }
        var labelIndex = try LabelIndexWriter(in: db)
        try labelIndex.match(rowIDs, prepared: prepared, by: labels)
        let hasChanged = !labelIndex.touched.isEmpty
        try labelIndex.finish(by: labels)
        return StoryProgress(isComplete: try StoryState.isDone(in: db), hasChanged: hasChanged)
    }
}
