import Application
import ArgumentParser
import EngineConcepts
import FiberConfiguration
import Foundation
import Networking
import TerminalDriver

/// Checks everything that Fiber depends on, with advice for each failure.
struct DoctorCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor", abstract: "Check terminal, configuration, store, free disk space and sources.",
        discussion: """
            Sends no requests. Writes 4 MB beside the store and removes them again, to find a full disk. The exit status is \
            1 (3 for configuration, 4 for the store) if there is a problem.

            With --recover, a store that is sound stays as it is. Of a damaged one, the items with their marks, what the \
            sources have delivered, your choices and what waits in the outbox are copied as far as they can be read, and what \
            is lost is named; `fiber refresh` then gets the items that the sources still have. The damaged file is kept \
            beside the new one. Close Fiber first, since an open one would go on writing to the damaged file. Your sources, \
            topics and rules are in library.toml and not in the store.
            """)

    @OptionGroup var global: GlobalOptions

    @Flag(help: "If the store is damaged, recover what can be read into a new one, and keep the damaged file.")
    var recover = false

    @OptionGroup var output: OutputOptions

    func run() async throws {
        try global.checkConfiguration()
        let directories = global.directories
        var worst = ExitStatus.done
        func print(_ entries: DoctorEntry?...) throws {
            for entry in entries.compactMap(\.self) {
                worst = max(worst, entry.status)
                try entry.print(as: output.form)
            }
        }
        try print(terminal, proxies)
        let files = FilesCheck.run(in: directories)
        for entry in files.entries { try print(entry) }
        if recover { try print(await StoreRecovery.run(in: directories)) }
        StoreCopy.removeLeftovers()
        let store = await StoreCheck.run(in: directories)
        try print(store.entry)
        if let configuration = files.configuration, store.isUsable {
            let sources = try await SourcesCheck.run(in: directories, configuration, as: output.form)
            for entry in sources { try print(entry) }
        }
        try print(log(in: directories), crash(in: directories))
        if worst != .done { throw CommandFailure(worst, Message("doctorFoundFaults")) }
        if output.form.isText { try Console.print(Message("doctorFoundNothing")) }
    }

    /// Returns the place of the log, with its latest warnings and errors, which do not count as failures of this check.
    private func log(in directories: Directories) -> DoctorEntry {
        let log = LogFile(directory: directories.state)
        return DoctorEntry(
            Message("doctorLog"), .verbatim(log.path),
            details: log.lines(atLeast: .warning).suffix(5).map { .verbatim($0) })
    }

    /// Returns the last crash whose record is stored, which does not count as a failure of this check, or `nil` without any.
    private func crash(in directories: Directories) -> DoctorEntry? {
        do {
            guard let crash = try CrashRecord.newest(in: directories.state) else { return nil }
            let crashed = Message("doctorCrashed", ["time": .local(crash.time), "reason": .message(crash.reason)])
            return DoctorEntry(
                Message("doctorCrash"), .verbatim(crash.path), crashed, details: [Message("doctorCrashAdvice")])
        } catch {
            return DoctorEntry(Message("doctorCrash"), failure: error, status: .done)
        }
    }

    /// The kind of the terminal and its colours, which are never failures.
    private var terminal: DoctorEntry {
        let environment = ProcessInfo.processInfo.environment
        let terminal = TerminalEnvironment(environment)
        let colors = terminal.claimsTruecolor ? Message("doctorTrueColors") : Message("doctorPaletteColors")
        return DoctorEntry(
            Message("doctorTerminal"), .verbatim(environment["TERM"] ?? "-"), colors,
            details: isatty(STDOUT_FILENO) == 0 ? [Message("doctorNoTerminal")] : [])
    }

    /// The proxies of the environment without their logins, or `nil` if there are none. They are never failures.
    private var proxies: DoctorEntry? {
        let proxies = ProxySettings(environment: ProcessInfo.processInfo.environment)
        let parts = [("http", proxies.http), ("https", proxies.https)]
            .compactMap { scheme, proxy in proxy.map { "\(scheme): \($0.endpoint)" } }
        guard !parts.isEmpty else { return nil }
        let exceptions = proxies.exceptions.isEmpty ? [] : ["no_proxy: \(proxies.exceptions.joined(separator: ", "))"]
        return DoctorEntry(Message("doctorProxies"), columns: (parts + exceptions).map { .verbatim($0) })
    }
}
