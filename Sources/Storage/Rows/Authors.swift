internal import EngineConcepts
internal import GRDB
internal import Synchronization

/// Finds or inserts authors during one commit. Rows of authors never change: a new avatar makes a new row, and tickets
/// keep the author that they arrived with.
struct AuthorWriter {
    /// The known rows by the source's identifier, which is cheaper to hash than an author.
    private var numbers: [String: [(author: Author, number: Int64)]] = [:]

    /// Returns the number of an author's row, which it inserts if necessary.
    mutating func number(of author: Author, in db: Database) throws -> Int64 {
        if let known = numbers[author.id]?.first(where: { $0.author == author }) { return known.number }
        let number = try find(author, in: db) ?? insert(author, in: db)
        numbers[author.id, default: []].append((author, number))
        return number
    }

    private func find(_ author: Author, in db: Database) throws -> Int64? {
        var query = try db.query(
            """
            SELECT id FROM author
            WHERE name = ? AND source = ? AND handle IS ? AND avatar IS ? AND verified = ?
            """, author.name, author.id, author.handle, author.avatar, author.isVerified)
        return try query.step() ? query.int64(0) : nil
    }

    private func insert(_ author: Author, in db: Database) throws -> Int64 {
        try db.run(
            "INSERT INTO author (name, source, handle, avatar, verified) VALUES (?, ?, ?, ?, ?)", author.name,
            author.id, author.handle, author.avatar, author.isVerified)
        return db.lastInsertedRowID
    }
}

/// A cache of authors, so that the tickets of an author share one value.
final class AuthorCache: Sendable {
    private let authors = Mutex<[Int64: Author]>([:])
    private let limit = 2000

    /// Returns the author with this number, or `nil` if there is none.
    func author(_ number: Int64, in db: Database) throws -> Author? {
        if let author = authors.withLock({ $0[number] }) { return author }
        var query = try db.query("SELECT source, name, handle, avatar, verified FROM author WHERE id = ?", number)
        guard try query.step() else { return nil }
        let author = Author(
            id: query.text(0), name: query.text(1), handle: query.optionalText(2), avatar: query.optionalText(3),
            isVerified: query.flag(4))
        authors.withLock { authors in
            if authors.count >= limit {
                authors.removeAll(keepingCapacity: true)
            }
            authors[number] = author
        }
        return author
    }
}
