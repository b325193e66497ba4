import CCrashMark
public import EngineConcepts
import FoundationBasics
import LibC
import Synchronization

/// Finds the source whose answers crash the program, and pauses it after the second crash.
///
/// A table in memory names the sources that are being read, each in a slot of its own. If the program crashes, a signal
/// handler writes it to a file beside the store and marks the file. The next process that may fetch counts a crash for each of
/// the named sources. Suspected sources, those with a crash, are read one at a time, so that a second crash has only one
/// suspect; it pauses the source. An answer that was processed clears the count of its source. A process that was killed from
/// outside leaves no mark and counts nothing.
public final class FetchGuard: FetchWatch {
    /// The number of crashes that pauses a source.
    private static let maximumCrashes = 2
    /// The length of a slot in bytes.
    private static let slotLength = 256
    /// The number of slots: more sources than are ever read at once. Further ones would not be watched.
    private static let slotCount = 1024
    /// The maximum length of a name in bytes, apart from the replacement of a letter that is cut.
    private static let maximumNameLength = slotLength - 8
    private static let unmarked = UInt8(ascii: "-")
    private static let marked = UInt8(ascii: "!")

    private struct State {
        /// The file and the table of names, while this process may fetch.
        var watched: (descriptor: CInt, table: UnsafeMutablePointer<UInt8>)?
        /// The slots of the sources that are being read, one for each: a source is read at most once at a time.
        var slots: [SupplierID: Int] = [:]
        var freeSlots: [Int] = []
        /// The length of the table up to the last slot that was used, in bytes.
        var usedLength = 0
        /// The number of crashes by the name of the source in the files.
        var crashes: [String: Int] = [:]
        /// The suspected source that is being read.
        var suspect: SupplierID?
    }

    private let path: String
    private let state = Mutex(State())
    /// The turn of the suspected source that is being read.
    private let suspectTurn = AsyncSlots(perGroup: 1)
    private var namesPath: String { path + ".in-flight" }
    private var crashesPath: String { path + ".suspects" }

    /// Creates a guard for the store at `path`, which watches nothing until ``begin()``.
    public init(forStoreAt path: String) {
        self.path = path
    }

    /// Copies the crashes that are counted for a store to a new store.
    public static func copyCrashes(ofStoreAt path: String, toStoreAt copy: String) throws(StorageError) {
        try FetchGuard(forStoreAt: copy).write(FetchGuard(forStoreAt: path).crashesOnDisk())
    }

    deinit {
        end()
    }

    /// Reads which sources are paused, without watching anything.
    public func load() throws(StorageError) {
        let crashes = try crashesOnDisk()
        state.withLock { $0.crashes = crashes }
    }

    /// Reads what the last process left, and watches from now on, unless the disk is full: a refresh without this protection
    /// is better than none. Only for the process that holds the ``WriterLease``.
    ///
    /// - Returns: The sources among `known` that are paused from now on because they have crashed the program twice.
    public func begin(_ known: [SupplierID]) throws(StorageError) -> [SupplierID] {
        var crashes = try crashesOnDisk()
        let pausedBefore = Set(crashes.filter { $0.value >= Self.maximumCrashes }.keys)
        let named = try namesOfCrash()
        // Before the counts are saved: if the program is killed in between, the crash is counted not at all instead of twice.
        let descriptor = try Self.openNames(at: namesPath)
        if !named.isEmpty {
            for name in named { crashes[name, default: 0] += 1 }
            do throws(StorageError) {
                try write(crashes)
            } catch {
                guard error.code == .full else {
                    if let descriptor { close(descriptor) }
                    throw error
                }
            }
        }
        state.withLock { state in
            if let descriptor {
                // Untouched pages take no memory.
                let table = UnsafeMutablePointer<UInt8>.allocate(capacity: Self.slotCount * Self.slotLength)
                state.watched = (descriptor, table)
                _ = crash_mark_arm(descriptor, table)
            }
            state.crashes = crashes
        }
        return known.filter { isPaused($0) && !pausedBefore.contains(Self.name(of: $0)) }
    }

    /// Stops watching, because the process ends normally.
    public func end() {
        state.withLock { state in
            guard let (descriptor, table) = state.watched else { return }
            _ = crash_mark_arm(-1, nil)
            close(descriptor)
            unlink(namesPath)
            table.deallocate()
            state.watched = nil
            // The next table has no names yet.
            (state.slots, state.freeSlots, state.usedLength) = ([:], [], 0)
        }
    }

    /// Writes to the file what a crash leaves there.
    func writeAsCrash() {
        state.withLock { state in
            guard let (descriptor, table) = state.watched else { return }
            crash_mark_write(descriptor, table, state.usedLength)
        }
    }

    /// True if any source is paused.
    public var pausesAny: Bool {
        state.withLock { $0.crashes.values.contains { $0 >= Self.maximumCrashes } }
    }

    /// Returns true if the source has crashed the program twice and was not tried again since.
    public func isPaused(_ supplier: SupplierID) -> Bool {
        state.withLock { $0.crashes[Self.name(of: supplier), default: 0] >= Self.maximumCrashes }
    }

    /// Resumes a paused source. If it crashes the program once more, it is paused again.
    public func retry(_ supplier: SupplierID) throws(StorageError) {
        try setCrashes(Self.maximumCrashes - 1, of: supplier) { $0 >= Self.maximumCrashes }
    }

