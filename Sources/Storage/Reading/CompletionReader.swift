import EngineConcepts
import GRDB

/// Reads words of stored tickets, for completion.
struct CompletionReader {
    let db: Database

    /// The number of contents that are searched for tags.
    private static let searchedContents: Int64 = 5000

    /// Returns handles that begin with `text`, ignoring case; those stored last first.
    func handles(beginningWith text: String, limit: Int) throws -> [String] {
        try db.query(
            """
            SELECT handle, max(id) FROM author WHERE handle LIKE ? ESCAPE '\\'
            GROUP BY lower(handle) ORDER BY max(id) DESC LIMIT ?
            """, "\(Self.escaped(text))%", Int64(limit)
        )
        .rows { $0.text(0) }
    }

    /// Returns tags of the newest tickets that begin with `text`, ignoring case; the most frequent first, and of those
    /// the shorter ones.
    func tags(beginningWith text: String, limit: Int) throws -> [String] {
        var query = try db.query(
            """
            SELECT tags FROM (SELECT tags FROM content ORDER BY id DESC LIMIT ?) WHERE tags LIKE ? ESCAPE '\\'
            """, Self.searchedContents, "%\u{1f}\(Self.escaped(text))%")
        let start = text.lowercased()
        var counts: [String: (spelling: String, count: Int)] = [:]
        while try query.step() {
            for tag in query.bytes(0).map(ContentRow.tags) ?? [] where tag.lowercased().hasPrefix(start) {
                counts[tag.lowercased(), default: (tag, 0)].count += 1
            }
        }
        return counts.values
            .sorted { ($1.count, $0.spelling.count, $0.spelling) < ($0.count, $1.spelling.count, $1.spelling) }
            .prefix(limit).map(\.spelling)
    }

    /// Returns `text` for use in a pattern of LIKE.
    private static func escaped(_ text: String) -> String {
        text.replacingScalars { "%_\\".unicodeScalars.contains($0) ? "\\\($0)" : nil }
    }
}
