internal import GRDB

/// Writes a batch of background story matching.
struct StoryBatchWriter: ~Copyable {
    private let db: Database
    private let labels: LabelWriter

    init(by labels: LabelWriter, in db: Database) {
        self.db = db
        self.labels = labels
    }

    consuming func write(_ batch: StoryBatch, _ prepared: PreparedTraits) throws -> StoryProgress {
        let state = try StoryState(in: db)
        guard state.folds, state.isCurrent else { return StoryProgress(isComplete: !state.folds, hasChanged: true) }
        for rowID in batch.waiting {
            try db.run("DELETE FROM story_wait WHERE id = ?", rowID)
        }
        if let move = batch.move {
            try db.run("UPDATE story_state SET cursor = ? WHERE cursor = ?", move.end, move.start)
        }
        var labelIndex = try LabelIndexWriter(in: db)
        try labelIndex.match(batch.rowIDs, prepared: prepared, by: labels)
        let hasChanged = !labelIndex.touched.isEmpty
        try labelIndex.finish(by: labels)
        return StoryProgress(isComplete: try StoryState.isDone(in: db), hasChanged: hasChanged)
    }
}
