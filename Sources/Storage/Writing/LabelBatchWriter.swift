import EngineConcepts
import GRDB

/// Writes the classifications of a batch of stored tickets.
///
/// A ``LabelBatch`` is read in one transaction, classified on all cores outside of any, and its differences are written in
/// another, so that marks and commits wait for a short write only. Tickets that changed meanwhile have been classified by
/// that change: their results are dropped.
struct LabelBatchWriter: ~Copyable {
    private let db: Database
    private let labels: LabelWriter
    private var labelIndex: LabelIndexWriter

    /// Creates a writer within the transaction of a label writer.
    ///
    /// - Parameter labels: Uses the labels that the batch was read with.
    init(by labels: LabelWriter) throws {
        labelIndex = try LabelIndexWriter(in: labels.db)
        db = labels.db
        self.labels = labels
    }

    /// Writes the classifications of a batch, in the order of its tickets.
    consuming func write(_ classifications: [Classification], of batch: LabelBatch) throws {
        for (waiting, classification) in zip(batch.waiting, classifications) {
            try write(classification, of: waiting)
        }
        for rowID in batch.gone {
            try labels.schedule(rowID, at: nil)
        }
        try labelIndex.finish(by: labels)
        for label in batch.emptied {
            try db.run(
                "DELETE FROM label WHERE number = ?1 AND NOT EXISTS (SELECT 1 FROM label_place WHERE label = ?1)",
                label)
        }
        if let step = batch.cursorStep {
            try db.run(
                "UPDATE labelling SET cursor = ?, done = min(done + ?, total) WHERE cursor = ?", step.end,
                Int64(step.rowIDs.count), step.start)
        }
    }

    private mutating func write(_ classification: Classification, of waiting: LabelBatch.Waiting) throws {
        let seen = waiting.input
        let classified = labels.resolver.numbered(classification, waiting.facts.marks)
        let isDifferent = classified.labels != seen.row.labels || classified.rule != seen.row.rule
        guard isDifferent || classified.due != seen.due else { return }
        guard let present = try ClassificationInput.of(seen.row.rowID, in: db) else {
            // It was deleted meanwhile.
            return try labels.schedule(seen.row.rowID, at: nil)
        }
        var after = present.row
        if present == seen {
            after.labels = classified.labels
            after.rule = classified.rule
            if classified.due != seen.due { try labels.schedule(after.rowID, at: classified.due) }
        } else {
            after = try labels.reclassify(after)
        }
        guard after.labels != present.row.labels || after.rule != present.row.rule else { return }
        try labels.store(after, replacing: present.row)
        try labelIndex.change(from: present.row, to: after)
    }
}
