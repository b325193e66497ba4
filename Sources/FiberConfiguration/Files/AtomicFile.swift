import EngineConcepts
import Foundation

/// Replaces files atomically: a reader sees the old content or the new one, also after a power cut.
enum AtomicFile {
    /// Writes `text` to `path` through a file beside it; creates the directory (0700) if necessary. Throws if `path` or
    /// its directory is a link that leads nowhere.
    static func write(_ text: String, to path: String) throws(ConfigurationError) {
        if let error = ConfigurationError.brokenLink(path) { throw error }
        // Replace the target of a symbolic link, as dotfiles often are.
        let target = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
        let directory = URL(fileURLWithPath: target).deletingLastPathComponent().path
        let temporary = "\(target).\(getpid()).new"
        do {
            try Directories.create(directory)
            try writeThrough(text, to: temporary)
            guard rename(temporary, target) == 0 else { throw POSIXError.current }
        } catch {
            unlink(temporary)
            throw .unwritable(path, because: error)
        }
    }

    private static func writeThrough(_ text: String, to path: String) throws {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        guard descriptor >= 0 else { throw POSIXError.current }
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        try handle.write(contentsOf: Data(text.utf8))
        try handle.synchronize()
        try handle.close()
    }
}

extension POSIXError {
    static var current: POSIXError { POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
}
