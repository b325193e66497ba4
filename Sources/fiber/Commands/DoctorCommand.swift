import ArgumentParser
import EngineConcepts
import FiberConfiguration
import Foundation
import Storage
import TerminalUI

/// Checks everything that Fiber depends on, with advice for each fault.
struct DoctorCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Check terminal, configuration, store and sources.",
        discussion:
            "Asks no source for anything. Ends with status 1 (3 for configuration, 4 for the store) where something is wrong."
    )

    @OptionGroup var global: GlobalOptions

    @Flag(help: "Where the store is damaged, move it aside and make a new one of what can be read.")
    var recover = false

    func run() async throws {
        let directories = Directories(global)
        try checkTerminal()
        let (configuration, isUsable) = try checkConfiguration(directories)
        if recover { try await recoverStore(directories) }
        let store = try await checkStore(directories)
        var worst = max(configuration, store)
        if isUsable, store == .done { worst = max(worst, try await checkSources()) }
        if worst != .done {
            throw CommandFailure(worst, "Something needs attention: see above.")
        }
        try Console.print("All is well.")
    }

    private func checkTerminal() throws {
        let environment = ProcessInfo.processInfo.environment
        let terminal = TerminalEnvironment(environment)
        try Console.print(
            "terminal       \(environment["TERM"] ?? "none")  \(terminal.claimsTruecolor ? "24-bit colours" : "palette colours")"
        )
        if isatty(STDOUT_FILENO) == 0 {
            try Console.print("               standard output is no terminal: only the commands can be used here")
        }
    }

    /// Checks the user's files. Ignored entries are faults, but leave the files usable.
    private func checkConfiguration(_ directories: Directories) throws -> (status: ExitStatus, isUsable: Bool) {
        do {
            let configuration = try ConfigurationFile(path: directories.configurationFile)
            let keys = try ReaderKeys(configuration)
            let complaints =
                configuration.warnings + keys.complaints
                + ReaderLayouts(configuration).complaints + ReaderThemes(beside: configuration).complaints
            try Console.print(
                "configuration  \(directories.configurationFile)  \(complaints.isEmpty ? "well" : "has faults")")
            for line in complaints.flatMap({ $0.description.split(separator: "\n") }) {
                try Console.print("               \(line)")
            }
            for remark in keys.remarks { try Console.print("               \(remark)") }
            let library = try LibraryFile(path: directories.libraryFile).read()
            try Console.print("library        \(directories.libraryFile)  \(library.sources.count) sources")
            for warning in library.warnings {
                try Console.print("               \(warning)")
            }
            return (complaints.isEmpty && library.warnings.isEmpty ? .done : .configuration, true)
        } catch {
            try Console.print("configuration  \(error)")
            return (.configuration, false)
        }
    }

    private func recoverStore(_ directories: Directories) async throws {
        let report: RecoveryReport
        do {
            report = try await TrackDatabase.recover(path: directories.storeFile)
        } catch let error as StorageError {
            throw CommandFailure(error)
        }
        try Console.print(
            "recovery       \(report.savedTickets) tickets saved\(report.isIncomplete ? ", others could not be read" : "")"
        )
        try Console.print("               the damaged file is kept as \(report.damagedFile)")
    }

    private func checkStore(_ directories: Directories) async throws -> ExitStatus {
        let path = directories.storeFile
        guard FileManager.default.fileExists(atPath: path) else {
            try Console.print("store          \(path)  not made yet")
            return .done
        }
        do {
            let report = try await TrackDatabase(path: path).integrityReport()
            let megabytes = Double(report.byteCount) / 1_000_000
            try Console.print(
                "store          \(path)  \(report.tickets) tickets, \(report.shown) shown, "
                    + "\((megabytes * 10).rounded() / 10) MB")
            for problem in report.problems {
                try Console.print("               \(problem)")
            }
            guard report.problems.isEmpty else {
                try Console.print(
                    "               `fiber doctor --recover` saves what can be read, and keeps the damaged file.")
                return .store
            }
            return .done
        } catch {
            try Console.print("store          \(error)")
            return .store
        }
    }

    private func checkSources() async throws -> ExitStatus {
        // The warnings were printed above.
        try await AppContext.with(global, warns: false) { context in
            try await checkSources(of: context)
        }
    }

    private func checkSources(of context: AppContext) async throws -> ExitStatus {
        var worst = ExitStatus.done
        let suppliers = await context.engine.snapshot.suppliers
        let now = context.time.now()
        let names = context.distinctNames(of: suppliers.map(\.id))
        for status in suppliers {
            if case .failed(let error, let time) = status.condition {
                let name = names[status.id] ?? status.id.rawValue
                let message = Console.words(error.message(status.peace(at: now)))
                try Console.print("source         \(name)  failed \(time.rfc3339): \(message)")
                if let cause = error.cause { try Console.print("               \(cause)") }
                worst = .failed
            }
        }
        if worst == .done {
            try Console.print("sources        none has failed when it was last asked")
        }
        return worst
    }
}

extension ExitStatus: Comparable {
    static func < (lhs: ExitStatus, rhs: ExitStatus) -> Bool {
        lhs.rawValue < rhs.rawValue
    }
}
