import EngineConcepts
import Foundation
import LibC

/// An exclusive lock for reading, changing and writing a file. The system releases it with the process.
///
/// It locks a file beside the other one, which is removed with the lock: links can lead to a directory that is not Fiber's.
/// A process that locks a file which was removed meanwhile takes the one that has its place.
struct FileLock {
    private let descriptor: Int32
    /// The path of the locked file.
    private let lock: String

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
        lock = directory.appendingPathComponent(".\(target.lastPathComponent).lock").path
        do {
            try Directories.create(directory.path)
        } catch {
            throw ConfigurationError.unwritable(path, because: error)
        }
        descriptor = try Self.lockedFile(at: lock, beside: path, within: limit)
    }

    /// Returns the descriptor of the file at `lock`, which it creates and locks.
    private static func lockedFile(
        at lock: String, beside path: String, within limit: Duration
    ) throws(ConfigurationError) -> Int32 {
        let end = ContinuousClock.now + limit
        while true {
            let descriptor = open(lock, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
            guard descriptor >= 0 else { throw ConfigurationError.unwritable(path, because: POSIXError.current) }
            let isLocked = flock(descriptor, LOCK_EX | LOCK_NB) == 0
            let cause = POSIXError.current
            if isLocked, isFile(descriptor, at: lock) { return descriptor }
            close(descriptor)
            guard isLocked || [.EINTR, .EWOULDBLOCK].contains(cause.code) else {
                throw ConfigurationError.unwritable(path, because: cause)
            }
            guard ContinuousClock.now < end else {
                throw ConfigurationError(
                    .locked, file: path, Message("fileLocked", ["duration": .duration(limit)]),
                    advice: Message("fileLockedAdvice", ["file": .text(lock)]))
            }
            if !isLocked { usleep(pause) }
        }
    }

    /// Returns true if an open file is still the one at `path`.
    private static func isFile(_ descriptor: Int32, at path: String) -> Bool {
        var opened = stat()
        var named = stat()
        return fstat(descriptor, &opened) == 0 && stat(path, &named) == 0 && opened.st_dev == named.st_dev
            && opened.st_ino == named.st_ino
    }

    /// Releases the lock.
    func end() {
        // While it is held, nobody else can have taken it. One that cannot be removed disturbs nobody.
        unlink(lock)
        // A process that another thread starts right now has the descriptor too until it runs its program.
        flock(descriptor, LOCK_UN)
        close(descriptor)
    }
}
