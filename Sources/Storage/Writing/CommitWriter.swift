import EngineConcepts
import GRDB

/// Writes one commit within a transaction.
struct CommitWriter: ~Copyable {
    private let db: Database
    private let commit: TrackCommit
    private let before: TrackRecord
    private let after: TrackRecord
    private var tickets: TicketWriter
    /// The classifications of the new tickets, in their order; empty if they were not prepared.
    private let classifications: [Classification]
    /// The encoded contents of the new tickets.
    private let encoder: ContentEncoder
    /// The contents that are written already, or `nil` for a small commit.
    private let staged: StagedContents?

    /// Prepares to write a commit on top of `before`, the record in the database of `labels`.
    init(_ prepared: PreparedCommit, staged: StagedContents?, onto before: TrackRecord, by labels: LabelWriter) throws {
        let commit = prepared.commit
        let isCurrent = prepared.classifications?.version == labels.resolver.table.version
        classifications = isCurrent ? prepared.classifications?.classifications ?? [] : []
        encoder = prepared.encoder
        db = labels.db
        self.staged = staged
        self.commit = commit
        self.before = before
        after = TrackRecord(
            version: before.version.next, visibleRanges: commit.visibleRanges,
            supplierStates: before.supplierStates.merging(commit.supplierStates) { $1 }, active: commit.active)
        tickets = try TicketWriter(version: before.version.next, staged: staged?.rowIDs ?? [], by: labels)
    }

    /// Writes the commit and returns the new record.
    mutating func write() throws -> TrackRecord {
        if staged == nil { try StagedContents.removeAbandoned(in: db) }
        try writeSuppliers()
        try writeTrack()
        try tickets.derivedData.moveTickets(from: before, to: after)
        try insertTickets()
        for entry in commit.updated where try !tickets.update(entry) {
            guard let rowID = try insert(entry, serial: 0) else { continue }
            try tickets.insertContent(of: entry.ticket, EncodedContent(entry.ticket), rowID: rowID)
        }
        for id in commit.deleted {
            try tickets.delete(id)
        }
        var (kept, forgotten): ([Int64], [Int64]) = ([], [])
        for id in commit.removed {
            guard let rowID = try tickets.remove(id) else { continue }
            if commit.active.contains(id.supplier) { kept.append(rowID) } else { forgotten.append(rowID) }
        }
        try tickets.finish()
        try RemovedItems(db: db).add(kept)
        try RemovedItems(db: db).drop(forgotten)
        return after
    }

    /// Inserts the places of all new tickets, then their contents.
    ///
    /// The places belong to indexes in several orders, whose pages change again and again; contents follow one another. Among
    /// contents, pages of indexes would leave the cache and be written to the log twice, and a log that has a page twice is
    /// read again for new checksums.
    private mutating func insertTickets() throws {
        let firstSerial = staged?.firstSerial ?? TicketRowID.firstSerial(after: before.version)
        // The entries are read in place: a copy of one copies whatever it consists of.
        let inserted = commit.inserted
        try inserted.withUnsafeBufferPointer { inserted in
            var rowIDs: [Int64?] = []
            rowIDs.reserveCapacity(inserted.count)
            for (serial, index) in encoder.order.enumerated() {
                let classification = classifications.indices.contains(index) ? classifications[index] : nil
                rowIDs.append(
                    try insert(inserted[index], serial: firstSerial + Int64(serial), prepared: classification))
            }
            if let staged { return try keep(staged, rowIDs) }
            var contents: [EncodedContent] = []
            for (serial, index) in encoder.order.enumerated() {
                let (part, indexInPart) = serial.quotientAndRemainder(dividingBy: ContentEncoder.partSize)
                if indexInPart == 0 { contents = encoder.part(part) }
                guard let rowID = rowIDs[serial] else { continue }
                try tickets.insertContent(of: inserted[index].ticket, contents[indexInPart], rowID: rowID)
            }
        }
    }

    /// Keeps the staged contents of the tickets that were inserted with `rowIDs`, in the order of the encoder. Writes the
    /// others.
    private mutating func keep(_ staged: StagedContents, _ rowIDs: [Int64?]) throws {
        try staged.finish(placed: Set(rowIDs.compactMap(\.self)), in: db)
        for case (let rowID?, let index) in zip(rowIDs, encoder.order) where !staged.rowIDs.contains(rowID) {
            let ticket = commit.inserted[index].ticket
            try tickets.insertContent(of: ticket, EncodedContent(ticket), rowID: rowID)
        }
    }

    private mutating func insert(
        _ entry: TrackCommit.Entry, serial: Int64, prepared: Classification? = nil
    ) throws -> Int64? {
        let isInTrack = after.active.contains(entry.ticket.supplier) && after.shows(entry.ticket.key.time)
        return try tickets.insert(entry, isInTrack: isInTrack, serial: serial, prepared: prepared)
    }

    private func writeSuppliers() throws {
        let supplierStates = Array(commit.supplierStates)
        let encoded = try blockingParallelMap(supplierStates) { part in
            let text = SupplierStateText()
            return try part.map { try text.encode($0.value) }
        }
        var upsertState = try SQLStatement(
            """
            INSERT INTO supplier (name, active, ledger, version) VALUES (?, 0, ?, ?)
            ON CONFLICT DO UPDATE SET ledger = excluded.ledger, version = excluded.version
            """, in: db)
        for (supplier, text) in zip(supplierStates.lazy.map(\.key), encoded) {
            upsertState.bind(supplier.rawValue)
            upsertState.bind(text)
            upsertState.bind(after.version.number)
            try upsertState.run()
        }
        var upsertActive = try SQLStatement(
            """
            INSERT INTO supplier (name, active, version) VALUES (?, ?, ?)
            ON CONFLICT DO UPDATE SET active = excluded.active, version = excluded.version
            """, in: db)
        for supplier in before.active.symmetricDifference(after.active) {
            upsertActive.bind(supplier.rawValue)
            upsertActive.bind(after.active.contains(supplier))
            upsertActive.bind(after.version.number)
            try upsertActive.run()
        }
    }

    /// Writes the version, and the visible ranges and the gaps if anything has changed from which gaps are derived.
    private func writeTrack() throws {
        if commit.supplierStates.isEmpty, after.active == before.active, after.visibleRanges == before.visibleRanges {
            return try db.run("UPDATE track SET version = ?", after.version.number)
        }
        try db.run(
            "UPDATE track SET version = ?, extent = ?, gaps = ?", after.version.number,
            try JSONText().encode(after.visibleRanges), try GapList.bytes(of: after.gaps))
    }
}
