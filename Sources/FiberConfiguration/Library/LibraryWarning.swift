public import EngineConcepts
import TOMLKit

/// A part of a file with entries, such as `library.toml`, that is ignored.
public struct LibraryWarning: Hashable, Sendable, CustomStringConvertible {
    /// The message with its place.
    public let message: Message
    /// The error because of which an entry is off, or `nil` if none is.
    private let error: ConfigurationError?
    /// The name of that entry, if it is readable.
    public let name: String?
    /// Its table, or `nil` if none is left out or the tables of the kind cannot be read at all.
    let table: TableNumber?

    /// Creates a warning about a part that is ignored or changed.
    init(_ message: Message) {
        self.message = message
        error = nil
        name = nil
        table = nil
    }

    /// Creates a warning about an entry that is off. One that is given is left out.
    init(_ error: ConfigurationError, about entry: TableEntry? = nil) {
        message = error.message
        self.error = error
        name = entry?.table["name"]?.string
        table = entry.map { TableNumber(kind: $0.kind, index: $0.index) }
    }

    /// True if an entry is off because of it.
    public var turnsSomethingOff: Bool { error != nil }

    /// The message without the file's name and advice, or `nil` if nothing is left out.
    public var failure: Message? { error?.failure }

    /// The position, or `nil` if it is unknown or nothing is left out.
    public var position: TOMLPosition? { error?.position }

    public var description: String { message.description }
}

/// A table of an array by its place, as several tables can have the same name.
struct TableNumber: Hashable, Sendable {
    let kind: TableKind
    /// The index among the tables of the kind.
    let index: Int
}
