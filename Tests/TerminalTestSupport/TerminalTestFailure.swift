/// A failure in a test of a program on a pseudo-terminal.
public struct TerminalTestFailure: Error, CustomStringConvertible {
    /// The message, with the screen if there is one.
    public let description: String

    init(_ description: String) { self.description = description }
}
