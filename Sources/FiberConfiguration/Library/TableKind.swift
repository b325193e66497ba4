/// The kinds of tables of which the user's files have arrays. The raw value is the name of the array.
enum TableKind: String, Sendable {
    // In `library.toml`.
    case source, account, topic, rule, commentary
    /// In `notes.toml`.
    case note
    /// In `people.toml`.
    case person
    // In `config.toml`.
    case command, macro

    /// The key for the names of the tables.
    var nameKey: String {
        switch self {
        case .source, .account: "id"
        case .note: "author"
        case .topic, .rule, .commentary, .person, .command, .macro: "name"
        }
    }

    /// True if Fiber edits the tables.
    var isEdited: Bool { self != .command && self != .macro }
}
