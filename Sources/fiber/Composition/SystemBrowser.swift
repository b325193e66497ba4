import EngineConcepts
import Subprocess
import Synchronization
import ViewModels

#if canImport(System)
import System
#else
import SystemPackage
#endif

/// Opens links with the program of the settings, or the system's own. The address is one argument; there is no shell.
final class SystemBrowser: BrowserOpening {
    private let chosen: Mutex<[String]>

    /// Opens links with this program and its first arguments; empty for the system's own.
    init(command: [String]) {
        chosen = Mutex(command)
    }

    /// Opens links with this program from now on.
    func take(command: [String]) {
        chosen.withLock { $0 = command }
    }

    func open(_ url: String) async throws {
        let command = chosen.withLock(\.self)
        let program = command.first ?? Self.standard
        // The terminal is Fiber's: a program that wrote to it would disturb the screen.
        let result = try await run(
            Executable(program), arguments: Arguments(Array(command.dropFirst()) + [url]), input: .none,
            output: .discarded, error: .discarded)
        guard result.terminationStatus.isSuccess else {
            throw SupplierError(.refused, "\(program) could not open \(url): \(result.terminationStatus).")
        }
    }

    #if os(macOS)
    private static let standard = "open"
    #else
    private static let standard = "xdg-open"
    #endif
}
