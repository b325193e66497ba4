public import EngineConcepts

/// The reason why a terminal cannot be used.
public nonisolated enum TerminalError: PresentableError, Hashable {
    /// Standard input or output is not a terminal.
    case notATerminal
    /// No terminfo entry was found; holds the value of `TERM`.
    case unknownTerminal(String)
    /// The terminal cannot move its cursor; holds the value of `TERM`.
    case notCapable(String)
    /// A system call failed; holds its name and `errno`.
    case system(call: String, code: Int32)

    /// The error with its remedy.
    public var message: Message {
        switch self {
        case .notATerminal: Message("terminalNeeded")
        case .unknownTerminal(""): Message("terminalUnnamed")
        case .unknownTerminal(let name): Message("terminalUnknown", ["name": .text(name)])
        case .notCapable(let name): Message("terminalNotCapable", ["name": .text(name)])
        case .system: Message("terminalFailed")
        }
    }

    /// The system call and its error.
    public var cause: String? {
        if case .system(let call, let code) = self { "\(call) failed with error \(code)" } else { nil }
    }
}
