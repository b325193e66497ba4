internal import EngineConcepts
internal import GRDB
internal import Synchronization

/// Finds or makes the rows of authors during one commit. Rows of authors are never changed and never used anew: who
/// changes their picture is a new row, and tickets keep the author that they came with.
struct AuthorWriter {
    /// By the source's name for them, which is cheaper to hash than all of them.
    private var numbers: [String: [(author: Author, number: Int64)]] = [:]

    /// The number of this author's row.
    mutating func number(of author: Author, in db: Database) throws -> Int64 {
        if let known = numbers[author.id]?.first(where: { $0.author == author }) { return known.number }
        let number = try find(author, in: db) ?? insert(author, in: db)
        numbers[author.id, default: []].append((author, number))
        return number
    }

    private func find(_ author: Author, in db: Database) throws -> Int64? {
        var query = try SQLStatement(
            """
            SELECT id FROM author
            WHERE name = ? AND source = ? AND handle IS ? AND avatar IS ? AND verified = ?
            """, in: db)
        query.bind(author.name)
        query.bind(author.id)
        query.bind(author.handle)
        query.bind(author.avatar)
        query.bind(author.isVerified)
        return try query.step() ? query.int64(0) : nil
    }

    private func insert(_ author: Author, in db: Database) throws -> Int64 {
        var insert = try SQLStatement(
            "INSERT INTO author (name, source, handle, avatar, verified) VALUES (?, ?, ?, ?, ?)", in: db)
        insert.bind(author.name)
        insert.bind(author.id)
        insert.bind(author.handle)
        insert.bind(author.avatar)
        insert.bind(author.isVerified)
        try insert.run()
        return db.lastInsertedRowID
    }
}

/// Reads authors, and keeps those that were read lately, so that tickets of one author share one value.
final class AuthorCache: Sendable {
    private let authors = Mutex<[Int64: Author]>([:])
    private let limit = 2000

    /// The author with this number; nil where there is none.
    func author(_ number: Int64, in db: Database) throws -> Author? {
        if let author = authors.withLock({ $0[number] }) { return author }
        var query = try SQLStatement("SELECT source, name, handle, avatar, verified FROM author WHERE id = ?", in: db)
        query.bind(number)
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
