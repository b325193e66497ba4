internal import GRDB

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif
#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#else
internal import Darwin
#endif

extension TrackDatabase {
    /// Writes a copy of the store to `target`: one version, compact, and a store that can be opened as it is, which only
    /// its owner may read. Reading goes on meanwhile; commits of this process wait. What stands at `target` already is
    /// never written over: that is ``StorageError/Code/exists``. Other errors name `target` too.
    public func backup(to target: String) async throws {
        guard access(target, F_OK) != 0 else { throw StorageError(.exists, path: target) }
        let unfinished = "\(target).new-\(UUID().uuidString)"
        defer { unlink(unfinished) }
        // SQLite fills an empty file, and leaves its permissions as they are.
        guard makeEmptyFile(unfinished) else { throw backupError(target) }
        do {
            try await writer.writeWithoutTransaction { db in
                try db.execute(sql: "VACUUM INTO ?", arguments: [unfinished])
            }
        } catch let error as DatabaseError {
            throw StorageError(error, path: target)
        }
        try name(unfinished, target)
    }

    /// Gives a finished copy its name, which nobody else may have been given meanwhile.
    private func name(_ unfinished: String, _ target: String) throws(StorageError) {
        if link(unfinished, target) == 0 { return }
        guard errno == EPERM || errno == ENOTSUP || errno == ENOSYS else { throw backupError(target) }
        // A file system without links, as on a stick: the name is taken first, and then given.
        guard makeEmptyFile(target), rename(unfinished, target) == 0 else { throw backupError(target) }
    }

    private func backupError(_ target: String) -> StorageError {
        let code = errno
        let kind: StorageError.Code =
            switch code {
            case EEXIST: .exists
            case EROFS, EACCES, EPERM: .readOnly
            case ENOSPC, EDQUOT: .full
            default: .cannotOpen
            }
        return StorageError(kind, path: target, cause: code == EEXIST ? nil : String(cString: strerror(code)))
    }
}

/// Makes a file that was not there, for its owner only; false where that cannot be, and `errno` says why.
private func makeEmptyFile(_ path: String) -> Bool {
    let file = open(path, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o600)
    return file >= 0 && close(file) == 0
}
