import EngineConcepts
import FoundationBasics
import GRDB
import LibC

/// The outcome of the recovery of a damaged store.
public struct RecoveryReport: Hashable, Sendable {
    /// The new path of the damaged file.
    public let damagedFile: String
    /// The number of tickets that were saved.
    public let savedTickets: Int
    /// The parts of which something could not be read or is missing. Without items, authors or sources, the suppliers count as
    /// never fetched: missing items are in gaps and can be fetched again if the sources still have them.
    public let lostParts: Set<Part>
    /// The least number of tickets that could not be read, or `nil` if it is not known.
    public let lostTickets: Int?
    /// The number of saved tickets whose author could not be read. The next delivery of such a ticket counts as a change.
    public let ticketsWithoutAuthor: Int

    /// A part of a store.
    public enum Part: CaseIterable, Hashable, Sendable {
        /// The tickets.
        case items
        /// The states of the suppliers, and the visible ranges. All suppliers with saved tickets count as active, until the
        /// engine knows its suppliers.
        case sources
        /// Choices made on screens, positions and drafts.
        case settings
        /// The tickets that a cleaning has removed and sources may still deliver.
        case removedItems
        /// The actions and posts that wait to be sent.
        case outbox
    }

    /// True if anything was lost.
    public var isIncomplete: Bool { !lostParts.isEmpty || ticketsWithoutAuthor > 0 }
}

extension TrackDatabase {
    /// Throws ``StorageError`` if the file at `path` belongs to another program or a newer Fiber, or cannot be opened. Writes
    /// nothing beside it.
    public static func refuseStranger(at path: String) throws(StorageError) {
        switch try StoreFile(path: path).inspect() {
        case .foreign: throw StorageError(.foreign, path: path)
        case .ours(let version) where version > Schema.version: throw StorageError(.tooNew, path: path)
        // A file with a damaged header counts as no database.
        case .ours, .noDatabase, .emptied, .nothing: break
        }
    }

    /// Moves the damaged store at `path` aside and creates a new one from its readable data. No process may have it open.
    /// Returns `nil` and leaves the store as it is if it is sound. Throws ``StorageError`` and leaves the file where it is if
    /// it belongs to another program or a newer Fiber, or cannot be opened.
    public static func recover(path: String) async throws -> RecoveryReport? {
        try refuseStranger(at: path)
        let finding = try StoreFile(path: path).inspect()
        let salvage: Salvage
        if finding == .emptied || finding == .nothing {
            // SQLite would delete the log of an empty file, and would write that of a missing one into the new store. It is
            // moved aside.
            salvage = .nothing
        } else {
            let (found, isSound) = try await Salvage.read(storeAt: path)
            if isSound { return nil }
            salvage = found.isEmpty ? try await Salvage.read(repairing: path) ?? found : found
        }
        let damaged = try Salvage.moveAside(path)
        try StoreFile(path: path).createNew()
        let store = try TrackDatabase(path: path)
        try await salvage.insert(into: store)
        try store.close()
        return RecoveryReport(
            damagedFile: damaged, savedTickets: salvage.entries.count, lostParts: salvage.lostParts,
            lostTickets: salvage.lostCount, ticketsWithoutAuthor: salvage.ticketsWithoutAuthor)
    }
}

/// The readable data of a damaged store.
private struct Salvage: Sendable {
    var record = TrackRecord()
    var entries: [(entry: TrackCommit.Entry, marks: Marks)] = []
    var settings: [String: String] = [:]
    var actions: [PendingAction] = []
    var removed: [KnownItem] = []
    var lostParts: Set<RecoveryReport.Part> = []
    private(set) var ticketsWithoutAuthor = 0
    /// True if a table was read from its leaf pages.
    private var isScanned = false
    /// The number of tickets that the store had at least.
    private var knownCount = 0

    /// The least number of tickets that could not be read, or `nil` if it is not known.
    var lostCount: Int? {
        let count = knownCount - entries.count
        return count > 0 || !lostParts.contains(.items) ? max(0, count) : nil
    }

    /// True if nothing was read.
    var isEmpty: Bool { entries.isEmpty && settings.isEmpty && actions.isEmpty && removed.isEmpty }

    /// The data of a store of which nothing can be read.
    static let nothing = Salvage(losing: Set(RecoveryReport.Part.allCases))

    private init(losing parts: Set<RecoveryReport.Part>) {
        lostParts = parts
    }

