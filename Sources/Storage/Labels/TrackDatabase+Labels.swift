public import EngineConcepts
internal import GRDB

/// Of several processes over one store, the one that may fetch takes up a classifier and decides. What the others mark
/// waits for it, where marks have a part in labels.
extension TrackDatabase: LabelStore {
    public func adopt(_ classifier: any TicketClassifier) async throws {
        let known = try await reading { reading in
            LabelAdoption(classifier, over: reading.labels).isEmpty ? reading.labels.version : nil
        }
        if let known { return book.adopt(classifier, as: known) }
        let version = try await writing { [book] db in
            try LabelAdoption(classifier, over: book.table(in: db)).write(to: db)
        }
        book.adopt(classifier, as: version)
    }

    public func classify(upTo count: Int) async throws -> LabelProgress {
        guard let classifier = book.classifier else { return try await labelProgress() }
        let (authors, book) = (authors, book)
        return try await writing { db in
            let decider = try book.decider(in: db)
            let now = classifier.now()
            if decider.classifier != nil {
                try LabelSweep(upTo: max(count, 1), by: decider, authors: authors, in: db).run(at: now)
            }
            return try LabelSweep.progress(in: db, at: now)
        }
    }

    public func labelProgress() async throws -> LabelProgress {
        let now = book.classifier?.now()
        return try await reading { try LabelSweep.progress(in: $0.db, at: now) }
    }
}
