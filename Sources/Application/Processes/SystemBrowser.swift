import EngineConcepts
package import FiberConfiguration
import Foundation
import Subprocess
import Synchronization
package import ViewModels

/// Opens links with the program that the settings and the environment choose. The address is one argument; no shell is
/// involved.
package final class SystemBrowser: BrowserOpening {
    private let latestChoice: Mutex<BrowserChoice>

    package init(_ settings: Settings) { latestChoice = Mutex(Self.choice(settings)) }

    package var choice: BrowserChoice { latestChoice.withLock(\.self) }

    /// Chooses again by changed settings.
    package func apply(_ settings: Settings) {
        let new = Self.choice(settings)
        latestChoice.withLock { $0 = new }
    }

    private static func choice(_ settings: Settings) -> BrowserChoice {
        let environment = ProcessInfo.processInfo.environment
        return BrowserChoice(settings: settings, environment: environment, system: system) { program in
            ExecutableSearch.finds(program, in: environment["PATH"] ?? "")
        }
    }

    package func run(_ program: BrowserChoice.Program, for url: String) async throws {
        let result: ProgramResult
        do {
            result = try await ProgramRunner.execute(
                ProgramCall(name: program.words.first ?? "", words: program.words, usesTerminal: program.needsTerminal))
        } catch {
            throw failure(of: program, url, "\(error)")
        }
        guard result.end == .exited(0) else { throw failure(of: program, url, "\(result.end)") }
    }

    private func failure(of program: BrowserChoice.Program, _ url: String, _ cause: String) -> SupplierError {
        let name = program.words.first ?? ""
        return SupplierError(
            .refused,
            Message(
                "linkNotOpened",
                ["program": .text(name), "address": .text(url), "setting": .text(program.setting)]), cause: cause)
    }

    #if os(macOS)
    private static let system = "open"
    #else
    private static let system = "xdg-open"
    #endif
}
