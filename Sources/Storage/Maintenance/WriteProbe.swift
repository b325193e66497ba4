import FoundationBasics
import LibC

/// A test write beside a store: an open store can be read on a full disk, and the next refresh would fail.
public enum WriteProbe {
    /// The number of bytes to write. A large refresh takes as much in the store and its log.
    private static let length = 4 << 20

    /// Writes beside the store at `path`. Returns the error, such as that of a full disk, or `nil` if there is none. Leaves
    /// no file.
    public static func error(besideStoreAt path: String) -> StorageError? {
        // If the path is a link, SQLite keeps the log beside the file that it leads to.
        let store = URL(filePath: path).resolvingSymlinksInPath().path(percentEncoded: false)
        let probe = "\(store).probe-\(UUID().uuidString)"
        let file = open(probe, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o600)
        guard file >= 0 else { return StorageError(opening: path, errno) }
        defer { close(file) }
        // At once, so that a process that is killed leaves nothing.
        unlink(probe)
        let piece = [UInt8](repeating: 0, count: 1 << 16)
        var left = length
        while left > 0 {
            let count = write(file, piece, min(left, piece.count))
            guard count > 0 else { return StorageError(opening: path, errno) }
            left -= count
        }
        // Some file systems find out only now that the disk is full.
        guard fsync(file) == 0 else { return StorageError(opening: path, errno) }
        return nil
    }
}
