extension TrackDatabase {
    /// Returns handles of stored authors that begin with `text`, such as `@bo`, ignoring case; those stored last first.
    public func handles(beginningWith text: String, limit: Int) async throws -> [String] {
        try await reading { try CompletionReader(db: $0.db).handles(beginningWith: text, limit: limit) }
    }

    /// Returns tags of the newest tickets that begin with `text`, ignoring case; the most frequent first.
    public func tags(beginningWith text: String, limit: Int) async throws -> [String] {
        try await reading { try CompletionReader(db: $0.db).tags(beginningWith: text, limit: limit) }
    }
}
