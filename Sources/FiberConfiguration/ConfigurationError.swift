/// Why a configuration file cannot be used: what, where, and what to do about it.
public struct ConfigurationError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What kind of thing went wrong; stable, for programs.
    public enum Code: String, Hashable, Sendable {
        /// The file cannot be read.
        case unreadable
        /// The file cannot be written.
        case unwritable
        /// The file is not TOML.
        case syntax
        /// A value is not what its key takes.
        case value
        /// A name is none that is known there; what stands under it counts for nothing.
        case unknownName
        /// A change could not be made without touching what the reader wrote.
        case unsafeEdit
        /// What is to be taken out is needed by something else that the file says.
        case needed
    }

    /// What kind of thing went wrong.
    public let code: Code
    /// Which file.
    public let file: String
    /// Where in it.
    public let position: TOMLPosition?
    /// What is wrong, in plain words.
    public let message: String
    /// What to do about it.
    public let advice: String

    /// Makes an error.
    public init(_ code: Code, file: String, at position: TOMLPosition? = nil, _ message: String, advice: String) {
        self.code = code
        self.file = file
        self.position = position
        self.message = message
        self.advice = advice
    }

    /// An error about a name that is none of `known`: with the one that may be meant, or else with those that there are.
    public static func unknown(
        _ name: String, among known: [String], file: String, at position: TOMLPosition?, _ message: String
    ) -> ConfigurationError {
        ConfigurationError(
            .unknownName, file: file, at: position, message,
            advice: NearestName.hint(name, among: known) + "Mend the line, or take it out.")
    }

    /// `FILE:LINE:COLUMN: message` and, on a line of its own, the advice.
    public var description: String { "\(file):\(position.prefix) \(message)\n\(advice)" }

    /// What is wrong and where, for a screen: the file's name alone, without the directories that lead to it.
    public var brief: String {
        let name = file.split(separator: "/").last.map(String.init) ?? file
        return "\(name):\(position.prefix) \(message)"
    }
}

/// A place in a TOML file; both numbers count from 1.
public struct TOMLPosition: Hashable, Sendable {
    /// The line.
    public let line: Int
    /// The column, in characters.
    public let column: Int

    /// Makes a position.
    public init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }
}

extension TOMLPosition? {
    /// `LINE:COLUMN:`, to stand behind a file's name and a colon; empty where the place is not known.
    var prefix: String {
        map { "\($0.line):\($0.column):" } ?? ""
    }
}
