import FoundationBasics
import GRDB
import LibC

extension TrackDatabase {
    /// Writes a compact copy of the store to `target`, which only its owner may read. Reading continues meanwhile; commits
    /// of this process wait. Never overwrites: an existing `target` throws ``StorageError/Code/exists``.
    public func backup(to target: String) async throws {
        guard access(target, F_OK) != 0 else { throw StorageError(.exists, path: target) }
        let unfinished = "\(target).new-\(UUID().uuidString)"
        defer { unlink(unfinished) }
        // SQLite fills an empty file and keeps its permissions.
        guard makeEmptyFile(unfinished) else { throw backupError(target) }
        do {
            try await writer.writeWithoutTransaction { db in
                try db.execute(sql: "VACUUM INTO ?", arguments: [unfinished])
            }
        } catch let error as DatabaseError {
            let failure = StorageError(error, path: path)
            // Damage is one of the store; anything else of the copy.
            throw failure.code == .corrupt ? failure : StorageError(error, path: target)
        }
        try name(unfinished, target)
    }

    /// Gives a finished copy its name, without overwriting a file that appeared meanwhile.
    private func name(_ unfinished: String, _ target: String) throws(StorageError) {
        if link(unfinished, target) == 0 { return }
        guard errno == EPERM || errno == ENOTSUP || errno == ENOSYS else { throw backupError(target) }
        // The file system has no hard links, such as FAT: reserve the name, then replace it.
        guard makeEmptyFile(target), rename(unfinished, target) == 0 else { throw backupError(target) }
    }

    private func backupError(_ target: String) -> StorageError {
        errno == EEXIST ? StorageError(.exists, path: target) : StorageError(opening: target, errno)
    }
}

/// Creates an empty file that only its owner may read. Returns false with `errno` if that fails or the file exists.
func makeEmptyFile(_ path: String) -> Bool {
    let file = open(path, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o600)
    return file >= 0 && close(file) == 0
}
