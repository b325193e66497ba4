import EngineConcepts
import GRDB
import Synchronization

/// A cache of authors, so that the tickets of an author share one value. Those of a transaction that failed must not get into
/// one that outlasts it: their row IDs are used again.
final class AuthorCache: Sendable {
    private let authors = Mutex<[Int64: Author]>([:])
    private let maximumAuthors = 2000

    /// Returns the author with this row ID, or `nil` if a damaged store has none: authors are never removed.
    func author(_ rowID: Int64, in db: Database) throws -> Author? {
        if let author = authors.withLock({ $0[rowID] }) { return author }
        let author = try db.query("SELECT source, name, handle, avatar, verified FROM author WHERE id = ?", rowID)
            .first {
                Author(
                    id: $0.text(0), name: $0.text(1), handle: $0.optionalText(2), avatar: $0.optionalText(3),
                    isVerified: $0.flag(4))
            }
        guard let author else { return nil }
        authors.withLock { authors in
            if authors.count >= maximumAuthors { authors.removeAll(keepingCapacity: true) }
            authors[rowID] = author
        }
        return author
    }
}
