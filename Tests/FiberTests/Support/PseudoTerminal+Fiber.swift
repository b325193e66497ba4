import TerminalTestSupport
import Testing

extension PseudoTerminal {
    /// Types the key that quits Fiber from any screen, and expects the program to end without an error.
    func quit(sourceLocation: SourceLocation = #_sourceLocation) throws {
        try self.type("Q")
        let ending = try waitForExit()
        #expect(ending == .exited(0), sourceLocation: sourceLocation)
    }
}
