public import EngineConcepts

/// A program to run, with its arguments. There is no shell between them unless the words name one.
public nonisolated struct ProgramCall: Equatable, Sendable {
    /// A file that exists while the program runs. Its path is the last argument.
    public struct File: Equatable, Sendable {
        /// The name, without a directory.
        public var name: String
        public var text: String
    }

    /// The name for messages.
    public var name: String
    /// The program and its arguments.
    public var words: [String]
    /// The variables that are added to the environment.
    public var variables: [String: String]
    /// The bytes on its standard input. Without them, the input is empty, or the terminal if it has that.
    public var input: [UInt8]?
    /// The file that it opens, or `nil` for none.
    public var file: File?
    /// True if the program gets the terminal; otherwise it runs in the background, without access to it.
    public var usesTerminal: Bool
    /// The question to press a key, shown after the program has ended so that its output can be read, or `nil` to
    /// return at once.
    public var question: String?

    public init(
        name: String, words: [String], variables: [String: String] = [:], input: [UInt8]? = nil, file: File? = nil,
        usesTerminal: Bool = false, question: String? = nil
    ) {
        self.name = name
        self.words = words
        self.variables = variables
        self.input = input
        self.file = file
        self.usesTerminal = usesTerminal
        self.question = question
    }
}

/// The end of a program.
public nonisolated struct ProgramResult: Equatable, Sendable {
    /// The ways in which a program ends.
    public enum End: Equatable, Sendable {
        /// By itself, with this exit status.
        case exited(Int)
        /// By a signal with this number.
        case signaled(Int)
    }

    public var end: End
    /// The first line of its standard error, or empty if there was none or it went to the terminal.
    public var error: String
    /// The text of the call's file afterwards, or `nil` if it has none.
    public var fileText: String?

    public init(_ end: End, error: String = "", fileText: String? = nil) {
        self.fileText = fileText
        self.end = end
        self.error = error
    }
}

/// The file or directory for a saved item.
public nonisolated enum SaveDestination: Equatable, Sendable {
    /// Exactly this file or, if it is a directory, a new file of this name in it. Nothing is replaced.
    case path(String, name: String)
    /// A new file in this directory with this name, and a number if the name is taken.
    case directory(String, name: String)
}

/// Runs programs, and writes files for them.
public protocol ProgramRunning: Sendable {
    nonisolated var environment: [String: String] { get }

    /// Returns the reason why a program of this name or path cannot be run, or `nil` if it is found.
    nonisolated func refusal(toRun program: String) -> Message?

    /// Returns the reason why no file can be written to a path or into a directory, or `nil` if none is known before it is
    /// tried.
    nonisolated func refusal(toSaveTo path: String) -> Message?

    /// Returns the names in a directory that begin with a text, those of directories with a slash at the end.
    nonisolated func names(in directory: String, beginningWith start: String) async -> [String]

    /// Runs a program and returns after its end. Throws a ``PresentableError`` if it cannot be started.
    nonisolated func run(_ call: ProgramCall) async throws -> ProgramResult

    /// Writes a new file and returns its path.
    nonisolated func save(_ bytes: [UInt8], to destination: SaveDestination) async throws -> String

    /// Draws items on one card in the theme of the settings.
    nonisolated func card(of contents: [TicketContent], as form: CardForm) async throws -> [UInt8]

    /// Returns an item as one line of JSON, as commands print it.
    nonisolated func json(of entry: TrackEntry, shownAs presentation: Presentation) async throws -> String
}

/// Lends the terminal to programs.
public protocol TerminalLending: AnyObject {
    /// Leaves the screen to `work`, and draws it again afterwards. No key is read meanwhile.
    func lendTerminal(during work: () async throws -> Void) async throws
}
