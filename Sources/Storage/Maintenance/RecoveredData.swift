import EngineConcepts
import FoundationBasics
import GRDB
import LibC

/// The readable data of a damaged store.
struct RecoveredData: Sendable {
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
    static let nothing = RecoveredData(losing: Set(RecoveryReport.Part.allCases))

    private init(losing parts: Set<RecoveryReport.Part>) {
        lostParts = parts
    }

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
                if isScan { return (data: RecoveredData(scanning: db, file), isSound: false) }
                let replaced = RecoveredData.replaceTables(of: file, in: db)
                let hasPlaces = !replaced.contains("place") || LostPlaces(db: db).restore()
                try db.execute(sql: "PRAGMA query_only = 1")
                var data = RecoveredData(reading: db, replaced)
                if !hasPlaces { data.lostParts.insert(.items) }
                let isSound = data.lostParts.isEmpty && replaced.isEmpty && RecoveredData.passesCheck(db)
                return (data: data, isSound: isSound)
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
            // The check fails at the damage too.
            return false
        }
    }

    /// - Parameter replaced: The tables that may be incomplete.
    init(reading db: Database, _ replaced: Set<String>) {
        isScanned = !replaced.isEmpty
        let reader = makeReader(of: db)
        attempt(.sources) { data in data.record = try reader.track.record(in: db) }
        var rowIDs = placedRowIDs(in: db)
        // An index that cannot be read loses nothing, but then it is not known which places are missing.
        if !insertIndexedRowIDs(to: &rowIDs, in: db), replaced.contains("place") { lostParts.insert(.items) }
        knownCount = max(rowIDs.count, Self.countOfSuppliers(in: db))
        readEntries(rowIDs, by: reader)
        // SQLite notices a damaged page, but not one with older content.
        if knownCount > entries.count { lostParts.insert(.items) }
        if lostParts.contains(.sources) { restoreRecord(from: db) }
        attempt(.settings) { data in
            var query = try SQLStatement("SELECT name, value FROM setting", in: db)
            while try query.step() {
                data.settings[query.text(0)] = query.text(1)
            }
        }
        attempt(.removedItems) { data in
            // A store that was not migrated lacks the table.
            guard try db.tableExists("removed_item") else { return }
            data.removed = try RemovedItems(db: db).all()
        }
        attempt(.outbox) { data in
            // A store that was not migrated lacks the table.
            guard try db.tableExists("outbox") else { return }
            data.actions = try OutboxRows(db: db).all()
        }
    }

    /// Reads the tickets of a store whose tables begin at unknown pages. The other tables cannot be recognised.
    init(scanning db: Database, _ file: CInt) {
        self.init(losing: Set(RecoveryReport.Part.allCases))
        isScanned = true
        _ = RecoveredData.replaceTables(of: file, in: db, areUnknown: true)
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
            attempt(.items) { data in
                guard let found = try reader.stored(rowID) else { throw DamagedContent("no content") }
                // In a leaf page that was overwritten in part, a row can end in foreign bytes.
                let time = found.entry.ticket.key.time
                guard !data.isScanned || TicketRowID.range(of: time).contains(rowID) else {
                    throw DamagedContent("a row ID of another time")
                }
                // The unique index of items may be damaged too.
                guard known.insert(found.entry.ticket.id).inserted else { throw DamagedContent("an item twice") }
                data.entries.append((found.entry, found.marks))
                if found.lacksAuthor { data.ticketsWithoutAuthor += 1 }
            }
        }
    }

    /// Restores the record, which cannot be read, as far as its ranges and the tickets tell it: all tickets are to be shown.
    private mutating func restoreRecord(from db: Database) {
        attempt(.sources) { data in data.record.visibleRanges = try TrackCache.visibleRanges(in: db) }
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
            let claimed = known?.ranges.coverage.claimed
            // It is not known how far an unreadable state reached: it may have been everything.
            let end: Timestamp? = known == nil ? .beginningOfTime : claimed?.oldest
            let newest = [claimed?.newest, times[supplier]?.upperBound.secondAbove].compactMap(\.self).max()
            let oldest = [end, times[supplier]?.lowerBound.flooredToSecond].compactMap(\.self).min()
            var state = SupplierState()
            if let floor = known?.ranges.floor { state.ranges.lowerFloor(to: floor) }
            if let newest, let oldest, let delivered = Timeframe(from: newest, downTo: oldest) {
                state.ranges.coverage.withdraw(TimeframeSet(delivered))
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

    /// Reads a part; records a failure and continues.
    private mutating func attempt(_ part: RecoveryReport.Part, _ read: (inout RecoveredData) throws -> Void) {
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
        // A store that was not migrated lacks the column.
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
