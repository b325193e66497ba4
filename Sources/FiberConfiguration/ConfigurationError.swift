/// An error of a configuration file: a code, the place, a message and advice.
public struct ConfigurationError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of an error; stable, for programs.
    public enum Code: String, Hashable, Sendable {
        /// The file cannot be read.
        case unreadable
        /// The file cannot be written.
        case unwritable
        /// The file is not TOML.
        case syntax
        /// A value is not of its key's type.
        case value
        /// A name is unknown; its content is ignored.
        case unknownName
        /// A change would touch other lines of the reader.
        case unsafeEdit
        /// Something else in the file needs the item to be removed.
        case needed
    }

    public let code: Code
    /// The path of the file.
    public let file: String
    public let position: TOMLPosition?
    public let message: String
    public let advice: String

    public init(_ code: Code, file: String, at position: TOMLPosition? = nil, _ message: String, advice: String) {
        self.code = code
        self.file = file
        self.position = position
        self.message = message
        self.advice = advice
    }

    /// Makes an error about a name that is not among `known`, with the nearest name or all of them.
    public static func unknown(
        _ name: String, among known: [String], file: String, at position: TOMLPosition?, _ message: String
    ) -> ConfigurationError {
        ConfigurationError(
            .unknownName, file: file, at: position, message,
            advice: NearestName.hint(name, among: known) + "Mend the line, or take it out.")
    }

    /// `FILE:LINE:COLUMN: message` and, on a line of its own, the advice.
    public var description: String { "\(file):\(position.prefix) \(message)\n\(advice)" }

    /// The message and place for a screen, without the directories of the file.
    public var brief: String {
        let name = file.split(separator: "/").last.map(String.init) ?? file
        return "\(name):\(position.prefix) \(message)"
    }
}

/// A position in a TOML file; both numbers count from 1.
public struct TOMLPosition: Hashable, Sendable {
    public let line: Int
    /// The column, in characters.
    public let column: Int

    public init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }
}

extension TOMLPosition? {
    /// `LINE:COLUMN:`, to follow a file's name and a colon, or nothing if the position is unknown.
    var prefix: String {
        map { "\($0.line):\($0.column):" } ?? ""
    }
}
