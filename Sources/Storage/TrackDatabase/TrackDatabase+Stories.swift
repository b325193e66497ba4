internal import EngineConcepts
internal import GRDB

/// Tickets are matched as they are committed, or in the background after large commits. Of several processes over one
/// store, the one that may fetch does it.
extension TrackDatabase {
    /// Turns folding on or off. Turning it off deletes all stories.
    public func setFolding(_ folds: Bool) async throws {
        guard try await reading({ try StoryState(in: $0.db).folds }) != folds else { return }
        try await writing { db in
            guard try StoryState(in: db).folds != folds else { return }
            try StoryState.begin(folds: folds, in: db)
        }
    }

    /// Matches up to `count` waiting tickets, newest first: reads and compares outside of write transactions, then writes in
    /// a short one.
    public func fold(upTo count: Int) async throws -> StoryProgress {
        let state = try await reading { try StoryState(in: $0.db) }
        guard state.folds else { return StoryProgress(isComplete: true, hasChanged: false) }
        if !state.isCurrent {
            try await writing { db in
                if try !StoryState(in: db).isCurrent { try StoryState.begin(folds: true, in: db) }
            }
        }
        let batch = try await reading { try StoryBatch(upTo: max(count, 1), by: $0) }
        guard !batch.isEmpty else { return StoryProgress(isComplete: true, hasChanged: false) }
        let prepared = await PreparedTraits(batch, by: registry.classifier?.people ?? .none)
        return try await labelling { try batch.write(prepared, by: $0) }
    }

    /// Lets recent tickets of authors whose person has changed since the last call be matched again. The people are those
    /// of the classifier of this process.
    public func followPeople() async throws {
        let people = registry.classifier?.people ?? .none
        guard try await reading({ try StoryPeople(in: $0.db).stored }) != people.digest else { return }
        try await labelling { try StoryPeople(in: $0.db).follow(people, authors: $0.authors) }
    }
}
