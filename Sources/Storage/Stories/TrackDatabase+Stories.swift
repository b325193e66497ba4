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

    /// Looks at up to `count` of the tickets that nobody has looked at, newest first, in one short transaction.
    public func fold(upTo count: Int) async throws -> StoryProgress {
        let isDone = try await reading { reading in
            let state = try StoryState(in: reading.db)
            var waiting = try Command("SELECT EXISTS (SELECT 1 FROM story_wait)", in: reading.db)
            return try !state.folds || state.isCurrent && state.cursor == nil && !(waiting.step() && waiting.flag(0))
        }
        if isDone { return StoryProgress(isComplete: true, hasChanged: false) }
        return try await labelling { labels, db in
            try StorySweep(by: labels, in: db).run(upTo: max(count, 1))
        }
    }
}

/// Looks behind large commits, and at what is stored when it begins.
private struct StorySweep: ~Copyable {
    private let db: Database
    private let labels: LabelWriting

    init(by labels: LabelWriting, in db: Database) {
        self.db = db
        self.labels = labels
    }

    consuming func run(upTo count: Int) throws -> StoryProgress {
        if try !StoryState(in: db).isCurrent { try StoryState.begin(folds: true, in: db) }
        var numbers = try numbers("SELECT id FROM story_wait ORDER BY id DESC LIMIT ?", [Int64(count)])
        for number in numbers {
            var delete = try Command("DELETE FROM story_wait WHERE id = ?", in: db)
            delete.bind(number)
            try delete.run()
        }
        let room = count - numbers.count
        let cursor = try StoryState(in: db).cursor
        var isComplete = cursor == nil && room > 0
        if let cursor, room > 0 {
            let below = try self.numbers(
                "SELECT id FROM place NOT INDEXED WHERE id < ? ORDER BY id DESC LIMIT ?", [cursor, Int64(room)])
            isComplete = below.count < room
            var update = try Command("UPDATE story_state SET cursor = ?", in: db)
            update.bind(isComplete ? nil : below.last)
            try update.run()
            numbers = Array(Set(numbers + below))
        }
        var book = try Bookkeeping(in: db)
        // Numbers grow with time: who told it first is said to have come first.
        try book.meet(numbers.sorted(), by: labels)
        let hasChanged = !book.touched.isEmpty
        try book.finish(by: labels)
        return StoryProgress(isComplete: isComplete, hasChanged: hasChanged)
    }

    private func numbers(_ sql: String, _ arguments: [Int64]) throws -> [Int64] {
        var query = try Command(sql, in: db)
        for argument in arguments {
            query.bind(argument)
        }
        var numbers: [Int64] = []
        while try query.step() {
            numbers.append(query.int64(0))
        }
        return numbers
    }
}
