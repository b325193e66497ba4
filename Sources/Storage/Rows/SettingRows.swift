import EngineConcepts
import GRDB

/// The stored settings within one transaction.
struct SettingRows {
    let db: Database

    /// Returns the value of `name`, or `nil` if it has none.
    func value(of name: String) throws -> String? {
        try db.query("SELECT value FROM setting WHERE name = ?", name).first { $0.text(0) }
    }

    /// Returns the values of all names that begin with `prefix`.
    func values(beginningWith prefix: String) throws -> [String: String] {
        let rows = try db.query("SELECT name, value FROM setting WHERE substr(name, 1, length(?1)) = ?1", prefix)
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
