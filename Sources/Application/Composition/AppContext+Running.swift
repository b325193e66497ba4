import EngineConcepts
import EngineStandard
import FiberConfiguration
import Networking
import Storage

extension AppContext {
    /// Loads what requests need while other work prepares the first one.
    package func prepareRequests() { sources.factory.transport.prepare() }

    /// Follows the lease holder's commits, at most one second behind. Returns once this process has the lease.
    package func followUntilLeaseAcquired() async throws {
        let engine = sources.engine
        while try !lease.acquire() {
            await engine.follow()
            try await time.sleep(for: .seconds(1))
        }
        _ = try fetchGuard.begin(await engine.snapshot.suppliers.map(\.id))
        await engine.follow()
        await engine.suppliersChanged()
        engine.resumeActions()
        engine.resumeStreams()
    }

    /// Closes every part, also after an error of another one, and then throws the first error.
    func close() async throws {
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
    func reportRemainingWarnings() {
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
