public import EngineConcepts
import TOMLKit

/// A part of `library.toml` that is ignored.
public struct LibraryWarning: Hashable, Sendable, CustomStringConvertible {
    /// The message with its place.
    public let message: Message
    /// True if a topic or a rule of the user is left out because of it.
    public let turnsSomethingOff: Bool
    /// The name of that topic or rule, if it is readable.
    public let name: String?
    /// Its table, or `nil` if nothing is left out or the tables of the kind cannot be read at all.
    let table: TableNumber?
    /// The message without the file's name and advice, or `nil` if nothing is left out.
    public let failure: Message?
    /// The position, or `nil` if it is unknown.
    public let position: TOMLPosition?

    /// Creates a warning about a part that is ignored or changed.
    init(_ message: Message) {
        self.message = message
        turnsSomethingOff = false
        name = nil
        table = nil
        failure = nil
        position = nil
    }

    /// Creates a warning about a topic or rule that is left out.
    init(_ error: ConfigurationError, about entry: TableEntry? = nil) {
        message = error.message
        turnsSomethingOff = true
        name = entry?.table["name"]?.string
        table = entry.map { TableNumber(kind: $0.kind, index: $0.index) }
        failure = error.failure
        position = error.position
    }

    public var description: String { message.description }
}

/// A table of an array by its place, as several tables can have the same name.
struct TableNumber: Hashable, Sendable {
    let kind: String
    /// The index among the tables of the kind.
    let index: Int
}
