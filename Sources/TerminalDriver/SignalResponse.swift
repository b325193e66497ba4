import LibC

/// The response of a terminal to a signal of the process.
nonisolated enum SignalResponse: Equatable {
    /// Do nothing.
    case ignore
    /// Read the size of the window.
    case readSize
    /// Restore the terminal, then stop the process.
    case suspend
    /// Stop the process and leave the terminal to the program that has it.
    case stop
    /// Set the terminal's modes again if the process is in the foreground: after SIGSTOP, which cannot be caught, the shell may
    /// have changed them.
    case resume
    /// Tell the event loop to end.
    case end(TerminationSignal)

    /// Decides on the response.
    ///
    /// - Parameter isAway: True while another program has the terminal. It shares the process group and so its signals.
    init(to signal: Int32, isAway: Bool) {
        self =
            switch (signal, isAway) {
            // The keys of the other program: it decides what they mean. The size is read when it ends.
            case (SIGINT, true), (SIGQUIT, true), (SIGWINCH, true), (SIGCONT, true): .ignore
            // The shell waits for the whole process group to stop.
            case (SIGTSTP, true): .stop
            case (SIGTSTP, false): .suspend
            case (SIGWINCH, false): .readSize
            case (SIGCONT, false): .resume
            default: TerminationSignal(rawValue: signal).map(SignalResponse.end) ?? .ignore
            }
    }
}
