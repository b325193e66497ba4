import CCrashMark
public import EngineConcepts
import LibC
import Synchronization

/// Finds the source whose answers crash the program, and pauses it after the second crash.
///
/// A ``FetchTable`` in memory names the sources that are being read. If the program crashes, a signal handler writes it to a
/// file beside the store and marks the file. The next process that may fetch counts a crash for each of the named sources:
/// ``CrashCounts``. Suspected sources, those with a crash, are read one at a time, so that a second crash has only one
/// suspect; it pauses the source. An answer that was processed clears the count of its source. A process that was killed from
/// outside leaves no mark and counts nothing.
///
/// The posts of threads and people, and the events of streams, have counts of their own. A stream that has sent one event that
/// could be read may send another one that cannot, so only the normal end of the process clears its count.
public final class FetchGuard: FetchWatch {
    private struct State {
        /// The sources that are being read, while this process may fetch.
        var table: FetchTable?
        var crashes = CrashCounts()
        /// The name of the suspect that is being read.
        var suspect: String?
        /// The names of the streams with a crash that have sent an event since.
        var readStreams: Set<String> = []
    }

    private let path: String
    private let state = Mutex(State())
    /// The turn of the suspect that is being read.
    private let suspectTurn = AsyncSlots(perGroup: 1)
    private var namesPath: String { path + ".in-flight" }
    private var crashesPath: String { path + ".suspects" }

    /// Creates a guard for the store at `path`, which watches nothing until ``begin(_:)``.
    public init(forStoreAt path: String) {
        self.path = path
    }

    /// Copies the crashes that are counted for a store to a new store.
    public static func copyCrashes(ofStoreAt path: String, toStoreAt copy: String) throws(StorageError) {
        let crashes = try CrashCounts(at: FetchGuard(forStoreAt: path).crashesPath)
        try crashes.write(to: FetchGuard(forStoreAt: copy).crashesPath)
    }

    deinit {
        end()
    }

    /// Reads which sources are paused, without watching anything.
    public func load() throws(StorageError) {
        let crashes = try CrashCounts(at: crashesPath)
        state.withLock { $0.crashes = crashes }
    }

    /// Reads what the last process left, and watches from now on, unless the disk is full: a refresh without this protection
    /// is better than none. Only for the process that holds the ``WriterLease``.
    ///
    /// - Returns: The sources among `known` that are paused from now on because they have crashed the program twice.
    public func begin(_ known: [SupplierID]) throws(StorageError) -> [SupplierID] {
        let before = try CrashCounts(at: crashesPath)
        var crashes = before
        let named = try FetchTable.namesOfCrash(at: namesPath)
        // Before the counts are saved: if the program is killed in between, the crash is counted not at all instead of twice.
        let descriptor = try FetchTable.openFile(at: namesPath)
        if !named.isEmpty {
            for name in named { crashes.addCrash(of: name) }
            do throws(StorageError) {
                try crashes.write(to: crashesPath)
            } catch {
                guard error.code == .full else {
                    if let descriptor { close(descriptor) }
                    throw error
                }
            }
        }
        state.withLock { state in
            if let descriptor { state.table = FetchTable(writtenTo: descriptor) }
            state.crashes = crashes
        }
        return known.filter { isPaused($0) && !before.pauses(FetchTable.name(of: .items, of: $0)) }
    }

    /// Stops watching, because the process ends normally.
    public func end() {
        let readStreams = state.withLock { state in
            guard let table = state.table else { return Set<String>() }
            table.end()
            unlink(namesPath)
            state.table = nil
            defer { state.readStreams = [] }
            return state.readStreams
        }
        clearCrashes(of: readStreams)
    }

    /// Writes to the file what a crash leaves there.
    func writeAsCrash() {
        _ = state.withLock { $0.table?.writeAsCrash() }
    }

    /// True if any source is paused.
    public var pausesAny: Bool {
        state.withLock { $0.crashes.pausesAny }
    }

    /// Returns true if a part of the source has crashed the program twice and was not tried again since.
    public func isPaused(_ supplier: SupplierID, _ part: WatchedPart = .items) -> Bool {
        state.withLock { $0.crashes.pauses(FetchTable.name(of: part, of: supplier)) }
    }

    /// Resumes what is paused of a source. If it crashes the program once more, it is paused again.
    public func retry(_ supplier: SupplierID) throws(StorageError) {
        try changeCrashes { crashes in
            for part in WatchedPart.allCases { crashes.resume(FetchTable.name(of: part, of: supplier)) }
        }
    }

    public func refusal(of part: WatchedPart, of supplier: SupplierID) -> SupplierError? {
        guard isPaused(supplier, part) else { return nil }
        let message =
            switch part {
            case .items: "pausedAfterCrashes"
            case .posts: "postsPausedAfterCrashes"
            case .events: "streamPausedAfterCrashes"
            }
        return SupplierError(.refused, Message(message, ["id": .text(supplier.rawValue)]))
    }

    public func beginFetch(of supplier: SupplierID, _ part: WatchedPart = .items) async throws(SupplierError) {
        crash_mark_thread()
        let name = FetchTable.name(of: part, of: supplier)
        let (crashes, isWatching) = state.withLock { ($0.crashes, $0.table != nil) }
        guard isWatching else { return }
        if let refusal = refusal(of: part, of: supplier) { throw refusal }
        if crashes.suspects(name) {
            guard await RequestWait.during({ await suspectTurn.acquire() }) else {
                throw SupplierError(.cancelled, Message("requestAbandoned"))
            }
            state.withLock { $0.suspect = name }
        }
        _ = state.withLock { $0.table?.add(name) }
    }

    public func endFetch(of supplier: SupplierID, _ part: WatchedPart = .items) {
        let name = FetchTable.name(of: part, of: supplier)
        let (wasSuspect, hadCrashed) = state.withLock { state in
            state.table?.remove(name)
            guard state.suspect == name else { return (false, false) }
            state.suspect = nil
            return (true, state.crashes.suspects(name))
        }
        if hadCrashed { clearCrashes(of: [name]) }
        if wasSuspect { suspectTurn.release() }
    }

    public func beginEvent(of supplier: SupplierID) {
        crash_mark_thread()
        let name = FetchTable.name(of: .events, of: supplier)
        state.withLock { state in
            guard state.table != nil else { return }
            state.table?.add(name)
            if state.crashes.suspects(name) { state.readStreams.insert(name) }
        }
    }

    public func endEvent(of supplier: SupplierID) {
        let name = FetchTable.name(of: .events, of: supplier)
        state.withLock { $0.table?.remove(name) }
    }

    /// Clears the counts of what could be read.
    private func clearCrashes(of names: Set<String>) {
        do throws(StorageError) {
            try changeCrashes { crashes in
                for name in names { crashes.clear(name) }
            }
        } catch {
            // The counts stay on disk: a source is then only read alone once more.
            state.withLock { state in
                for name in names { state.crashes.clear(name) }
            }
        }
    }

    /// Changes the crashes, in the file first.
    private func changeCrashes(_ change: (inout CrashCounts) -> Void) throws(StorageError) {
        // Written under the lock, so that no older counts replace newer ones in the file.
        try state.withLock { state throws(StorageError) in
            var crashes = state.crashes
            change(&crashes)
            guard crashes != state.crashes else { return }
            try crashes.write(to: crashesPath)
            state.crashes = crashes
        }
    }
}
