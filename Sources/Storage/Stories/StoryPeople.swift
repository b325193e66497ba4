import EngineConcepts
import GRDB

/// The linked people with whom the store matches stories, within a transaction. When others are linked, tickets are matched
/// again.
struct StoryPeople {
    let db: Database

    /// The setting with the digest of the people.
    private static let setting = "stories.people"
    /// The number of the newest tickets that are matched again after a change. Older crossposts keep their rows.
    private static let maximumRematchedTickets: Int64 = 20_000

    /// The digest of these people, or 0 before the first.
    var digest: UInt64 {
        get throws { try SettingRows(db: db).value(of: Self.setting).flatMap { UInt64($0) } ?? 0 }
    }

    /// Changes to other people. The recent tickets of linked authors then wait to be matched, and those of stories, which may
    /// no longer belong together.
    func change(to people: People, authors: AuthorCache) throws {
        try SettingRows(db: db).apply(SettingChange(Self.setting, to: String(people.digest)))
        guard try StoryState(in: db).isEnabled else { return }
        var query = try db.query(
            """
            SELECT place.id, supplier, author, EXISTS (SELECT 1 FROM story_member WHERE story_member.id = place.id)
            FROM place JOIN content USING (id)
            WHERE deleted = 0 AND author IS NOT NULL ORDER BY place.id DESC LIMIT ?
            """, Self.maximumRematchedTickets)
        var known: [String: [Int64: Bool]] = [:]
        var affected: [Int64] = []
        while try query.step() {
            let (rowID, supplier, number) = (query.int64(0), query.text(1), query.int64(2))
            let isLinked: Bool
            if let answer = known[supplier]?[number] {
                isLinked = answer
            } else {
                let author = try authors.author(number, in: db)
                isLinked = author.flatMap { people.person(of: $0, in: SupplierID(supplier)) } != nil
                known[supplier, default: [:]][number] = isLinked
            }
            if isLinked || query.flag(3) { affected.append(rowID) }
        }
        try StoryState.enqueue(affected, in: db)
    }
}
