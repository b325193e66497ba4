import FoundationBasics
import GRDB
import LibC

/// The store's file on disk: its inspection and creation.
struct StoreFile {
    let path: String

    /// The kind of file at the path.
    enum Finding: Equatable {
        /// No file, an empty one, or a database without tables and without a sign of the program that made it.
        case nothing
        /// The same in the place of a store that was used.
        case emptied
        case ours(version: Int32)
        case foreign(applicationID: Int32)
        case noDatabase
    }

    /// Reads the file's header without SQLite, so that a foreign file stays untouched and gets no files beside it. A store
    /// has Fiber's application number in its header from the moment it appears: see ``create(makeLink:)``.
    func inspect() throws(StorageError) -> Finding {
        // First: a process that makes the store meanwhile makes the other files after it.
        let wasUsed = wasUsed
        guard let header = try header(), !header.isEmpty else { return wasUsed ? .emptied : .nothing }
        guard header.count >= StoreFile.headerLength, header.starts(with: StoreFile.magic) else { return .noDatabase }
        // <https://www.sqlite.org/fileformat2.html#the_database_header>
        let version = StoreFile.number(at: 60, in: header)
        let applicationID = StoreFile.number(at: 68, in: header)
        if applicationID == Schema.applicationID { return .ours(version: version) }
        guard applicationID == 0, version == 0, StoreFile.hasEmptySchema(header) else {
            return .foreign(applicationID: applicationID)
        }
        return wasUsed ? .emptied : .nothing
    }

    /// True if files tell that there was a store: the lease of a process that used it, or SQLite's log and its index. They are
    /// only made for a store with content. A log must not stay beside a new store, into which SQLite would write it.
    private var wasUsed: Bool {
        let files = [WriterLease.leasePath(forStoreAt: path), path + "-wal", path + "-shm"]
        return files.contains { access($0, F_OK) == 0 }
    }

    /// Creates the directory and the file unless there is a store, or was one.
    ///
    /// - Parameter makeLink: The system's `link`. Tests let it fail.
    func create(makeLink: (String, String) -> CInt = { link($0, $1) }) throws {
        try refuseDanglingLink()
        try makeDirectory()
        if try inspect() == .nothing { try createNew(makeLink: makeLink) }
    }

    /// Creates the file, also where there was a store.
    ///
    /// A new store is set up under a temporary name and then linked to its own: a killed process leaves nothing that looks
    /// like a store, and of two that create it at once one opens the other's.
    ///
    /// - Parameter makeLink: The system's `link`. Tests let it fail.
    func createNew(makeLink: (String, String) -> CInt = { link($0, $1) }) throws {
        let new = "\(path).new-\(UUID().uuidString)"
        // A journal exists only after a failed setup.
        defer { for name in [new, new + "-journal"] { unlink(name) } }
        try StorageError.translating(path: path) {
            var configuration = Configuration()
            configuration.prepareDatabase { db in
                // Bodies take a kilobyte on average: larger pages waste less. Free pages can be given back in steps.
                try db.execute(
                    sql: """
                        PRAGMA page_size = 8192; PRAGMA auto_vacuum = INCREMENTAL; PRAGMA synchronous = OFF;
                        PRAGMA application_id = \(Schema.applicationID)
                        """)
            }
            let queue = try DatabaseQueue(path: new, configuration: configuration)
            try Schema.migrator.migrate(queue)
            try queue.close()
        }
        try secure(new)
        // Every call below sets `errno` anew.
        let code = makeLink(new, path) == 0 ? 0 : errno
        if code == EEXIST, try inspect() == .nothing {
            // Another process's empty file.
            guard rename(new, path) == 0 else { throw StorageError(opening: path, errno) }
        } else if code != 0, code != EEXIST, access(path, F_OK) != 0 {
            throw StorageError(opening: path, code)
        }
    }

    /// Lets only its owner read a new file, and writes it to the disk at once. SQLite would do that after each migration.
    private func secure(_ new: String) throws(StorageError) {
        let file = open(new, O_RDWR | O_CLOEXEC)
        guard file >= 0 else { throw StorageError(opening: path, errno) }
        defer { close(file) }
        // Some file systems have no permissions.
        fchmod(file, 0o600)
        guard fsync(file) == 0 else { throw StorageError(opening: path, errno) }
    }

    private func makeDirectory() throws(StorageError) {
        let directory = URL(filePath: path).deletingLastPathComponent().path(percentEncoded: false)
        do {
            try FileManager.default.createDirectory(
                atPath: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw StorageError(
                .noDirectory, path: Self.existing(atOrAbove: directory),
                cause: "the directory \(directory) cannot be made: \(error.systemReason)")
        }
    }

    /// Returns the path, or the nearest one above it at which there is something.
    private static func existing(atOrAbove path: String) -> String {
        var path = path
        while access(path, F_OK) != 0, path != "/", let slash = path.lastIndex(of: "/") {
            path = slash == path.startIndex ? "/" : String(path[..<slash])
        }
        return path
    }

    /// Returns the first bytes of the file, or `nil` if there is none.
    private func header() throws(StorageError) -> [UInt8]? {
        // A pipe would be waited for.
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else {
            let code = errno
            try refuseDanglingLink()
            switch code {
            case ENOENT: return nil
            case EACCES, EPERM: throw StorageError(.unreadable, path: path, cause: String(cString: strerror(code)))
            default: throw StorageError(opening: path, code)
            }
        }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0 else { throw StorageError(opening: path, errno) }
        switch status.st_mode & S_IFMT {
        case S_IFREG: break
        case S_IFDIR: throw StorageError(.directory, path: path)
        default: throw StorageError(.notAFile, path: path)
        }
        var header = [UInt8](repeating: 0, count: StoreFile.readLength)
        let count = read(file, &header, header.count)
        guard count >= 0 else { throw StorageError(opening: path, errno) }
        return Array(header.prefix(count))
    }

    /// Throws if the file or its directory is a link that leads nowhere.
    private func refuseDanglingLink() throws(StorageError) {
        if let link = danglingLink(at: path) { throw StorageError(.danglingLink, path: link) }
    }

    /// True if there is anything at the path, also a link to no file, or files tell that there was a store.
    var hasTraces: Bool {
        var status = stat()
        return lstat(path, &status) == 0 || wasUsed || danglingLink(at: path) != nil
    }

    /// Returns true if the schema, which begins behind the header, is a leaf page without rows.
    /// <https://www.sqlite.org/fileformat2.html#b_tree_pages>
    private static func hasEmptySchema(_ header: [UInt8]) -> Bool {
        header.count == readLength && header[headerLength] == 13 && header[headerLength + 3..<readLength] == [0, 0]
    }

    private static let headerLength = 100
    /// The number of bytes to read: the header, and of the schema up to the number of its rows.
    private static let readLength = headerLength + 5
    private static let magic = Array("SQLite format 3\0".utf8)

    private static func number(at offset: Int, in header: [UInt8]) -> Int32 {
        Int32(bitPattern: header[offset..<offset + 4].reduce(0) { $0 << 8 | UInt32($1) })
    }
}
