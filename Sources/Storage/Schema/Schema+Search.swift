import Queries

/// The full-text index: the words of each ticket (``Queries/SearchDocument``) under its row ID, which grows with time, so
/// that newest first needs no sort. It stores no texts: removing an entry takes the words that it was added with (see
/// ``SearchIndexWriter``).
///
/// It is built in the background: `search_wait` lists tickets that are not indexed yet, and nothing below
/// `search_state.cursor` is. A search asks the index and looks at the other tickets itself.
extension Schema {
    static let search = """
        CREATE TABLE search_state (
            id INTEGER PRIMARY KEY CHECK (id = 1),
            version INTEGER NOT NULL,
            cursor INTEGER
        ) STRICT;
        CREATE TABLE search_wait (id INTEGER PRIMARY KEY) STRICT;
        INSERT INTO search_state VALUES (1, \(SearchDocument.version), (SELECT max(id) + 1 FROM place));

        \(searchIndex);
        """

    /// The empty index. Short prefixes, which are typed first, have indexes of their own.
    static var searchIndex: String {
        let columns = SearchDocument.columns.joined(separator: ", ")
        let tokenizer = SearchDocument.tokenizer.replacing("'", with: "''")
        return """
            CREATE VIRTUAL TABLE search USING fts5(
                \(columns), content = '', prefix = '2 3', tokenize = '\(tokenizer)')
            """
    }
}
