/// The state of the command line.
public nonisolated struct CommandLineState: Equatable, Sendable {
    /// The typed text.
    public var text = ""
    /// The completions, best first. Without text, all commands in the table's order. After the name of a command, its
    /// arguments, or the command itself if any text is possible.
    public var matches: [CommandMatch] = []
    /// The index of the match that Tab has put into the line, or `nil` for none.
    public var selected: Int?
    /// The reason why the line cannot be run, set after an attempt.
    public var failure: String?
}

/// A completion of the command line.
public nonisolated struct CommandMatch: Equatable, Sendable {
    /// The name of the command or of its argument.
    public var name: String
    /// The kind of argument to follow, such as `URL`, or `nil` for none.
    public var argument: String?
    /// The description of the command, or empty for an argument.
    public var help: String
    /// The indices of the characters in ``name`` that were typed.
    public var matched: Set<Int>
    /// The line after this completion.
    var line: String
}
