internal import GRDB

/// How far looking for tickets that tell one story is.
public struct StoryProgress: Hashable, Sendable {
    /// Whether no ticket waits.
    public let isComplete: Bool
    /// Whether something that views show was found.
    public let hasChanged: Bool
}

/// Stories: tickets that tell the same one are found as they are committed, or behind large commits, and a view that folds
/// shows them as one row. Of several processes over one store the one that may fetch looks for them.
extension TrackDatabase {
    /// Whether stories are looked for, from now on. Where they are not, none is known: no view folds anything, and nothing
    /// is read together.
    public func setFolding(_ folds: Bool) async throws {
        guard try await reading({ try StoryState(in: $0.db).folds }) != folds else { return }
        try await writing { db in
            guard try StoryState(in: db).folds != folds else { return }
            try StoryState.begin(folds: folds, in: db)
        }
    }

    /// Looks at up to `count` of the tickets that nobody has looked at, newest first: reads and judges them in no
    /// transaction that anybody waits for, and writes in one short one what was found.
    public func fold(upTo count: Int) async throws -> StoryProgress {
        let state = try await reading { try StoryState(in: $0.db) }
        guard state.folds else { return StoryProgress(isComplete: true, hasChanged: false) }
        if !state.isCurrent {
            try await writing { db in
                if try !StoryState(in: db).isCurrent { try StoryState.begin(folds: true, in: db) }
            }
        }
        let portion = try await reading { try StoryPortion(upTo: max(count, 1), by: $0) }
        guard !portion.isEmpty else { return StoryProgress(isComplete: true, hasChanged: false) }
        let prepared = await PreparedTraits(portion)
        return try await labelling { labels, db in
            try StorySweep(by: labels, in: db).write(portion, prepared)
        }
    }
}

/// Looks behind large commits, and at what is stored when it begins.
struct StorySweep: ~Copyable {
    private let db: Database
    private let labels: LabelWriting

    init(by labels: LabelWriting, in db: Database) {
        self.db = db
        self.labels = labels
    }

    consuming func write(_ portion: StoryPortion, _ prepared: PreparedTraits) throws -> StoryProgress {
        let state = try StoryState(in: db)
        guard state.folds, state.isCurrent else { return StoryProgress(isComplete: !state.folds, hasChanged: true) }
        for number in portion.waiting {
            var delete = try SQLStatement("DELETE FROM story_wait WHERE id = ?", in: db)
            delete.bind(number)
            try delete.run()
        }
        if let move = portion.move {
            var update = try SQLStatement("UPDATE story_state SET cursor = ? WHERE cursor = ?", in: db)
            update.bind(move.end)
            update.bind(move.start)
            try update.run()
        }
        var book = try LabelIndexWriter(in: db)
        try book.meet(portion.numbers, prepared: prepared, by: labels)
        let hasChanged = !book.touched.isEmpty
        try book.finish(by: labels)
        return StoryProgress(isComplete: try StoryState.isDone(in: db), hasChanged: hasChanged)
    }
}
