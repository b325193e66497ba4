/// The signals that ask a program to end.
public nonisolated enum TerminationSignal: Int32, Hashable, Sendable {
    /// SIGHUP: the terminal was closed.
    case hangUp = 1
    /// SIGINT.
    case interrupt = 2
    /// SIGQUIT.
    case quit = 3
    /// SIGTERM.
    case terminate = 15
}
