import FoundationBasics
import GRDB
import LibC

/// Makes copies of stores whose first page cannot be read, with that of a new store in its place. All else in a store is
/// found through this page.
struct FirstPageRepair {
    /// The part of the first page to replace.
    enum Part: CaseIterable {
        /// The first 100 bytes, which describe the file.
        case header
        /// The header and the beginning of the schema. The tables of a store that was never rewritten as a whole begin at the
        /// pages where those of a new one do.
        case page
    }

    /// The path of the damaged store.
    let path: String

    /// Makes a copy at `target`, and a new store beside it that is removed again.
    func copy(to target: String, replacing part: Part) throws {
        let new = target + "-new"
        defer { unlink(new) }
        do {
            try StoreSnapshot.copyFiles(ofStoreAt: path, to: target)
            try StoreFile(path: new).createNew()
            let header = try Array(Data(contentsOf: URL(filePath: new)).prefix(Self.headerLength))
            try replace(part, of: target, by: header)
        } catch let error as CocoaError {
            throw StorageError(writing: path, error)
        }
        guard part == .page else { return }
        try StorageError.translating(path: path) {
            let queue = try DatabaseQueue(path: target)
            try queue.writeWithoutTransaction { db in
                try db.execute(sql: "ATTACH ? AS model", arguments: [new])
                try db.execute(
                    sql: """
                        PRAGMA writable_schema = ON;
                        INSERT INTO main.sqlite_master SELECT * FROM model.sqlite_master
                        """)
            }
            try queue.close()
        }
    }

    /// Writes the header of a new store, adapted to the file, and behind it an empty schema if the whole page is replaced.
    /// <https://www.sqlite.org/fileformat2.html#the_database_header>
    private func replace(_ part: Part, of target: String, by new: [UInt8]) throws(StorageError) {
        let file = open(target, O_RDWR | O_CLOEXEC)
        guard file >= 0 else { throw StorageError(opening: path, errno) }
        defer { close(file) }
        var bytes = new
        let pageSize = Int(new[16]) << 8 | Int(new[17])
        let pageCount = UInt32(clamping: Int(lseek(file, 0, SEEK_END)) / pageSize)
        // The log is read too.
        bytes.replaceSubrange(18..<20, with: [2, 2])
        bytes.replaceSubrange(28..<32, with: withUnsafeBytes(of: pageCount.bigEndian) { Array($0) })
        // The free pages are unknown. Without the last two, SQLite needs no table of the pages that refer to others.
        for field in [32..<40, 52..<56, 64..<68] {
            bytes.replaceSubrange(field, with: [UInt8](repeating: 0, count: field.count))
        }
        if part == .page {
            // A leaf of a table, whose content begins at the end of the page.
            bytes += [13, 0, 0, 0, 0, new[16], new[17], 0]
            bytes += [UInt8](repeating: 0, count: pageSize - bytes.count)
        }
        guard pwrite(file, bytes, bytes.count, 0) == bytes.count else { throw StorageError(opening: path, errno) }
    }

    private static let headerLength = 100
}
