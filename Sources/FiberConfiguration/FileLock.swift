import EngineConcepts
import Foundation

/// An exclusive lock for reading, changing and writing a file. The system releases it with the process.
struct FileLock {
    private let descriptor: Int32

    /// Waits for the lock of the file at `path`. Locks a file beside it, since writing replaces the file itself.
    init(beside path: String) throws(ConfigurationError) {
        let target = URL(fileURLWithPath: path).resolvingSymlinksInPath()
        let directory = target.deletingLastPathComponent()
        let lock = directory.appendingPathComponent(".\(target.lastPathComponent).lock").path
        do {
            try FileManager.default.createDirectory(
                at: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            descriptor = open(lock, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
            guard descriptor >= 0 else { throw POSIXError.current }
            while flock(descriptor, LOCK_EX) != 0 {
                guard errno == EINTR else {
                    let cause = POSIXError.current
                    close(descriptor)
                    throw cause
                }
            }
        } catch {
            throw ConfigurationError(
                .unwritable, file: path, Message("configurationUnwritable"), advice: Message("checkDirectory"),
                cause: error.localizedDescription)
        }
    }

    /// Releases the lock.
    func end() {
        close(descriptor)
    }
}
