import EngineConcepts
import GRDB

/// The stored settings within one transaction.
struct SettingRows {
    let db: Database

    /// Returns the values of those of `names` that have one.
    func values(of names: [String]) throws -> [String: String] {
        var values: [String: String] = [:]
        for name in names {
            var query = try db.query("SELECT value FROM setting WHERE name = ?", name)
            if try query.step() { values[name] = query.text(0) }
        }
        return values
    }

    /// Returns the values of all names that begin with `prefix`.
    func values(beginningWith prefix: String) throws -> [String: String] {
        let rows =
            try db.query(
                "SELECT name, value FROM setting WHERE substr(name, 1, length(?1)) = ?1", prefix
            )
            .rows { ($0.text(0), $0.text(1)) }
        // Names that differ for SQLite may be equal for Swift.
        return Dictionary(rows) { $1 }
    }

    func apply(_ change: SettingChange) throws {
        guard let value = change.value else {
            return try db.run("DELETE FROM setting WHERE name = ?", change.name)
        }
        try db.run("REPLACE INTO setting (name, value) VALUES (?, ?)", change.name, value)
    }
}
