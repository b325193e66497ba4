public import EngineConcepts
import GRDB

/// Of several processes over one store, the one that may fetch adopts a classifier. Tickets that others mark wait for it
/// if labels depend on marks.
extension TrackDatabase: LabelStore {
    public func adopt(_ classifier: any TicketClassifier) async throws {
        let known = try await reading { reader in
            LabelAdoption(classifier, over: reader.labels).isEmpty ? reader.labels.version : nil
        }
        if let known { return registry.adopt(classifier, as: known) }
        let version = try await writing { [registry] db in
            try LabelAdoption(classifier, over: registry.table(in: db)).write(to: db)
        }
        registry.adopt(classifier, as: version)
    }

    public func classify(upTo count: Int) async throws -> LabelProgress {
        guard let classifier = registry.classifier else { return try await labelProgress() }
        let now = classifier.now()
        let batch = try await reading { [registry] reader in
            guard try registry.resolver(in: reader.db).classifier != nil else { return nil as LabelBatch? }
            return try LabelBatch(upTo: max(count, 1), at: now, by: reader)
        }
        guard let batch, !batch.isEmpty else { return try await labelProgress() }
        let classifications = await classifier.classify(batch.waiting.map(\.facts))
        return try await labelling { labels in
            if labels.resolver.classifier != nil, labels.resolver.table.version == batch.version {
                try batch.write(classifications, by: labels)
            }
            return try LabelBatch.progress(in: labels.db, at: now)
        }
    }

    /// Returns false if ``classify(upTo:)`` can do nothing, since no classifier was adopted, or another process has adopted one
    /// since.
    public func hasLabelsOfClassifier() async throws -> Bool {
        try await reading { [registry] reader in try registry.resolver(in: reader.db).classifier != nil }
    }

    public func labelProgress() async throws -> LabelProgress {
        let now = registry.classifier?.now()
        return try await reading { try LabelBatch.progress(in: $0.db, at: now) }
    }
}
