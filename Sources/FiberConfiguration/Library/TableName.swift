/// The kind and the name of a table of `library.toml`, `notes.toml` or `people.toml`.
struct TableName: Hashable {
    let kind: String
    let name: String

    /// The kind of the tables of `notes.toml`.
    static let noteKind = "note"
    /// The kind of the tables of `people.toml`.
    static let personKind = "person"

    /// Returns the key for the names of tables of a kind.
    static func nameKey(of kind: String) -> String {
        switch kind {
        case SourceTable.kind, AccountTable.kind: "id"
        case noteKind: "author"
        default: "name"
        }
    }

    /// Returns true for the kinds whose tables are edited: those of a library, and notes and people in their own files.
    static func isKnown(_ kind: String) -> Bool {
        UnknownLibraryContent.knownKeys[kind] != nil || kind == noteKind || kind == personKind
    }
}
