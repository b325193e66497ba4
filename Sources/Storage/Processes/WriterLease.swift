import LibC
import Synchronization

/// The right of one process to fetch and to send for a store: an advisory lock on a file beside it, which the operating
/// system releases with the process, however that ends. Other processes follow the holder's commits.
public final class WriterLease: Sendable {
    /// The process that holds a lease.
    public struct Holder: Hashable, Sendable {
        public let process: Int32
        public let purpose: String
    }

    private let path: String
    private let purpose: String
    private let descriptor = Mutex<CInt?>(nil)
    private var leasePath: String { Self.leasePath(forStoreAt: path) }

    /// Creates a lease for the store at `path`, not acquired yet.
    ///
    /// - Parameter purpose: A few words for processes that find the lease held.
    public init(forStoreAt path: String, purpose: String = "fiber") {
        self.path = path
        self.purpose = purpose
    }

    /// Returns the path of the file that is locked. It stays when the lease is released.
    static func leasePath(forStoreAt path: String) -> String { path + ".lease" }

    deinit {
        release()
    }

    /// True while this object holds the lease.
    public var isHeld: Bool { descriptor.withLock { $0 != nil } }

    /// Acquires the lease unless another process or object holds it. Returns true if this one holds it now.
    public func acquire() throws(StorageError) -> Bool {
        try descriptor.withLock { descriptor throws(StorageError) in
            if descriptor == nil { descriptor = try lock() }
            return descriptor != nil
        }
    }

    /// Releases the lease, so that another process can acquire it. Does nothing if this object does not hold it.
    public func release() {
        descriptor.withLock { descriptor in
            if let file = descriptor {
                // A process that another thread starts right now has the descriptor too until it runs its program.
                flock(file, LOCK_UN)
                close(file)
            }
            descriptor = nil
        }
    }

    /// The current or last holder, or `nil` if it is unknown.
    public var holder: Holder? {
        let file = open(leasePath, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: 256)
        let count = read(file, &bytes, bytes.count)
        let parts = String(decoding: bytes.prefix(max(count, 0)), as: UTF8.self).split(whereSeparator: \.isWhitespace)
        guard let process = parts.first.flatMap({ Int32($0) }) else { return nil }
        return Holder(process: process, purpose: parts.dropFirst().joined(separator: " "))
    }

    /// Opens and locks the file of the lease and writes this process's note into it. Returns the descriptor that holds
    /// the lock, or `nil` if another process or object holds it.
    private func lock() throws(StorageError) -> CInt? {
        let file = open(leasePath, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw StorageError(opening: path, errno) }
        guard flock(file, LOCK_EX | LOCK_NB) == 0 else {
            let code = errno
            close(file)
            guard code == EWOULDBLOCK else {
                throw StorageError(.failed, path: leasePath, cause: String(cString: strerror(code)))
            }
            return nil
        }
        // The note is a courtesy: nothing depends on it.
        let note = Array("\(getpid()) \(purpose)\n".utf8)
        if ftruncate(file, 0) == 0 { _ = pwrite(file, note, note.count, 0) }
        return file
    }
}
