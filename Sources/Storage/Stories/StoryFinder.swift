internal import GRDB

/// Finds the story of a ticket, within a transaction.
struct StoryFinder: ~Copyable {
    /// True if there may be stories.
    private var hasAny: Bool
    private var query: SQLStatement

    init(in db: Database) throws {
        let hasAny = try db.query("SELECT EXISTS (SELECT 1 FROM story_member)").isTrue()
        let query = try SQLStatement("SELECT story FROM story_member WHERE story_member.id = ?", in: db)
        self.hasAny = hasAny
        self.query = query
    }

    /// Returns the story's number, or `nil` if the ticket has none.
    mutating func story(of rowID: Int64) throws -> Int64? {
        guard hasAny else { return nil }
        query.bind(rowID)
        let story = try query.step() ? query.int64(0) : nil
        query.rewind()
        return story
    }

    /// Records that there are stories.
    mutating func begin() {
        hasAny = true
    }
}
