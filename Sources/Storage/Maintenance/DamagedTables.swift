import EngineConcepts
import GRDB

/// Reads what it can of the tables of a store of any version.
struct DamagedTables {
    private let db: Database
    /// The open file of the store.
    private let file: CInt
    private var data = RecoveredData()

    init(_ db: Database, of file: CInt) {
        self.db = db
        self.file = file
    }

    /// Reads all tables.
    ///
    /// - Returns: The data, and true if all of it could be read and the check of the store finds nothing.
    mutating func read() throws -> (data: RecoveredData, isSound: Bool) {
        let replaced = replaceTables()
        let hasPlaces = !replaced.contains("place") || LostPlaces(db: db).restore()
        try db.execute(sql: "PRAGMA query_only = 1")
        readAll(replaced)
        if !hasPlaces { data.lostParts.insert(.items) }
        let isSound = data.lostParts.isEmpty && replaced.isEmpty && passesCheck()
        return (data, isSound)
    }

    /// Reads the tickets of a store whose tables begin at unknown pages. The other tables cannot be recognised.
    mutating func scan() -> RecoveredData {
        data.lostParts = Set(RecoveryReport.Part.allCases)
        data.isScanned = true
        _ = replaceTables(areUnknown: true)
        let reader = storeReader()
        let rowIDs = placedRowIDs(.delivered)
        readEntries(rowIDs, to: \.entries, by: reader)
        readBesideTrack(by: reader)
        restoreRecord()
        return data
    }

    /// - Parameter replaced: The tables that may be incomplete.
    private mutating func readAll(_ replaced: Set<String>) {
        data.isScanned = !replaced.isEmpty
        let reader = storeReader()
        attempt(.sources) { tables in tables.data.record = try reader.track.record(in: tables.db) }
        var rowIDs = placedRowIDs(.delivered)
        // An index that cannot be read loses nothing, but then it is not known which places are missing.
        if !insertIndexedRowIDs(to: &rowIDs), replaced.contains("place") { data.lostParts.insert(.items) }
        data.knownCount = max(rowIDs.count, countOfSuppliers())
        readEntries(rowIDs, to: \.entries, by: reader)
        readBesideTrack(by: reader)
        // SQLite notices a damaged page, but not one with older content.
        if data.knownCount > data.entries.count { data.lostParts.insert(.items) }
        if data.lostParts.contains(.sources) { restoreRecord() }
        attempt(.settings) { tables in
            var query = try SQLStatement("SELECT name, value FROM setting", in: tables.db)
            while try query.step() {
                tables.data.settings[query.text(0)] = query.text(1)
            }
        }
        attempt(.removedItems) { tables in
            // A store that was not migrated lacks the table.
            guard try tables.db.tableExists("removed_item") else { return }
            tables.data.removed = try RemovedItems(db: tables.db).all()
        }
        attempt(.outbox) { tables in
            // A store that was not migrated lacks the table.
            guard try tables.db.tableExists("outbox") else { return }
            tables.data.actions = try OutboxRows(db: tables.db).all()
        }
    }

