import EngineConcepts
import GRDB

/// Finds or inserts authors during one commit. Rows of authors never change: a new avatar makes a new row, and tickets
/// keep the author that they arrived with.
struct AuthorWriter {
    /// The known rows by the source's identifier, which is cheaper to hash than an author.
    private var rowIDs: [String: [(author: Author, rowID: Int64)]] = [:]

    /// Returns the row ID of an author, which it inserts if necessary.
    mutating func rowID(of author: Author, in db: Database) throws -> Int64 {
        if let known = rowIDs[author.id]?.first(where: { $0.author == author }) { return known.rowID }
        let rowID = try find(author, in: db) ?? insert(author, in: db)
        rowIDs[author.id, default: []].append((author, rowID))
        return rowID
    }

    private func find(_ author: Author, in db: Database) throws -> Int64? {
        try db.integer(
            """
            SELECT id FROM author
            WHERE name = ? AND source = ? AND handle IS ? AND avatar IS ? AND verified = ?
            """, author.name, author.id, author.handle, author.avatar, author.isVerified)
    }

    private func insert(_ author: Author, in db: Database) throws -> Int64 {
        try db.run(
            "INSERT INTO author (name, source, handle, avatar, verified) VALUES (?, ?, ?, ?, ?)", author.name,
            author.id, author.handle, author.avatar, author.isVerified)
        return db.lastInsertedRowID
    }
}
