import EngineConcepts
import Subprocess
import Synchronization
import ViewModels

#if canImport(System)
import System
#else
import SystemPackage
#endif

/// Opens links with the configured program, or the system's default. The address is one argument; no shell is involved.
final class SystemBrowser: BrowserOpening {
    private let chosen: Mutex<[String]>

    /// - Parameter command: The program with its first arguments; empty for the system's default.
    init(command: [String]) {
        chosen = Mutex(command)
    }

    /// Replaces the program.
    func apply(command: [String]) {
        chosen.withLock { $0 = command }
    }

    func open(_ url: String) async throws {
        let command = chosen.withLock(\.self)
        let program = command.first ?? Self.standard
        // A program that wrote to the terminal would disturb the screen.
        let status: TerminationStatus
        do {
            status = try await run(
                Executable(program), arguments: Arguments(Array(command.dropFirst()) + [url]), input: .none,
                output: .discarded, error: .discarded
            )
            .terminationStatus
        } catch {
            throw failure(program, url, "\(error)")
        }
        guard status.isSuccess else { throw failure(program, url, "\(status)") }
    }

    private func failure(_ program: String, _ url: String, _ cause: String) -> SupplierError {
        SupplierError(
            .refused, Message("linkNotOpened", ["program": .text(program), "address": .text(url)]), cause: cause)
    }

    #if os(macOS)
    private static let standard = "open"
    #else
    private static let standard = "xdg-open"
    #endif
}
