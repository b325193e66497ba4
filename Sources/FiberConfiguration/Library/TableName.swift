/// The kind and the name of a table of `library.toml`, `notes.toml` or `people.toml`.
struct TableName: Hashable {
    let kind: TableKind
    let name: String
}
