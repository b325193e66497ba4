import FoundationBasics
import GRDB
import LibC

extension RecoveredData {
    /// Reads the store at `path`.
    ///
    /// - Parameter isScan: True to read its tickets alone, wherever their tables begin.
    /// - Returns: The data, and true if all of it can be read and its check finds nothing.
    static func read(storeAt path: String, isScan: Bool = false) async throws -> (data: RecoveredData, isSound: Bool) {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { throw StorageError(opening: path, errno) }
        defer { close(file) }
        do {
            let queue = try DatabaseQueue(path: path)
            // Without a transaction, which SQLite would end at the first damaged page.
            let read = try await queue.writeWithoutTransaction { db in
                var tables = DamagedTables(db, of: file)
                if isScan { return (data: tables.scan(), isSound: false) }
                return try tables.read()
            }
            try queue.close()
            return read
        } catch let error as DatabaseError {
            let failure = StorageError(error, path: path)
            switch failure.code {
            // These say nothing about the content.
            case .readOnly, .full, .busy, .cannotOpen: throw failure
            // The first page is unreadable.
            default: return (.nothing, false)
            }
        }
    }

    /// Reads copies of the store at `path` whose first page was repaired, at last without relying on where its tables begin.
    /// Returns `nil` if nothing can be read that way either.
    static func read(repairing path: String) async throws -> RecoveredData? {
        var withoutTickets: RecoveredData?
        for part in FirstPageRepair.Part.allCases {
            let copy = "\(path).repaired-\(UUID().uuidString)"
            defer { StoreSnapshot.removeFiles(ofStoreAt: copy) }
            do {
                try FirstPageRepair(path: path).copy(to: copy, replacing: part)
            } catch let error as StorageError where [.corrupt, .notADatabase, .failed].contains(error.code) {
                // The file is not like a store.
                continue
            }
            let data = try await read(storeAt: copy).data
            // The schema of a new store may name pages where this one has other tables.
            let isDoubtful = part == .page && (data.isScanned || data.ticketsWithoutAuthor > 0)
            if !data.entries.isEmpty, !isDoubtful { return data }
            if part == .page {
                let scanned = try await read(storeAt: copy, isScan: true).data
                if !scanned.entries.isEmpty, scanned.entries.count >= data.entries.count { return scanned }
                if !data.entries.isEmpty { return data }
            }
            if withoutTickets == nil, !data.isEmpty { withoutTickets = data }
        }
        return withoutTickets
    }
}
