import EngineConcepts
import GRDB
import Synchronization

/// A cache of authors, so that the tickets of an author share one value.
final class AuthorCache: Sendable {
    private let authors = Mutex<[Int64: Author]>([:])
    private let maximumAuthors = 2000

    /// Returns the author with this row ID. Throws if there is none: authors are never removed.
    func author(_ rowID: Int64, in db: Database) throws -> Author {
        guard let author = try find(rowID, in: db) else { throw DamagedContent("the author \(rowID) is missing") }
        return author
    }

    /// Returns the author with this row ID, or `nil` if a damaged store has none.
    func find(_ rowID: Int64, in db: Database) throws -> Author? {
        if let author = authors.withLock({ $0[rowID] }) { return author }
        var query = try db.query("SELECT source, name, handle, avatar, verified FROM author WHERE id = ?", rowID)
        guard try query.step() else { return nil }
        let author = Author(
            id: query.text(0), name: query.text(1), handle: query.optionalText(2), avatar: query.optionalText(3),
            isVerified: query.flag(4))
        authors.withLock { authors in
            if authors.count >= maximumAuthors {
                authors.removeAll(keepingCapacity: true)
            }
            authors[rowID] = author
        }
        return author
    }
}
