package import EngineConcepts
import EngineStandard
package import FiberConfiguration
import Networking
import Storage
import WebText

extension AppContext {
    /// Opens a context, runs `work`, and closes the context, also after an error. A command that only reads works on a copy
    /// of a store that cannot be written, and makes none where there is none.
    ///
    /// - Parameters:
    ///   - command: The name of this process for others that want the lease.
    ///   - warns: True to report warnings about the files.
    ///   - configuration: The contents of `config.toml` if they were read already.
    ///   - forwardRefresh: Lets the lease holder do the user's refreshes if this process follows it; `nil` to refuse them.
    package static func with<Value>(
        _ directories: Directories, reportingTo reporter: any Reporter, as command: String = "fiber",
        mode: OpeningMode = .changing, warns: Bool = true, configuration: ConfigurationFile? = nil,
        forwardRefresh: (@Sendable (Set<SupplierID>?) async throws -> Int?)? = nil,
        _ work: (AppContext) async throws -> Value
    ) async throws -> Value {
        var opening = ContextOpening(
            directories: directories, reporter: reporter, command: command, mode: mode, warns: warns,
            configuration: configuration, forwardRefresh: forwardRefresh)
        guard mode.mayReadCopy, let temporary = try opening.temporaryStore() else {
            return try await run(work, in: opening)
        }
        defer { temporary.remove() }
        let isStoreLost = StoreNote(directories).isStoreLost
        opening.directories = temporary.directories
        opening.mode = .changing
        opening.forwardRefresh = nil
        return try await run(
            { context in
                if warns, isStoreLost, !context.library.sources.isEmpty {
                    reporter.report(.sentences(StoreNote.lossMessage(for: directories), Message("putFileBack")))
                }
                return try await work(context)
            }, in: opening)
    }

    private static func run<Value>(
        _ work: (AppContext) async throws -> Value, in opening: ContextOpening
    ) async throws -> Value {
        let (reporter, mode, warns) = (opening.reporter, opening.mode, opening.warns)
        let context = try await opening.open()
        if warns, let lost = context.lostStore { reporter.report(lost) }
        if warns, case .fetching = mode {
            for id in context.pausedNow {
                reporter.report(FetchGuard.message(for: id, named: context.library.source(id)?.shownName))
            }
        }
        var failure: Message?
        return try await withCleanup {
            do {
                return try await work(context)
            } catch {
                failure = Message(error)
                throw error
            }
        } cleanUp: {
            if warns, mode.mayFixWarnings { context.reportRemainingWarnings() }
            do {
                try await context.close()
            } catch {
                // The command is done; its outcome matters more than a connection that did not close.
                if let message = Message(onClosing: error, after: failure) { reporter.report(message) }
            }
        }
    }

    /// Closes every part, also after an error of another one, and then throws the first error.
    private func close() async throws {
        let recording = await Result.awaiting { try await recordFilteredAtSource() }
        await sources.controlUnit.restartSuppliers()
        await notes.end()
        await sources.factory.transport.shutdown()
        logFile.finish()
        let closing = await Result.awaiting { try await store.close() }
        fetchGuard.end()
        lease.release()
        try recording.get()
        try closing.get()
    }

    /// The setting with the counts of what servers filtered out.
    static let filteredSetting = "filtered.at-source"

    /// Stores the counts of what servers filtered out.
    private func recordFilteredAtSource() async throws {
        guard let counts = try sources.controlUnit.storedFilteredAtSource() else { return }
        try await store.setSetting(Self.filteredSetting, to: counts)
    }

    /// Reports the warnings about the library, without those whose cause the command has removed.
    private func reportRemainingWarnings() {
        guard !library.warnings.isEmpty else { return }
        let current: Library
        do {
            current = try sources.file.read()
        } catch {
            // Another program has made it unreadable, and the next command says so.
            current = library
        }
        for warning in current.warnings { reporter.report(warning.message) }
    }
}

extension Message {
    /// Creates the message about an error at the end of a command, or `nil` if the command failed with the same one.
    ///
    /// On a full disk, a command that did not fail has saved what it did: the changes are in the write-ahead log, and only
    /// moving them into the store's file failed.
    init?(onClosing error: any Error, after failure: Message?) {
        if failure == nil, let error = error as? StorageError, error.code == .full {
            self.init("warning", ["text": .message(Message("storeLogKept", ["path": .text(error.path)]))])
        } else {
            self.init(error)
            if self == failure { return nil }
        }
    }
}