    /// Reads the store at `path`.
    ///
    /// - Parameter isScan: True to read its tickets alone, wherever their tables begin.
    /// - Returns: The data, and true if all of it can be read and its check finds nothing.
    static func read(storeAt path: String, isScan: Bool = false) async throws -> (salvage: Salvage, isSound: Bool) {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { throw StorageError(opening: path, errno) }
        defer { close(file) }
        do {
            let queue = try DatabaseQueue(path: path)
            // Without a transaction, which SQLite would end at the first damaged page.
            let read = try await queue.writeWithoutTransaction { db in
                if isScan { return (salvage: Salvage(scanning: db, file), isSound: false) }
                let replaced = Salvage.replaceTables(of: file, in: db)
                try db.execute(sql: "PRAGMA query_only = 1")
                let salvage = Salvage(reading: db, replaced)
                let isSound = salvage.lostParts.isEmpty && replaced.isEmpty && Salvage.passesCheck(db)
                return (salvage: salvage, isSound: isSound)
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
    /// Returns `nil` if nothing can be read all the same.
    static func read(repairing path: String) async throws -> Salvage? {
        var withoutTickets: Salvage?
        for part in FirstPageRepair.Part.allCases {
            let copy = "\(path).repaired-\(UUID().uuidString)"
            defer { StoreSnapshot.removeFiles(ofStoreAt: copy) }
            do {
                try FirstPageRepair(path: path).copy(to: copy, replacing: part)
            } catch let error as StorageError where [.corrupt, .notADatabase, .failed].contains(error.code) {
                // The file is not like a store.
                continue
            }
            let salvage = try await read(storeAt: copy).salvage
            // The schema of a new store may name pages where this one has other tables.
            let isDoubtful = part == .page && (salvage.isScanned || salvage.ticketsWithoutAuthor > 0)
            if !salvage.entries.isEmpty, !isDoubtful { return salvage }
            if part == .page {
                let scanned = try await read(storeAt: copy, isScan: true).salvage
                if !scanned.entries.isEmpty, scanned.entries.count >= salvage.entries.count { return scanned }
                if !salvage.entries.isEmpty { return salvage }
            }
            if withoutTickets == nil, !salvage.isEmpty { withoutTickets = salvage }
        }
        return withoutTickets
    }

    /// Hides the tables of tickets that cannot be read to their end behind what ``LeafScan`` finds of them.
    ///
    /// - Parameter areUnknown: True to hide all, because none of them may begin where the schema says.
    /// - Returns: The names of the hidden tables.
    private static func replaceTables(of file: CInt, in db: Database, areUnknown: Bool = false) -> Set<String> {
        var replaced: Set<String> = []
        for table in ["place", "content", "author"] where areUnknown || !canBeRead(table, in: db) {
            do {
                try LeafScan(of: file, db).replace(table, in: db)
                replaced.insert(table)
            } catch {
                // Its rows are read up to the damage.
                continue
            }
        }
        return replaced
    }

    /// Returns true if the table can be read to its end and all values have the types of their columns. Those of another
    /// table, or of overwritten rows, have others.
    private static func canBeRead(_ table: String, in db: Database) -> Bool {
        do {
            let strangers = try db.query("PRAGMA main.table_info(\(table))")
                .rows {
                    let type = $0.text(2)
                    let types = type == "ANY" ? "'integer', 'text', 'blob'" : "'\(type.lowercased())'"
                    let null = $0.flag(3) || $0.flag(5) ? "" : ", 'null'"
                    return "typeof(\"\($0.text(1))\") NOT IN (\(types)\(null))"
                }
            let condition = strangers.joined(separator: " OR ")
            return try db.query("SELECT count(*) FROM \(table) NOT INDEXED WHERE \(condition)").integer() == 0
        } catch {
            return false
        }
    }

    private static func passesCheck(_ db: Database) -> Bool {
        do {
            return try IntegrityReport(of: db).failures.isEmpty
        } catch {
            // The check meets the damage too.
            return false
        }
    }

    /// - Parameter replaced: The tables that may be incomplete.
    init(reading db: Database, _ replaced: Set<String>) {
        isScanned = !replaced.isEmpty
        let reader = makeReader(of: db)
        attempt(.sources) { salvage in salvage.record = try reader.records.record(in: db) }
        var rowIDs = placedRowIDs(in: db)
        // An index that cannot be read loses nothing, but then it is not known which places are missing.
        if !insertIndexedRowIDs(to: &rowIDs, in: db), replaced.contains("place") { lostParts.insert(.items) }
        knownCount = max(rowIDs.count, Self.countOfSuppliers(in: db))
        readEntries(rowIDs, by: reader)
        // SQLite notices a damaged page, but not one with older content.
        if knownCount > entries.count { lostParts.insert(.items) }
        if lostParts.contains(.sources) { restoreRecord(from: db) }
        attempt(.settings) { salvage in
            var query = try SQLStatement("SELECT name, value FROM setting", in: db)
            while try query.step() {
                salvage.settings[query.text(0)] = query.text(1)
            }
        }
        attempt(.removedItems) { salvage in
            // Older stores have none.
            guard try db.tableExists("removed_item") else { return }
            salvage.removed = try RemovedItems(db: db).all()
        }
        attempt(.outbox) { salvage in
            // Stores of the first version have no outbox.
            guard try db.tableExists("outbox") else { return }
            salvage.actions = try OutboxRows(db: db).all()
        }
    }

    /// Reads the tickets of a store whose tables begin at unknown pages. The other tables cannot be recognised.
    init(scanning db: Database, _ file: CInt) {
        self.init(losing: Set(RecoveryReport.Part.allCases))
        isScanned = true
        _ = Salvage.replaceTables(of: file, in: db, areUnknown: true)
        let rowIDs = placedRowIDs(in: db)
        let reader = makeReader(of: db)
        readEntries(rowIDs, by: reader)
        restoreRecord(from: db)
    }

    /// Makes a reader of a store of any version.
    private mutating func makeReader(of db: Database) -> StoreReader {
        var columns: Set<String> = []
        attempt(.items) { _ in columns = Set(try db.columns(in: "place").map(\.name)) }
        return StoreReader(rescuing: db, columns: columns)
    }

    /// Returns the row IDs of the tickets in the table of places, from both of its ends up to the damage.
    private mutating func placedRowIDs(in db: Database) -> Set<Int64> {
        var rowIDs: Set<Int64> = []
        for order in ["ASC", "DESC"] {
            attempt(.items) { _ in
                var query = try SQLStatement(
                    "SELECT id FROM place NOT INDEXED WHERE deleted = 0 ORDER BY id \(order)", in: db)
                while try query.step(), rowIDs.insert(query.int64(0)).inserted {}
            }
        }
        return rowIDs
    }

    /// Inserts the row IDs of the tickets in an index: also those between two damaged parts of the table, and those of which
    /// it has lost track. Returns true if the index is whole.
    private func insertIndexedRowIDs(to rowIDs: inout Set<Int64>, in db: Database) -> Bool {
        do {
            var isWhole = true
            var query = try SQLStatement(
                """
                SELECT id, typeof(supplier) = 'text' AND typeof(age) = 'integer' AND typeof(item) = 'text'
                FROM main.place INDEXED BY place_supplier WHERE deleted = 0
                """, in: db)
            while try query.step() {
                if query.flag(1) { rowIDs.insert(query.int64(0)) } else { isWhole = false }
            }
            return isWhole
        } catch {
            return false
        }
    }

    /// Reads these tickets, oldest first.
    private mutating func readEntries(_ rowIDs: Set<Int64>, by reader: StoreReader) {
        var known: Set<TicketID> = []
        for rowID in rowIDs.sorted() {
            attempt(.items) { salvage in
                guard let found = try reader.stored(rowID) else { throw DamagedContent("no content") }
                // In a leaf page that was overwritten in part, a row can end in foreign bytes.
                let time = found.entry.ticket.key.time
                guard !salvage.isScanned || TicketRowID.range(of: time).contains(rowID) else {
                    throw DamagedContent("a row ID of another time")
                }
                // The unique index of items may be damaged too.
                guard known.insert(found.entry.ticket.id).inserted else { throw DamagedContent("an item twice") }
                salvage.entries.append((found.entry, found.marks))
                if found.lacksAuthor { salvage.ticketsWithoutAuthor += 1 }
            }
        }
    }

    /// Restores the record, which cannot be read, as far as its ranges and the tickets tell it: all tickets are to be shown.
    private mutating func restoreRecord(from db: Database) {
        attempt(.sources) { salvage in salvage.record.visibleRanges = try RecordCache.visibleRanges(in: db) }
        let times = entries.map { $0.entry.ticket.key.time }
        if record.visibleRanges.isEmpty, let newest = times.max(), let oldest = times.min(),
            let range = Timeframe(from: newest.secondAbove, downTo: oldest.flooredToSecond)
        {
            record.visibleRanges.insert(range)
        }
        record.active = Set(entries.map { $0.entry.ticket.supplier })
    }

    /// Returns the number of tickets according to the counts of the suppliers, or 0 if they cannot be read.
    private static func countOfSuppliers(in db: Database) -> Int {
        do {
            return Int(try db.query("SELECT ifnull(sum(shown + hidden), 0) FROM supplier_count").integer() ?? 0)
        } catch {
            // Recovery does not need them.
            return 0
        }
    }

    /// The states of the suppliers. If items, authors or states are lost, none counts as fetched, and the range that each
    /// has delivered is withdrawn. It is a gap until it is delivered again, even if the source no longer has anything that
    /// old.
    private var supplierStates: [SupplierID: SupplierState] {
        guard !lostParts.isDisjoint(with: [.items, .sources]) || ticketsWithoutAuthor > 0 else {
            return record.supplierStates
        }
        var times: [SupplierID: ClosedRange<Timestamp>] = [:]
        for (entry, _) in entries {
            let (supplier, time) = (entry.ticket.supplier, entry.ticket.key.time)
            let known = times[supplier] ?? time...time
            times[supplier] = min(known.lowerBound, time)...max(known.upperBound, time)
        }
        var states: [SupplierID: SupplierState] = [:]
        for supplier in Set(times.keys).union(record.supplierStates.keys) {
            let known = record.supplierStates[supplier]
            let claimed = known?.coverage.claimed
            // It is not known how far an unreadable state reached: it may have been everything.
            let end: Timestamp? = known == nil ? .beginningOfTime : claimed?.oldest
            let newest = [claimed?.newest, times[supplier]?.upperBound.secondAbove].compactMap(\.self).max()
            let oldest = [end, times[supplier]?.lowerBound.flooredToSecond].compactMap(\.self).min()
            var state = SupplierState()
            if let floor = known?.floor { state.lowerFloor(to: floor) }
            if let newest, let oldest, let delivered = Timeframe(from: newest, downTo: oldest) {
                state.coverage.withdraw(TimeframeSet(delivered))
            }
            states[supplier] = state
        }
        return states
    }

    /// Writes the data to an empty store.
    func insert(into store: TrackDatabase) async throws {
        let supplierStates = supplierStates
        var start = 0
        repeat {
            let end = min(start + 10_000, entries.count)
            _ = try await store.commit(
                TrackCommit(
                    inserted: entries[start..<end].map(\.entry), supplierStates: supplierStates,
                    active: record.active, visibleRanges: record.visibleRanges))
            start = end
        } while start < entries.count
        let marks = entries.filter { $0.marks != Marks() }.map { ($0.entry.ticket.id, $0.marks) }
        try await store.restore(Dictionary(marks) { $1 })
        for (name, value) in settings {
            try await store.setSetting(name, to: value)
        }
        let removed = removed
        try await store.writing { try RemovedItems(db: $0).restore(removed) }
        try await store.apply(actions.map { .append($0) })
    }

    /// Renames a damaged store and its log, and returns the new path.
    static func moveAside(_ path: String) throws -> String {
        var number = 1
        while TrackDatabase.exists(at: "\(path).damaged-\(number)") { number += 1 }
        let damaged = "\(path).damaged-\(number)"
        do {
            for suffix in ["-wal", "-shm", ""] where FileManager.default.fileExists(atPath: path + suffix) {
                try FileManager.default.moveItem(atPath: path + suffix, toPath: damaged + suffix)
            }
        } catch {
            throw StorageError(.readOnly, path: path, cause: "it cannot be moved aside: \(error.systemReason)")
        }
        return damaged
    }

    /// Reads a part; records a failure and continues.
    private mutating func attempt(_ part: RecoveryReport.Part, _ read: (inout Salvage) throws -> Void) {
        do {
            try read(&self)
        } catch {
            lostParts.insert(part)
        }
    }
}

extension StoreReader {
    /// Returns a ticket by its row ID, as a commit would write it. If its author is missing, it has another fingerprint.
    fileprivate func stored(
        _ rowID: Int64
    ) throws -> (entry: TrackCommit.Entry, marks: Marks, lacksAuthor: Bool)? {
        // Stores of earlier versions have no time first seen.
        let seen = try db.columns(in: "place").contains { $0.name == "seen" } ? "seen" : "NULL"
        var query = try db.query(
            "SELECT supplier, item, fingerprint, \(seen) FROM place NOT INDEXED WHERE id = ?", rowID)
        guard try query.step() else { return nil }
        let id = TicketID(supplier: SupplierID(query.text(0)), item: query.text(1))
        let fingerprint = UInt64(bitPattern: query.int64(2))
        let firstSeen = query.optionalInt64(3).map(Timestamp.init(milliseconds:))
        guard let found = try entry(rowID: rowID, id: id) else { return nil }
        let hasAuthor = try db.query("SELECT author IS NOT NULL FROM content WHERE id = ?", rowID).isTrue()
        let lacksAuthor = hasAuthor && found.ticket.body.author == nil
        return (
            TrackCommit.Entry(
                ticket: found.ticket, fingerprint: lacksAuthor ? ~fingerprint : fingerprint, isLate: found.isLate,
                firstSeen: firstSeen),
            found.marks, lacksAuthor
        )
    }
}
