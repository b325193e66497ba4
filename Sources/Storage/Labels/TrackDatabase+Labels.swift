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
        let now = classifier.now()
        let portion = try await reading { [book] reading in
            guard try book.decider(in: reading.db).classifier != nil else { return nil as LabelPortion? }
            return try LabelPortion(upTo: max(count, 1), at: now, by: reading)
        }
        guard let portion, !portion.isEmpty else { return try await labelProgress() }
        let decisions = await classifier.classify(portion.waiting.map(\.facts))
        return try await labelling { labels, db in
            if labels.decider.classifier != nil, labels.decider.table.version == portion.version {
                try LabelSweep(by: labels, in: db).write(decisions, about: portion)
            }
            return try LabelSweep.progress(in: db, at: now)
        }
    }

    public func labelProgress() async throws -> LabelProgress {
        let now = book.classifier?.now()
        return try await reading { try LabelSweep.progress(in: $0.db, at: now) }
    }
}
