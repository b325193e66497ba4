import EngineConcepts
import Foundation

/// An exclusive lock for reading, changing and writing a file. The system releases it with the process.
struct FileLock {
    private let descriptor: Int32

    /// The longest wait for another process that changes a file. That takes milliseconds.
    static let changeLimit = Duration.seconds(10)
    /// The time between two attempts, in microseconds.
    private static let pause: UInt32 = 20_000

    /// Waits for the lock of the file at `path`. Locks a file beside it, since writing replaces the file itself. Throws
    /// ``ConfigurationError/Code/locked`` if another process holds it longer than `limit`.
    init(beside path: String, within limit: Duration = changeLimit) throws(ConfigurationError) {
        if let error = ConfigurationError.brokenLink(path) { throw error }
        let target = URL(fileURLWithPath: path).resolvingSymlinksInPath()
        let directory = target.deletingLastPathComponent()
        let lock = directory.appendingPathComponent(".\(target.lastPathComponent).lock").path
        do {
            try Directories.create(directory.path)
        } catch {
            throw ConfigurationError.unwritable(path, because: error)
        }
        let descriptor = open(lock, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw ConfigurationError.unwritable(path, because: POSIXError.current) }
        let end = ContinuousClock.now + limit
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            let cause = POSIXError.current
            switch cause.code {
            case .EINTR: continue
            case .EWOULDBLOCK where ContinuousClock.now < end: usleep(Self.pause)
            case .EWOULDBLOCK:
                close(descriptor)
                throw ConfigurationError(
                    .locked, file: path, Message("fileLocked", ["duration": .duration(limit)]),
                    advice: Message("fileLockedAdvice", ["file": .text(lock)]))
            default:
                close(descriptor)
                throw ConfigurationError.unwritable(path, because: cause)
            }
        }
        self.descriptor = descriptor
    }

    /// Releases the lock.
    func end() {
        // A process that another thread starts right now has the descriptor too until it runs its program.
        flock(descriptor, LOCK_UN)
        close(descriptor)
    }
}
