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

/// The store's file: what is there, and how a new one comes to be.
struct StoreFile {
    let path: String

    /// What stands at the path.
    enum Finding: Equatable {
        case nothing
        case ours(version: Int32)
        case foreign(applicationID: Int32)
        case noDatabase
    }

    /// Looks at the file's header without SQLite, so that what is not ours stays untouched to the last byte, and gets no
    /// files beside it either.
    ///
    /// A store of ours has the application's number in its header from its first appearance on: see ``create()``.
    func inspect() throws(StorageError) -> Finding {
        guard let header = try header() else { return .nothing }
        if header.isEmpty { return .nothing }
        guard header.count == StoreFile.headerLength, header.starts(with: StoreFile.magic) else { return .noDatabase }
        // <https://www.sqlite.org/fileformat2.html#the_database_header>
        let version = StoreFile.number(at: 60, in: header)
        let applicationID = StoreFile.number(at: 68, in: header)
        return applicationID == Schema.applicationID ? .ours(version: version) : .foreign(applicationID: applicationID)
    }

    /// Makes the directory and, where there is none, the file.
    ///
    /// A new store is set up under another name and then given its own: whoever is killed on the way leaves nothing that
    /// could be taken for a store, and of two that do this at once one finds the other's.
    func create() throws {
        try makeDirectory()
        guard try inspect() == .nothing else { return }
        let new = "\(path).new-\(UUID().uuidString)"
        defer { removeLeftovers(of: new) }
        try StorageError.translating(path: path) {
            var configuration = Configuration()
            configuration.prepareDatabase { db in
                // Bodies are a kilobyte on average: larger pages waste less of their ends.
                try db.execute(sql: "PRAGMA page_size = 8192; PRAGMA application_id = \(Schema.applicationID)")
            }
            let queue = try DatabaseQueue(path: new, configuration: configuration)
            try Schema.migrator.migrate(queue)
            try queue.close()
        }
        chmod(new, 0o600)
        if link(new, path) != 0, errno == EEXIST, try inspect() == .nothing {
            // Somebody's empty file stands there.
            guard rename(new, path) == 0 else { throw cannotOpen(errno) }
        } else if errno != EEXIST, access(path, F_OK) != 0 {
            throw cannotOpen(errno)
        }
    }

    private func makeDirectory() throws(StorageError) {
        let directory = URL(filePath: path).deletingLastPathComponent().path(percentEncoded: false)
        do {
            try FileManager.default.createDirectory(
                atPath: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw StorageError(.cannotOpen, path: path, cause: "the directory \(directory) cannot be made: \(error)")
        }
    }

    private func removeLeftovers(of new: String) {
        // A journal stands beside the file only where setting up failed; nothing to remove is no failure.
        for name in [new, new + "-journal"] {
            unlink(name)
        }
    }

    private func cannotOpen(_ code: CInt) -> StorageError {
        let kind: StorageError.Code =
            switch code {
            case EROFS, EACCES, EPERM: .readOnly
            case ENOSPC, EDQUOT: .full
            default: .cannotOpen
            }
        return StorageError(kind, path: path, cause: String(cString: strerror(code)))
    }

    /// The first bytes of the file, as many as there are; nil where there is no file.
    private func header() throws(StorageError) -> [UInt8]? {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else {
            if errno == ENOENT { return nil }
            throw cannotOpen(errno)
        }
        defer { close(file) }
        var header = [UInt8](repeating: 0, count: StoreFile.headerLength)
        let count = read(file, &header, header.count)
        guard count >= 0 else { throw cannotOpen(errno) }
        return Array(header.prefix(count))
    }

    private static let headerLength = 100
    private static let magic = Array("SQLite format 3\0".utf8)

    private static func number(at offset: Int, in header: [UInt8]) -> Int32 {
        Int32(bitPattern: header[offset..<offset + 4].reduce(0) { $0 << 8 | UInt32($1) })
    }
}
