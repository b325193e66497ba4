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
    /// What else is wrong in the same file, where that is known.
    public private(set) var others: [ConfigurationError] = []

    /// Makes an error.
    public init(_ code: Code, file: String, at position: TOMLPosition? = nil, _ message: String, advice: String) {
        self.code = code
        self.file = file
        self.position = position
        self.message = message
        self.advice = advice
    }

    /// The first of `errors`, with the others behind it; nil where there are none.
    init?(all errors: [ConfigurationError]) {
        guard let first = errors.first else { return nil }
        self = first
        others = Array(errors.dropFirst())
    }

    /// An error about a name that is none of `known`: with the one that may be meant, where there is one.
    public static func unknown(
        _ name: String, among known: some Sequence<String>, file: String, at position: TOMLPosition?, _ message: String
    ) -> ConfigurationError {
        ConfigurationError(
            .unknownName, file: file, at: position, message,
            advice: NearestName.question(name, among: known) + "Mend the line, or take it out.")
    }

    /// `FILE:LINE:COLUMN: message` and, on a line of its own, the advice; then the same of the others.
    public var description: String {
        (["\(file):\(position.prefix) \(message)\n\(advice)"] + others.map(\.description)).joined(separator: "\n")
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
