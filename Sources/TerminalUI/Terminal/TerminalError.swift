/// The reason why a terminal cannot be used.
public nonisolated enum TerminalError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Standard input or output is not a terminal.
    case notATerminal
    /// No terminfo entry was found; holds the value of `TERM`.
    case unknownTerminal(String)
    /// The terminal cannot move its cursor; holds the value of `TERM`.
    case notCapable(String)
    /// A system call failed; holds its name and `errno`.
    case system(call: String, code: Int32)

    /// The error with its remedy.
    public var description: String {
        switch self {
        case .notATerminal:
            "Standard input and output must be a terminal to show the timeline. "
                + "In a script, use “fiber timeline” or “fiber timeline --json”."
        case .unknownTerminal(let name):
            "No description of the terminal “\(name)” was found. Set TERM to a terminal that this machine knows, "
                + "such as xterm-256color, or install the description (Debian: ncurses-term). “fiber --linear” needs none."
        case .notCapable(let name):
            "The terminal “\(name)” cannot place its cursor. “fiber --linear” needs only lines, and “fiber timeline” prints "
                + "the timeline; or set TERM to what the terminal is."
        case .system(let call, let code):
            "The terminal could not be prepared: \(call) failed with error \(code)."
        }
    }
}
