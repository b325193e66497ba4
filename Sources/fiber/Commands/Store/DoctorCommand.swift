import Application
import ArgumentParser
import EngineConcepts
import EngineStandard
import FiberConfiguration
import Foundation
import Storage
import TerminalDriver
import TerminalUI
import WebText

/// Checks everything that Fiber depends on, with advice for each failure.
struct DoctorCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Check terminal, configuration, store, free disk space and sources.",
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
        let directories = global.directories
        Console.setLanguage(from: directories)
        try checkTerminal()
        let (configuration, file) = try checkConfiguration(directories)
        let recovery = try await recover ? recoverStore(directories) : .done
        StoreCopy.removeLeftovers()
        let store = try await checkStore(directories)
        var worst = max(configuration, recovery, store.status)
        if let file, store.isUsable { worst = max(worst, try await checkSources(file)) }
        try printLog(directories)
        if worst != .done {
            throw CommandFailure(worst, Message("doctorFoundFaults"))
        }
        try Console.print(Message("doctorFoundNothing"))
    }

    /// Prints where the log is, with its latest warnings and errors, which do not count as failures of this check.
    private func printLog(_ directories: Directories) throws {
        let log = LogFile(directory: directories.state)
        try print(Message("doctorLog"), log.path)
        for line in log.lines(atLeast: .warning).suffix(5) { try print(.verbatim(line)) }
    }

    private func checkTerminal() throws {
        let environment = ProcessInfo.processInfo.environment
        let terminal = TerminalEnvironment(environment)
        let colors = terminal.claimsTruecolor ? Message("doctorTrueColors") : Message("doctorPaletteColors")
        try print(Message("doctorTerminal"), environment["TERM"] ?? "-", Console.text(colors))
        if isatty(STDOUT_FILENO) == 0 { try print(Message("doctorNoTerminal")) }
    }

    /// Checks the user's files, and returns the settings if both can be used. Ignored entries are failures, but leave the
    /// files usable.
    private func checkConfiguration(_ directories: Directories) throws -> (ExitStatus, ConfigurationFile?) {
        do {
            let files = try CheckedConfiguration(ConfigurationFile(path: directories.configurationFile))
            let state = files.errors.isEmpty ? Message("conditionWell") : Message("doctorHasFaults")
            try print(Message("doctorConfiguration"), directories.configurationFile, Console.text(state))
            for error in files.errors { try print(error.message, cause: error.cause) }
            for warning in files.warnings { try print(.verbatim(warning)) }
            let library = try LibraryFile(path: directories.libraryFile, kinds: .known).read()
            let count = Message("doctorSourceCount", ["count": .number(library.sources.count)])
            try print(Message("doctorLibrary"), directories.libraryFile, Console.text(count))
            for warning in library.warnings { try print(warning.message) }
            return (files.errors.isEmpty && library.warnings.isEmpty ? .done : .configuration, files.configuration)
        } catch {
            try print(Message("doctorConfiguration"), error)
            return (.configuration, nil)
        }
    }

    /// Recovers the store unless it is sound. Throws while another Fiber uses it, which would go on writing to the damaged
    /// file. A recovery that loses something is a failure.
    private func recoverStore(_ directories: Directories) async throws -> ExitStatus {
        let path = directories.storeFile
        guard TrackDatabase.exists(at: path) else {
            throw CommandFailure(Message("noStoreToRecover", ["path": .text(path)]))
        }
        // Before the lease, which would tell that there was a store.
        try TrackDatabase.refuseStranger(at: path)
        let lease = WriterLease(forStoreAt: path, purpose: "fiber doctor")
        try await lease.acquire(within: .zero, time: SystemTimeSource(), reportingTo: .console)
        defer { lease.release() }
        let work = { try await TrackDatabase.recover(path: path) }
        guard let report = try await Console.showing(Message("doctorRecovers"), while: work) else {
            try print(Message("doctorRecovery"), Console.text(Message("doctorNothingToRecover")))
            return .done
        }
        let saved = Message("doctorSaved", ["tickets": .tickets(report.savedTickets)])
        try print(Message("doctorRecovery"), Console.text(saved))
        for part in RecoveryReport.Part.allCases where report.lostParts.contains(part) {
            switch part {
            case .items:
                let lost = report.lostTickets.map { Message("doctorLost", ["count": .number($0)]) }
                let others = report.savedTickets == 0 ? Message("doctorNoneSaved") : Message("doctorNotAllSaved")
                try print(lost ?? others)
                try print(Message("doctorLostAdvice"))
            case .sources: try print(Message("doctorSourcesLost"))
            case .settings: try print(Message("doctorSettingsLost"))
            case .removedItems: try print(Message("doctorRemovedLost"))
            case .outbox: try print(Message("doctorOutboxLost"))
            }
        }
        if report.ticketsWithoutAuthor > 0 {
            try print(Message("doctorAuthorsLost", ["tickets": .tickets(report.ticketsWithoutAuthor)]))
            if !report.lostParts.contains(.items) { try print(Message("doctorLostAdvice")) }
        }
        // A store that was missing leaves no damaged file.
        if TrackDatabase.exists(at: report.damagedFile) {
            try print(Message("doctorKeptFile", ["path": .text(report.damagedFile)]))
        }
        return report.isIncomplete ? .failed : .done
    }

    /// Checks the store. A store that cannot be written is a failure, but a copy of it can be checked and read.
    private func checkStore(_ directories: Directories) async throws -> (status: ExitStatus, isUsable: Bool) {
        let path = directories.storeFile
        guard TrackDatabase.exists(at: path) else {
            try print(Message("doctorStore"), path, Console.text(Message("doctorNoStore")))
            if StoreNote(directories).isStoreLost {
                try print(.sentences(StoreNote.isGone(directories), Message("putFileBack")))
                return (.store, true)
            }
            var folder = URL(filePath: path)
            repeat { folder.deleteLastPathComponent() } while access(folder.path, F_OK) != 0 && folder.path != "/"
            guard access(folder.path, W_OK) != 0 else { return (.done, true) }
            try print(StorageError(.readOnly, path: path).message)
            return (.store, true)
        }
        do {
            let copy = try StoreCopy(ofUnwritable: directories, reportingTo: .console)
            defer { copy?.remove() }
            let store = try TrackDatabase(path: copy?.directories.storeFile ?? path)
            let report = try await Console.showing(Message("doctorChecksStore")) { try await store.integrityReport() }
            let size = Message(
                "doctorStoreSize",
                [
                    "tickets": .tickets(report.tickets), "shown": .number(report.shown),
                    "size": .bytes(Int(clamping: report.byteCount)),
                ])
            try print(Message("doctorStore"), path, Console.text(size))
            let obstacle =
                copy == nil ? WriteProbe.error(besideStoreAt: path) : StorageError(.readOnly, path: path)
            if let obstacle { try print(obstacle.message, cause: obstacle.cause) }
            guard report.failures.isEmpty else {
                try print(Message("doctorStoreFaulty"))
                try print(Message("doctorRecover"))
                for line in report.failures { try print(.verbatim(line)) }
                return (.store, false)
            }
            return (obstacle == nil ? .done : .store, true)
        } catch {
            try print(Message("doctorStore"), error)
            return (.store, false)
        }
    }

    private func checkSources(_ configuration: ConfigurationFile) async throws -> ExitStatus {
        do {
            // The warnings were printed above.
            return try await AppContext.with(
                global.directories, reportingTo: .console, mode: .reading, warns: false, configuration: configuration
            ) { context in
                try await checkSources(of: context)
            }
        } catch let error as StorageError {
            // Such as a store that cannot be opened for want of space.
            try print(Message("doctorStore"), error)
            return .store
        }
    }

    private func checkSources(of context: AppContext) async throws -> ExitStatus {
        var worst = ExitStatus.done
        let suppliers = await context.engine.snapshot.suppliers
        let now = context.time.now()
        let names = context.library.distinctNames(of: suppliers.map(\.id))
        for source in context.library.sources where context.fetchGuard.isPaused(source.id) {
            let message = FetchGuard.message(for: source.id, named: source.shownName)
            try print(Message("doctorSource"), Console.text(message))
            worst = .failed
        }
        for status in suppliers {
            guard case .failed(let error, _) = status.condition else { continue }
            let name = names[status.id] ?? status.id.rawValue
            try print(Message("doctorSource"), name, Console.text(status.message(at: now)))
            if let cause = error.cause { try print(.verbatim(cause)) }
            worst = .failed
        }
        if let lost = try await context.lostLibrary() {
            try print(Message("doctorLibrary"), Console.text(lost))
            worst = .configuration
        } else if let unlisted = try await context.unlistedItems() {
            try print(Message("doctorLibrary"), Console.text(.sentences(unlisted, Message("unlistedAdvice"))))
        }
        worst = max(worst, try await checkNotes(of: context))
        if worst == .done {
            try print(Message("doctorSources"), Console.text(Message("doctorNoSourceFailed")))
        }
        return worst
    }

    /// Prints the user's notes on authors, the lists and the linked people, with what is wrong with them.
    private func checkNotes(of context: AppContext) async throws -> ExitStatus {
        var worst = ExitStatus.done
        let own = await context.notes.ownNotes
        let errors = await context.notes.notesErrors
        if !own.isEmpty || !errors.isEmpty {
            let count = Console.text(Message("notesCount", ["count": .number(own.count)]))
            try print(Message("doctorNotes"), context.directories.notesFile, count)
            for error in errors { try print(error) }
            if !errors.isEmpty { worst = .configuration }
        }
        let people = await context.notes.peopleEntries
        let failures = await context.notes.peopleErrors
        if !people.isEmpty || !failures.isEmpty {
            let count = Console.text(Message("peopleCount", ["count": .number(people.count)]))
            try print(Message("doctorPeople"), context.directories.peopleFile, count)
            for failure in failures { try print(failure) }
            if !failures.isEmpty { worst = .configuration }
        }
        for (list, record) in await context.notes.listRecords {
            try print(Message("doctorNotes"), list.name, Console.text(record.state))
            if record.failure != nil { worst = max(worst, .failed) }
        }
        return worst
    }

    private static let width = 15

    /// Prints a checked thing with its state.
    private func print(_ name: Message, _ parts: String...) throws {
        let name = Console.text(name)
        let space = String(repeating: " ", count: max(2, Self.width - name.count))
        try Console.print(name + space + parts.joined(separator: "  "))
    }

    /// Prints why a thing cannot be used, with the words of lower layers.
    private func print(_ name: Message, _ error: any Error) throws {
        try print(name, Console.text(Message(error)))
        if let cause = (error as? any PresentableError)?.cause { try print(.verbatim(cause)) }
    }

    /// Prints a detail of the thing above.
    private func print(_ detail: Message, cause: String? = nil) throws {
        let indent = String(repeating: " ", count: Self.width)
        try Console.print(indent + Console.text(detail))
        if let cause { try Console.print(indent + cause) }
    }
}
