import EngineConcepts

/// A field before a value, and its name as the user wrote it.
struct WrittenField {
    let field: Field
    let name: String

    /// The name for messages about it.
    var argument: [String: Message.Argument] { ["field": .text(name)] }
}
