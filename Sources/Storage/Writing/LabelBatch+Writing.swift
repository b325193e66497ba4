import EngineConcepts
import GRDB

/// Writing the classifications of a batch of stored tickets.
///
/// A ``LabelBatch`` is read in one transaction, classified on all cores outside of any, and its differences are written in
/// another, so that marks and commits wait for a short write only. Tickets that changed meanwhile have been classified by
/// that change: their results are dropped.
extension LabelBatch {
    /// Writes the classifications, in the order of the tickets.
    ///
    /// - Parameter labels: Uses the labels that the batch was read with.
    func write(_ classifications: [Classification], by labels: LabelWriter) throws {
        let db = labels.db
        var derivedData = try DerivedDataWriter(by: labels)
        for (ticket, classification) in zip(waiting, classifications) {
            try ticket.write(classification, to: &derivedData)
        }
        for rowID in gone {
            try labels.schedule(rowID, at: nil)
        }
        try derivedData.finish()
        for label in emptied {
            try db.run(
                "DELETE FROM label WHERE number = ?1 AND NOT EXISTS (SELECT 1 FROM label_place WHERE label = ?1)",
                label)
        }
        if let step = cursorStep {
            try db.run(
                "UPDATE labelling SET cursor = ?, done = min(done + ?, total) WHERE cursor = ?", step.end,
                Int64(step.rowIDs.count), step.start)
        }
    }
}

extension LabelBatch.Waiting {
    fileprivate func write(_ classification: Classification, to derivedData: inout DerivedDataWriter) throws {
        let labels = derivedData.labels
        let classified = labels.resolver.numbered(classification, facts.marks)
        let isDifferent = classified.labels != input.row.labels || classified.rule != input.row.rule
        guard isDifferent || classified.due != input.due else { return }
        guard let present = try ClassificationInput.of(input.row.rowID, in: labels.db) else {
            // It was deleted meanwhile.
            return try labels.schedule(input.row.rowID, at: nil)
        }
        var after = present.row
        if present == input {
            after.labels = classified.labels
            after.rule = classified.rule
            if classified.due != input.due { try labels.schedule(after.rowID, at: classified.due) }
        } else {
            after = try labels.reclassify(after)
        }
        guard after.labels != present.row.labels || after.rule != present.row.rule else { return }
        try labels.store(after, replacing: present.row)
        try derivedData.change(from: present.row, to: after)
    }
}
