import EngineConcepts
import GRDB

/// The matching of stories in the background: of the tickets of large commits, and of all when traits have changed. Other
/// tickets are matched as they are committed. Of several processes over one store, the one that may fetch does both.
extension TrackDatabase {
    /// Turns the matching of stories on or off. Turning it off deletes all stories.
    public func setStoryMatching(_ isEnabled: Bool) async throws {
        guard try await reading({ try StoryState(in: $0.db).isEnabled }) != isEnabled else { return }
        try await writing { db in
            guard try StoryState(in: db).isEnabled != isEnabled else { return }
            try StoryState.reset(isEnabled: isEnabled, in: db)
        }
    }

    /// Matches up to `count` waiting tickets, newest first: reads and compares outside of write transactions, then writes in
    /// a short one.
    public func matchStories(upTo count: Int) async throws -> StoryProgress {
        let state = try await reading { try StoryState(in: $0.db) }
        guard state.isEnabled else { return StoryProgress(isComplete: true, hasChanged: false) }
        if !state.isCurrent {
            try await writing { db in
                if try !StoryState(in: db).isCurrent { try StoryState.reset(isEnabled: true, in: db) }
            }
        }
        let batch = try await reading { try StoryBatch(upTo: max(count, 1), by: $0.contents) }
        guard !batch.isEmpty else { return StoryProgress(isComplete: true, hasChanged: false) }
        let prepared = await PreparedStoryTraits(batch, by: registry.classifier?.people ?? .none)
        return try await labelling { try DerivedDataWriter.match(batch, prepared: prepared, by: $0) }
    }

    /// Lets recent tickets wait to be matched again if other people are linked than at the last call. The people are those
    /// of the classifier of this process.
    public func rematchIfPeopleChanged() async throws {
        let people = registry.classifier?.people ?? .none
        guard try await reading({ try StoryPeople(db: $0.db).digest }) != people.digest else { return }
        try await writing { [authors] db in try StoryPeople(db: db).change(to: people, authors: authors) }
    }
}
