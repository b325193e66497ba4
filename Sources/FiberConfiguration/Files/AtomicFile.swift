import EngineConcepts
import Foundation
import LibC

/// Replaces files atomically: a reader sees the old content or the new one, also after a power cut.
enum AtomicFile {
    /// Writes `text` to `path` through a file beside it; creates the directory (0700) if necessary. A file that is there keeps
    /// its permissions, and only the user can read a new one (0600). Throws if `path` or its directory is a link that leads
    /// nowhere.
    static func write(_ text: String, to path: String) throws(ConfigurationError) {
        if let error = ConfigurationError.brokenLink(path) { throw error }
        // Replace the target of a symbolic link, as dotfiles often are.
        let target = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
        let directory = URL(fileURLWithPath: target).deletingLastPathComponent().path
        let temporary = "\(target).\(getpid()).new"
        do {
            try Directories.create(directory)
            try writeThrough(text, to: temporary, permissions: permissions(of: target))
            guard rename(temporary, target) == 0 else { throw POSIXError.current }
        } catch {
            unlink(temporary)
            throw .unwritable(path, because: error)
        }
    }

    /// Returns the permissions of a file, or `nil` if there is none.
    private static func permissions(of path: String) -> mode_t? {
        var status = stat()
        return stat(path, &status) == 0 ? status.st_mode & 0o777 : nil
    }

    private static func writeThrough(_ text: String, to path: String, permissions: mode_t?) throws {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        guard descriptor >= 0 else { throw POSIXError.current }
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        if let permissions, fchmod(descriptor, permissions) != 0 { throw POSIXError.current }
        try handle.write(contentsOf: Data(text.utf8))
        try handle.synchronize()
        try handle.close()
    }
}
