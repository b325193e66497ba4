import Foundation

/// The right to read, change and write a file while no other process does. Waits for whoever has it; the system gives it
/// back should the process die.
struct FileLock {
    private let descriptor: Int32

    /// Waits for the turn at the file at `path`, by a lock on a file beside it: the file itself is replaced when it is
    /// written, and a lock on it would be on the old one.
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
                .unwritable, file: path, "It cannot be written: \(error.localizedDescription)",
                advice: "Check the directory's permissions and the space that is left. Nothing was changed.")
        }
    }

    /// Lets the next one go on.
    func end() {
        close(descriptor)
    }
}