    /// Hides the tables of tickets that cannot be read to their end behind what ``LeafScan`` finds of them.
    ///
    /// - Parameter areUnknown: True to hide all, because none of them may begin where the schema says.
    /// - Returns: The names of the hidden tables.
    private func replaceTables(areUnknown: Bool = false) -> Set<String> {
        var replaced: Set<String> = []
        for table in ["place", "content", "author"] where areUnknown || !canBeRead(table) {
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
    private func canBeRead(_ table: String) -> Bool {
        succeeds {
            let strangers = try db.query("PRAGMA main.table_info(\(table))")
                .rows {
                    let type = $0.text(2)
                    let types = type == "ANY" ? "'integer', 'text', 'blob'" : "'\(type.lowercased())'"
                    let null = $0.flag(3) || $0.flag(5) ? "" : ", 'null'"
                    return "typeof(\"\($0.text(1))\") NOT IN (\(types)\(null))"
                }
            let condition = strangers.joined(separator: " OR ")
            return try db.integer("SELECT count(*) FROM \(table) NOT INDEXED WHERE \(condition)") == 0
        }
    }

    private func passesCheck() -> Bool {
        succeeds { try IntegrityReport(of: db).failures.isEmpty }
    }

    /// Makes a reader of a store of any version.
    private mutating func storeReader() -> StoreReader {
        var columns: Set<String> = []
        attempt(.items) { tables in columns = Set(try tables.db.columns(in: "place").map(\.name)) }
        return StoreReader(db: db, track: TrackCache(), authors: AuthorCache(), labels: .empty, damagedColumns: columns)
    }

    /// Returns the row IDs of the tickets of this state in the table of places, from both of its ends up to the damage.
    private mutating func placedRowIDs(_ state: PlaceRow.State) -> Set<Int64> {
        var rowIDs: Set<Int64> = []
        for order in ["ASC", "DESC"] {
            attempt(.items) { tables in
                var query = try SQLStatement(
                    """
                    SELECT id FROM place NOT INDEXED WHERE deleted = \(state.rawValue) ORDER BY id \(order)
                    """, in: tables.db)
                while try query.step(), rowIDs.insert(query.int64(0)).inserted {}
            }
        }
        return rowIDs
    }

    /// Inserts the row IDs of the tickets in an index: also those between two damaged parts of the table, and those of which
    /// it has lost track. Returns true if the index is whole.
    private func insertIndexedRowIDs(to rowIDs: inout Set<Int64>) -> Bool {
        succeeds {
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
        }
    }

    /// Returns the number of tickets according to the counts of the suppliers, or 0 if they cannot be read.
    private func countOfSuppliers() -> Int {
        do {
            return Int(try db.integer("SELECT ifnull(sum(shown + hidden), 0) FROM supplier_count") ?? 0)
        } catch {
            // Recovery does not need them.
            return 0
        }
    }

    private mutating func readBesideTrack(by reader: StoreReader) {
        let rowIDs = placedRowIDs(.besideTrack)
        readEntries(rowIDs, to: \.besideTrack, by: reader)
    }

    /// Reads these tickets, oldest first.
    private mutating func readEntries(
        _ rowIDs: Set<Int64>, to entries: WritableKeyPath<RecoveredData, [RecoveredData.Saved]>, by reader: StoreReader
    ) {
        var known: Set<TicketID> = []
        for rowID in rowIDs.sorted() {
            attempt(.items) { tables in
                guard let found = try reader.stored(rowID) else { throw DamagedContent("no content") }
                // In a leaf page that was overwritten in part, a row can end in foreign bytes.
                let time = found.entry.ticket.key.time
                guard !tables.data.isScanned || TicketRowID.range(of: time).contains(rowID) else {
                    throw DamagedContent("a row ID of another time")
                }
                // The unique index of items may be damaged too.
                guard known.insert(found.entry.ticket.id).inserted else { throw DamagedContent("an item twice") }
                tables.data[keyPath: entries].append((found.entry, found.marks))
                if found.lacksAuthor { tables.data.ticketsWithoutAuthor += 1 }
            }
        }
    }

    /// Restores the record, which cannot be read, as far as its ranges and the tickets tell it: all tickets are to be shown.
    private mutating func restoreRecord() {
        attempt(.sources) { $0.data.record.visibleRanges = try TrackCache.visibleRanges(in: $0.db) }
        let times = data.entries.map { $0.entry.ticket.key.time }
        if data.record.visibleRanges.isEmpty, let newest = times.max(), let oldest = times.min(),
            let range = Timeframe(from: newest.secondAbove, downTo: oldest.flooredToSecond)
        {
            data.record.visibleRanges.insert(range)
        }
        data.record.active = Set(data.entries.map { $0.entry.ticket.supplier })
    }

    /// Reads a part; records a failure and continues.
    private mutating func attempt(_ part: RecoveryReport.Part, _ read: (inout DamagedTables) throws -> Void) {
        do {
            try read(&self)
        } catch {
            data.lostParts.insert(part)
        }
    }
}

/// Returns the result of a work on a damaged store, or false if it fails at the damage.
func succeeds(_ work: () throws -> Bool) -> Bool {
    do {
        return try work()
    } catch {
        return false
    }
}

extension StoreReader {
    /// Returns a ticket by its row ID, as a commit would write it. If its author is missing, it has another fingerprint.
    fileprivate func stored(_ rowID: Int64) throws -> (entry: TrackCommit.Entry, marks: Marks, lacksAuthor: Bool)? {
        let seen = damagedColumns?.contains("seen") ?? true ? "seen" : "NULL"
        var query = try db.query(
            "SELECT supplier, item, fingerprint, \(seen) FROM place NOT INDEXED WHERE id = ?", rowID)
        guard try query.step() else { return nil }
        let id = TicketID(supplier: SupplierID(query.text(0)), item: query.text(1))
        let fingerprint = UInt64(bitPattern: query.int64(2))
        let firstSeen = query.optionalInt64(3).map(Timestamp.init(milliseconds:))
        guard let found = try entry(rowID: rowID, id: id) else { return nil }
        let hasAuthor = try db.isTrue("SELECT author IS NOT NULL FROM content WHERE id = ?", rowID)
        let lacksAuthor = hasAuthor && found.ticket.body.author == nil
        return (
            TrackCommit.Entry(
                ticket: found.ticket, fingerprint: lacksAuthor ? ~fingerprint : fingerprint, isLate: found.isLate,
                firstSeen: firstSeen),
            found.marks, lacksAuthor
        )
    }
}
