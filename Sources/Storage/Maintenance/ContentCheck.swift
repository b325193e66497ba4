import EngineConcepts
import GRDB

/// Decodes the contents of all tickets, their previous ones, and the pending actions. SQLite's own check follows the pages of a
/// long content, but does not know what belongs on them.
struct ContentCheck {
    let db: Database

    /// The number of damaged contents after which the check ends.
    private static let maximumFailures = 20

    /// Returns the checks that failed, as sentences.
    func failures() throws -> [String] {
        let contents = ContentReader(db: db, authors: AuthorCache())
        var failures: [String] = []
        for table in ["content", "former_content"] {
            // In the order of the contents, not in that of an index of places.
            var query = try SQLStatement(
                "SELECT supplier, item, \(ContentRow.columns) FROM \(table) CROSS JOIN place USING (id)", in: db)
            while failures.count < Self.maximumFailures, try query.step() {
                let id = TicketID(supplier: SupplierID(query.text(0)), item: query.text(1))
                do {
                    _ = try contents.ticket(at: OrderKey(age: 0, native: 0, id), in: query, from: 2)
                    guard ContentRow.hasValidTexts(query, from: 2) else {
                        throw DamagedContent("a text that is not UTF-8")
                    }
                } catch let damage as DamagedContent {
                    failures.append("the content of \(id) is damaged: \(damage.detail)")
                }
            }
        }
        do {
            _ = try OutboxRows(db: db).all()
        } catch let damage as DamagedContent {
            failures.append(damage.detail)
        }
        return failures
    }
}
