internal import GRDB

/// Finds the story that a ticket tells, within a transaction.
struct StoryMemberFinder: ~Copyable {
    /// Whether there may be any.
    private var hasAny: Bool
    private var query: SQLStatement

    init(in db: Database) throws {
        var any = try SQLStatement("SELECT EXISTS (SELECT 1 FROM telling)", in: db)
        let hasAny = try any.step() && any.flag(0)
        let query = try SQLStatement("SELECT story FROM telling WHERE telling.id = ?", in: db)
        self.hasAny = hasAny
        self.query = query
    }

    /// The story's number; nil where no other ticket tells it.
    mutating func story(of number: Int64) throws -> Int64? {
        guard hasAny else { return nil }
        query.bind(number)
        let story = try query.step() ? query.int64(0) : nil
        query.rewind()
        return story
    }

    /// From now on there are some.
    mutating func begin() {
        hasAny = true
    }
}