    public func beginFetch(of supplier: SupplierID) async throws(SupplierError) {
        crash_mark_thread()
        let name = Self.name(of: supplier)
        let (crashes, isWatching) = state.withLock { ($0.crashes[name, default: 0], $0.watched != nil) }
        guard isWatching else { return }
        guard crashes < Self.maximumCrashes else {
            throw SupplierError(.refused, Message("pausedAfterCrashes"))
        }
        if crashes > 0 {
            guard await RequestWait.during({ await suspectTurn.acquire() }) else {
                throw SupplierError(.cancelled, Message("requestAbandoned"))
            }
            state.withLock { $0.suspect = supplier }
        }
        state.withLock { state in
            let slot = state.freeSlots.popLast() ?? state.slots.count
            guard let table = state.watched?.table, slot < Self.slotCount else { return }
            state.slots[supplier] = slot
            Self.write(name, to: slot, of: table)
            state.usedLength = max(state.usedLength, (slot + 1) * Self.slotLength)
            crash_mark_extend(state.usedLength)
        }
    }

    public func endFetch(of supplier: SupplierID) {
        let name = Self.name(of: supplier)
        let (wasSuspect, hadCrashed) = state.withLock { state in
            if let slot = state.slots.removeValue(forKey: supplier) {
                state.freeSlots.append(slot)
                if let table = state.watched?.table { Self.write("", to: slot, of: table) }
            }
            guard state.suspect == supplier else { return (false, false) }
            state.suspect = nil
            return (true, state.crashes[name] != nil)
        }
        if hadCrashed {
            do throws(StorageError) {
                try setCrashes(nil, of: supplier) { _ in true }
            } catch {
                // The count stays on disk: the source is then only read alone once more.
                state.withLock { $0.crashes[name] = nil }
            }
        }
        if wasSuspect { suspectTurn.release() }
    }

    // MARK: The files

    /// Returns the name of a source in the files: without spaces and line ends, and short enough for a slot.
    private static func name(of supplier: SupplierID) -> String {
        let clean = supplier.rawValue.utf8.map { $0 > 0x20 && $0 != 0x7f ? $0 : UInt8(ascii: "_") }
        guard clean.count > maximumNameLength else { return String(decoding: clean, as: UTF8.self) }
        // The hash distinguishes sources whose names begin alike.
        let hash = String(StableHash.fnv1a(clean), radix: 16)
        return String(decoding: clean.prefix(maximumNameLength - 1 - hash.count), as: UTF8.self) + "~" + hash
    }

    private static func write(_ name: String, to slot: Int, of table: UnsafeMutablePointer<UInt8>) {
        let start = table + slot * slotLength
        start.update(repeating: UInt8(ascii: " "), count: slotLength - 1)
        start[slotLength - 1] = UInt8(ascii: "\n")
        for (index, byte) in name.utf8.prefix(slotLength - 1).enumerated() { start[index] = byte }
    }

    /// Opens the file of names without any name. Returns its descriptor, or `nil` if the disk is full.
    static func openNames(at path: String) throws(StorageError) -> CInt? {
        let descriptor = open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        let head = [unmarked, UInt8(ascii: "\n")]
        if descriptor >= 0, pwrite(descriptor, head, head.count, 0) == head.count { return descriptor }
        let error = StorageError(opening: path, errno)
        if descriptor >= 0 { close(descriptor) }
        guard error.code == .full else { throw error }
        return nil
    }

    /// Returns the sources that were being read when the last process crashed.
    private func namesOfCrash() throws(StorageError) -> Set<String> {
        guard let text = try text(at: namesPath), text.utf8.first == Self.marked else { return [] }
        return Set(
            text.split(separator: "\n").dropFirst().map { $0.split(separator: " ").joined() }.filter { !$0.isEmpty })
    }

    private func crashesOnDisk() throws(StorageError) -> [String: Int] {
        guard let text = try text(at: crashesPath) else { return [:] }
        var crashes: [String: Int] = [:]
        for line in text.split(separator: "\n") {
            let parts = line.split(separator: " ")
            guard parts.count == 2, let count = Int(parts[0]), count > 0 else { continue }
            crashes[String(parts[1])] = min(count, Self.maximumCrashes)
        }
        return crashes
    }

    private func setCrashes(
        _ count: Int?, of supplier: SupplierID, where condition: (Int) -> Bool
    ) throws(StorageError) {
        let name = Self.name(of: supplier)
        // Written under the lock, so that no older counts replace newer ones in the file.
        try state.withLock { state throws(StorageError) in
            guard let previous = state.crashes[name], condition(previous) else { return }
            var crashes = state.crashes
            crashes[name] = count
            try write(crashes)
            state.crashes = crashes
        }
    }

    private func write(_ crashes: [String: Int]) throws(StorageError) {
        if crashes.isEmpty {
            guard unlink(crashesPath) == 0 || errno == ENOENT else {
                throw StorageError(opening: crashesPath, errno)
            }
            return
        }
        let lines = crashes.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)\n" }
        do {
            try Data(lines.joined().utf8).write(to: URL(fileURLWithPath: crashesPath), options: .atomic)
        } catch {
            let isFull = (error as? CocoaError)?.code == .fileWriteOutOfSpace
            throw StorageError(isFull ? .full : .failed, path: crashesPath, cause: error.systemReason)
        }
    }

    private func text(at path: String) throws(StorageError) -> String? {
        guard FileManager.default.fileExists(atPath: path) else { return nil }
        do {
            return String(decoding: try Data(contentsOf: URL(fileURLWithPath: path)), as: UTF8.self)
        } catch {
            throw StorageError(.cannotOpen, path: path, cause: error.systemReason)
        }
    }
}
