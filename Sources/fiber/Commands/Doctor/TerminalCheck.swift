import EngineConcepts
import Foundation
import TerminalDriver

/// The check of the terminal. Finds no failures.
enum TerminalCheck {
    /// Prints the kind of the terminal and its colours.
    static func run() throws {
        let environment = ProcessInfo.processInfo.environment
        let terminal = TerminalEnvironment(environment)
        let colors = terminal.claimsTruecolor ? Message("doctorTrueColors") : Message("doctorPaletteColors")
        try DoctorOutput.entry(Message("doctorTerminal"), environment["TERM"] ?? "-", Console.text(colors))
        if isatty(STDOUT_FILENO) == 0 { try DoctorOutput.detail(Message("doctorNoTerminal")) }
    }
}
