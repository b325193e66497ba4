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

    func run() async throws {
        try global.checkConfiguration()
        let directories = global.directories
        try printTerminal()
        try printProxies()
        let (configuration, file) = try FilesCheck.run(in: directories)
        let recovery = try await recover ? StoreRecovery.run(in: directories) : .done
        StoreCopy.removeLeftovers()
        let store = try await StoreCheck.run(in: directories)
        var worst = max(configuration, recovery, store.status)
        if let file, store.isUsable { worst = max(worst, try await SourcesCheck.run(in: directories, file)) }
        try printLog(directories)
        try printCrash(directories)
        if worst != .done { throw CommandFailure(worst, Message("doctorFoundFaults")) }
        try Console.print(Message("doctorFoundNothing"))
    }

    /// Prints where the log is, with its latest warnings and errors, which do not count as failures of this check.
    private func printLog(_ directories: Directories) throws {
        let log = LogFile(directory: directories.state)
        try DoctorOutput.entry(Message("doctorLog"), log.path)
        for line in log.lines(atLeast: .warning).suffix(5) { try DoctorOutput.detail(.verbatim(line)) }
    }

    /// Prints the last crash whose record is stored, which does not count as a failure of this check.
    private func printCrash(_ directories: Directories) throws {
        let crash: CrashRecord.Crash?
        do {
            crash = try CrashRecord.newest(in: directories.state)
        } catch {
            return try DoctorOutput.entry(Message("doctorCrash"), error)
        }
        guard let crash else { return }
        let crashed = Message("doctorCrashed", ["time": .local(crash.time), "reason": .message(crash.reason)])
        try DoctorOutput.entry(Message("doctorCrash"), crash.path, Console.text(crashed))
        try DoctorOutput.detail(Message("doctorCrashAdvice"))
    }

    /// Prints the kind of the terminal and its colours, which are never failures.
    private func printTerminal() throws {
        let environment = ProcessInfo.processInfo.environment
        let terminal = TerminalEnvironment(environment)
        let colors = terminal.claimsTruecolor ? Message("doctorTrueColors") : Message("doctorPaletteColors")
        try DoctorOutput.entry(Message("doctorTerminal"), environment["TERM"] ?? "-", Console.text(colors))
        if isatty(STDOUT_FILENO) == 0 { try DoctorOutput.detail(Message("doctorNoTerminal")) }
    }

    /// Prints the proxies of the environment without their logins, if there are any. They are never failures.
    private func printProxies() throws {
        let proxies = ProxySettings(environment: ProcessInfo.processInfo.environment)
        let parts = [("http", proxies.http), ("https", proxies.https)]
            .compactMap { scheme, proxy in proxy.map { "\(scheme): \($0.endpoint)" } }
        guard !parts.isEmpty else { return }
        let exceptions = proxies.exceptions.isEmpty ? [] : ["no_proxy: \(proxies.exceptions.joined(separator: ", "))"]
        try DoctorOutput.entry(Message("doctorProxies"), (parts + exceptions).joined(separator: "  "))
    }
}
