internal import GRDB
internal import Queries

/// The full-text index: the words of each ticket as ``Queries/SearchDocument`` gives them, under the ticket's number, which
/// grows with its time: so newest first needs no sort.
///
/// The index keeps no texts of its own (they are in `content`), so what leaves it has to be told in the words that it came
/// with; see ``SearchIndexing``.
///
/// It is built behind commits. `search_wait` names the tickets whose words it does not have yet, and below
/// `search_state.cursor` it has none at all: that is how a store from before there was an index gets one, in the background
/// and newest first. Who searches asks the index, and looks at the rest itself.
extension Schema {
    static func createSearch(_ db: Database) throws {
        try db.execute(
            sql: """
                CREATE TABLE search_state (
                    id INTEGER PRIMARY KEY CHECK (id = 1),
                    version INTEGER NOT NULL,
                    cursor INTEGER
                ) STRICT;
                CREATE TABLE search_wait (id INTEGER PRIMARY KEY) STRICT;
                INSERT INTO search_state VALUES (1, \(SearchDocument.version), (SELECT max(id) + 1 FROM place));

                PRAGMA user_version = 4;
                """)
        try createSearchIndex(db)
    }

    /// The index without anything in it. Short beginnings of words have indexes of their own, since one types them first.
    static func createSearchIndex(_ db: Database) throws {
        let columns = SearchDocument.columns.joined(separator: ", ")
        let tokenizer = SearchDocument.tokenizer.replacing("'", with: "''")
        try db.execute(
            sql: """
                CREATE VIRTUAL TABLE search USING fts5(
                    \(columns), content = '', prefix = '2 3', tokenize = '\(tokenizer)')
                """)
    }
}
