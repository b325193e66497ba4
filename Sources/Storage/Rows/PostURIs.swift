import EngineConcepts
import GRDB

/// The canonical URIs of tickets. Tickets with the same one show the same post.
struct PostURIs {
    let db: Database

    /// Returns the row IDs of the tickets of a post, in the Track or beside it, without deleted ones.
    func rowIDs(ofPost uri: String) throws -> [Int64] {
        try db.integers(
            "SELECT post_uri.id FROM post_uri JOIN place USING (id) WHERE uri = ? AND deleted <> 1 ORDER BY post_uri.id",
            ItemName(uri))
    }

    /// Returns the other tickets of a ticket's post.
    func copies(of rowID: Int64) throws -> [PlaceRow] {
        guard let uri = try db.query("SELECT uri FROM post_uri WHERE id = ?", rowID).first({ $0.text(0) }) else {
            return []
        }
        return try rowIDs(ofPost: uri).filter { $0 != rowID }.compactMap { try PlaceRow.undeleted($0, in: db) }
    }

    /// Returns the marks that the tickets of a post share, or `nil` if there is no ticket.
    func marks(ofPost uri: String) throws -> Marks? {
        guard let rowID = try rowIDs(ofPost: uri).first else { return nil }
        var marks = try PlaceRow.undeleted(rowID, in: db)?.marks
        marks?.isStoryUnfolded = false
        return marks
    }

    /// Stores the URI of a ticket; `nil` removes it.
    func set(_ uri: String?, of rowID: Int64) throws {
        guard let uri else { return try db.run("DELETE FROM post_uri WHERE id = ?", rowID) }
        try db.run("REPLACE INTO post_uri (id, uri) VALUES (?, ?)", rowID, ItemName(uri))
    }
}
