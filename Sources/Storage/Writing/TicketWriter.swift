import EngineConcepts
import GRDB
import Queries

/// Writes single tickets within the transaction of one commit.
struct TicketWriter: ~Copyable {
    private let version: TrackVersion
    private let db: Database
    private let labels: LabelWriter
    private let search: SearchIndexWriter
    private var authors = AuthorWriter()
    private var labelIndex: LabelIndexWriter
    /// The tickets that arrived or changed, in order.
    private var arrived: [Int64] = []
    private var insertPlace: SQLStatement
    private var upsertContent: SQLStatement
    /// The row IDs whose content was replaced by that of a later item of the same name.
    private var replaced: Set<Int64> = []
    /// The row IDs of new tickets whose content was written before this transaction.
    private let staged: Set<Int64>
    private let traitReader: StoryTraitReader
    private let removedItems: RemovedItems
    /// True if the store has items of removed tickets.
    private let hasRemoved: Bool

    /// Prepares to write tickets of the commit that makes `version`.
    ///
    /// - Parameter staged: The row IDs of new tickets whose content is written already.
    init(version: TrackVersion, staged: Set<Int64> = [], by labels: LabelWriter) throws {
        let db = labels.db
        let labelIndex = try LabelIndexWriter(in: db)
        let insertPlace = try SQLStatement(
            """
            INSERT INTO place (id, supplier, item, age, native, fingerprint, late, shown, hidden, labels, rule, seen)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING
            """, in: db)
        let values = Array(repeating: "?", count: Int(ContentRow.columnCount) + 1).joined(separator: ", ")
        let removedItems = RemovedItems(db: db)
        let hasRemoved = try removedItems.isAny
        let upsertContent = try SQLStatement(
            "REPLACE INTO content (id, \(ContentRow.columns)) VALUES (\(values))", in: db)
        self.version = version
        self.staged = staged
        self.db = db
        self.labels = labels
        traitReader = StoryTraitReader(people: labels.resolver.people)
        search = SearchIndexWriter(db: db, authors: labels.authors)
        self.labelIndex = labelIndex
        self.insertPlace = insertPlace
        self.removedItems = removedItems
        self.hasRemoved = hasRemoved
        self.upsertContent = upsertContent
    }

    /// A ticket that the store has.
    private struct StoredTicket {
        let row: PlaceRow
        let fingerprint: UInt64
        let state: PlaceRow.State

        /// True if its source deleted it.
        var isDeleted: Bool { state == .deleted }
        /// True if it is stored beside the Track.
        var isBesideTrack: Bool { state == .besideTrack }
    }

    /// The stored state of a new ticket. The entry is passed beside it, because a copy of one copies all its strings.
    private struct NewTicketState {
        /// True if it is stored beside the Track.
        var isBesideTrack = false
        /// True if the Track shows it, or a rule hides it.
        let isInTrack: Bool
        let classification: StoredClassification
        let marks: Marks
    }

    /// Stores a ticket. A stored one gets the new content and keeps its place and marks; one that the source had deleted comes
    /// back in its new place with its previous marks.
    ///
    /// - Parameters:
    ///   - isInTrack: True if the Track has the ticket, in case it is new.
    ///   - prepared: Its classification, in case it is new.
    /// - Returns: The row ID of a new ticket, whose content is then written by ``insertContent(of:_:rowID:)``, or `nil` if it
    ///   was stored or removed before.
    mutating func insert(
        _ entry: TrackCommit.Entry, isInTrack: Bool, serial: Int64, prepared: Classification? = nil
    ) throws -> Int64? {
        if hasRemoved, try removedItems.item(entry.ticket.id.item, of: entry.ticket.supplier) != nil { return nil }
        let (classification, marks) = try classify(entry, prepared: prepared)
        let new = NewTicketState(isInTrack: isInTrack, classification: classification, marks: marks)
        let rowID = TicketRowID.make(entry.ticket.key.time, serial: serial)
        if try insert(entry, new, rowID: rowID) { return rowID }
        guard let stored = try find(entry.ticket.id) else { return try insertAtFreeRowID(entry, new) }
        if stored.isDeleted || stored.isBesideTrack {
            try revive(stored, as: entry, isInTrack: isInTrack)
        } else {
            try replaceContent(of: stored, by: entry)
        }
        return nil
    }

    /// Stores the content of a new ticket, unless a later item of the same name brought its own since.
    mutating func insertContent(of ticket: Ticket, _ content: EncodedContent, rowID: Int64) throws {
        if replaced.isEmpty || !replaced.contains(rowID) { try write(ticket, content, rowID: rowID) }
    }

    /// Stores a ticket beside the Track: see ``TrackStore/storeBesideTrack(_:)``.
    mutating func storeBesideTrack(_ entry: TrackCommit.Entry, serial: Int64) throws {
        if let stored = try find(entry.ticket.id) {
            if stored.isBesideTrack { try replaceContent(of: stored, by: entry) }
            return
        }
        let (classification, marks) = try classify(entry)
        let new = NewTicketState(isBesideTrack: true, isInTrack: false, classification: classification, marks: marks)
        let rowID = TicketRowID.make(entry.ticket.key.time, serial: serial)
        let isInserted = try insert(entry, new, rowID: rowID)
        try insertContent(
            of: entry.ticket, EncodedContent(entry.ticket),
            rowID: isInserted ? rowID : insertAtFreeRowID(entry, new))
    }

    /// Replaces the content of a stored ticket; its place and marks stay. Returns false if none is stored.
    mutating func update(_ entry: TrackCommit.Entry) throws -> Bool {
        guard let stored = try find(entry.ticket.id), !stored.isDeleted else { return false }
        try replaceContent(of: stored, by: entry)
        return true
    }

    /// Hides a ticket that its source deleted. Its content stays for users who have it open or starred.
    mutating func delete(_ id: TicketID) throws {
        if let stored = try find(id), !stored.isDeleted { try delete(stored) }
    }

    private mutating func delete(_ stored: StoredTicket) throws {
        try db.run("UPDATE place SET deleted = 1, shown = 0, hidden = 0 WHERE id = ?", stored.row.rowID)
        try labelIndex.change(from: stored.row, to: nil)
    }

    /// Takes a ticket out of the Track, the full-text index and the keys of stories, and returns its row ID, by which
    /// ``RemovedItems`` then removes the rest. Returns `nil` if it is not stored.
    mutating func remove(_ id: TicketID) throws -> Int64? {
        guard let stored = try find(id) else { return nil }
        let rowID = try leaveIndexes(stored)
        guard !stored.isDeleted else { return rowID }
        try labels.schedule(rowID, at: nil)
        try delete(stored)
        return rowID
    }

    /// Takes a ticket beside the Track out of the full-text index, as ``remove(_:)`` does. Returns `nil` if it is marked or
    /// in the Track by now.
    mutating func removeBesideTrack(_ id: TicketID) throws -> Int64? {
        guard let stored = try find(id), stored.isBesideTrack, !stored.row.marks.isStarred, !stored.row.marks.isLater
        else {
            return nil
        }
        return try leaveIndexes(stored)
    }

    private mutating func leaveIndexes(_ stored: StoredTicket) throws -> Int64 {
        let rowID = stored.row.rowID
        if let ticket = try ContentRow.ticket(rowID, authors: labels.authors, in: db) {
            try search.remove(rowID, ticket)
            for key in StoryTraits(ticket, by: traitReader).keys {
                try db.run("DELETE FROM story_key WHERE hash = ? AND id = ?", key.own, rowID)
            }
        }
        return rowID
    }

    /// Moves tickets into the Track or out of it by `sql`, an `UPDATE place` without its `RETURNING` clause.
    mutating func move(_ sql: String, intoTrack: Bool, _ bind: (inout SQLStatement) -> Void) throws {
        var update = try SQLStatement(sql + " RETURNING \(PlaceRow.columns)", in: db)
        bind(&update)
        while try update.step() {
            let after = try PlaceRow(update)
            if intoTrack {
                try labelIndex.change(from: nil, to: withoutLostLabels(after))
            } else {
                var before = after
                before.isInTrack = true
                try labelIndex.change(from: before, to: nil)
            }
        }
    }

    /// Writes the derived data; to be called at the end.
    mutating func finish() throws {
        try labelIndex.matchArrivals(arrived, by: labels)
        try labelIndex.finish(by: labels)
    }

    /// Removes labels that were removed while the ticket was not in the Track.
    private func withoutLostLabels(_ row: PlaceRow) throws -> PlaceRow {
        let known = row.labels.numbers.filter(labels.resolver.table.knows)
        guard known.count < row.labels.numbers.count else { return row }
        var row = row
        row.labels = LabelSet(known)
        row.rule = labels.resolver.table.knows(row.rule) ? row.rule : 0
        try labels.store(row)
        try labels.schedule(row.rowID, at: StoredClassification.dueAtOnce)
        return row
    }

    private func find(_ id: TicketID) throws -> StoredTicket? {
        var query = try db.query(
            "SELECT \(PlaceRow.columns), fingerprint, deleted FROM place WHERE supplier = ? AND item = ?",
            id.supplier.rawValue, ItemName(id.item))
        guard try query.step() else { return nil }
        return StoredTicket(
            row: try PlaceRow(query), fingerprint: UInt64(bitPattern: query.int64(PlaceRow.columnCount)),
            state: PlaceRow.State(rawValue: query.int64(PlaceRow.columnCount + 1)) ?? .deleted)
    }

    /// Returns the classification and the marks of a new ticket: those of other tickets of its post, and read if the user
    /// wrote it.
    private func classify(
        _ entry: TrackCommit.Entry, prepared: Classification? = nil
    ) throws -> (StoredClassification, Marks) {
        var marks = try entry.ticket.body.uri.flatMap { try PostURIs(db: db).marks(ofPost: $0) } ?? Marks()
        if entry.isRead { marks.isRead = true }
        let classification = labels.resolver.classifyNew(
            TicketFacts(entry.ticket, marks: marks, isLate: entry.isLate), marks,
            prepared: marks == Marks() ? prepared : nil)
        return (classification, marks)
    }

    /// Inserts a ticket whose own row ID is in use, without its content. Returns its row ID.
    private mutating func insertAtFreeRowID(_ entry: TrackCommit.Entry, _ new: NewTicketState) throws -> Int64 {
        let rowID = try TicketRowID.free(at: entry.ticket.key.time, in: db)
        guard try insert(entry, new, rowID: rowID) else {
            throw DatabaseError(resultCode: .SQLITE_CONSTRAINT, message: "\(entry.ticket.id) cannot be inserted")
        }
        return rowID
    }

    /// Inserts a ticket without its content. Returns false if the name or the row ID is in use.
    private mutating func insert(_ entry: TrackCommit.Entry, _ new: NewTicketState, rowID: Int64) throws -> Bool {
        let (classification, marks) = (new.classification, new.marks)
        var row = PlaceRow(
            rowID: rowID, key: entry.ticket.key, isLate: entry.isLate, isInTrack: new.isInTrack,
            labels: classification.labels, rule: classification.rule)
        insertPlace.bind(rowID)
        insertPlace.bind(row.key.id.supplier.rawValue)
        insertPlace.bind(name: row.key.id.item)
        insertPlace.bind(row.key.time.age)
        insertPlace.bind(row.key.nativeOrder)
        insertPlace.bind(Int64(bitPattern: entry.fingerprint))
        insertPlace.bind(row.isLate)
        insertPlace.bind(row.isShown)
        insertPlace.bind(row.isHidden)
        insertPlace.bind(row.labels.bytes)
        insertPlace.bind(row.rule)
        insertPlace.bind(entry.firstSeen?.milliseconds)
        try insertPlace.run()
        guard db.changesCount > 0 else { return false }
        if let uri = entry.ticket.body.uri { try PostURIs(db: db).set(uri, of: rowID) }
        if marks != Marks() {
            row.marks = marks
            try row.storeMarks(in: db)
        }
        try search.add(rowID)
        guard !new.isBesideTrack else {
            // It neither leads stories nor waits for labels: it is classified again when it enters the Track.
            try db.run("UPDATE place SET deleted = \(PlaceRow.State.besideTrack.rawValue) WHERE id = ?", rowID)
            return true
        }
        arrived.append(rowID)
        if let due = classification.due {
            try labels.schedule(rowID, at: due)
        }
        try labelIndex.change(from: nil, to: row)
        return true
    }

    private mutating func write(_ ticket: Ticket, _ content: EncodedContent, rowID: Int64) throws {
        let author = try ticket.body.author.map { try authors.rowID(of: $0, in: db) }
        try ContentRow.write(ticket, content, rowID: rowID, author: author, by: &upsertContent)
    }

    /// Replaces the content and keeps the previous one if the difference is visible: new counts are no edit.
    ///
    /// - Parameter row: The new row of a revived ticket, or `nil` if the ticket stays where it was.
    private mutating func replaceContent(
        of stored: StoredTicket, by entry: TrackCommit.Entry, at row: PlaceRow? = nil
    ) throws {
        let isRevived = row != nil
        var present = row ?? stored.row
        if entry.isRead, !present.marks.isRead {
            present.marks.isRead = true
            try present.storeMarks(in: db)
        }
        try leavePreviousContent(of: stored, for: entry, rowID: present.rowID, isRevived: isRevived)
        if stored.fingerprint != entry.fingerprint {
            try db.run(
                "UPDATE place SET fingerprint = ? WHERE id = ?", Int64(bitPattern: entry.fingerprint), present.rowID)
        }
        try write(entry.ticket, EncodedContent(entry.ticket), rowID: present.rowID)
        try relabel(present, insteadOf: stored, content: entry.ticket, isRevived: isRevived)
    }

    /// Takes the previous content of a ticket out of what is derived from it, and keeps it if the new one is an edit.
    private mutating func leavePreviousContent(
        of stored: StoredTicket, for entry: TrackCommit.Entry, rowID: Int64, isRevived: Bool
    ) throws {
        let isStaged = staged.contains(rowID)
        if !isStaged, let previous = try ContentRow.ticket(rowID, authors: labels.authors, in: db) {
            let isEdited = !previous.body.hasSameContent(as: entry.ticket.body)
            if isEdited { try search.replace(rowID, previous) }
            if previous.body.uri != entry.ticket.body.uri {
                try PostURIs(db: db).set(entry.ticket.body.uri, of: rowID)
            }
            // Beside the Track there are no stories.
            if isRevived || isEdited && !stored.isBesideTrack { arrived.append(rowID) }
        } else {
            // It came with this commit, whose contents are written apart from the places.
            replaced.insert(rowID)
            try PostURIs(db: db).set(entry.ticket.body.uri, of: rowID)
        }
        guard !isStaged, SourceItem.isEdit(from: stored.fingerprint, to: entry.fingerprint) else { return }
        try db.run(
            """
            INSERT OR IGNORE INTO former_content (id, version, \(ContentRow.columns))
            SELECT id, ?, \(ContentRow.columns) FROM content WHERE id = ?
            """, version.number, rowID)
    }

    /// Classifies a ticket by its new content and updates what is derived from its row.
    private mutating func relabel(
        _ present: PlaceRow, insteadOf stored: StoredTicket, content: Ticket, isRevived: Bool
    ) throws {
        let after = try labels.reclassify(present, content: content.moved(to: present.key))
        let isChanged =
            after.labels != stored.row.labels || after.rule != stored.row.rule || after.marks != stored.row.marks
        guard isChanged || isRevived else { return }
        try labels.store(after)
        if isRevived || !stored.isBesideTrack {
            try labelIndex.change(from: isRevived ? nil : stored.row, to: after)
        }
    }

    /// Brings back a ticket that its source had deleted, or moves one beside the Track into it, at its new place.
    private mutating func revive(_ stored: StoredTicket, as entry: TrackCommit.Entry, isInTrack: Bool) throws {
        var row = stored.row
        row.rowID = try renumber(stored.row, for: entry.ticket.key.time)
        row.key = entry.ticket.key
        row.isLate = entry.isLate
        row.isInTrack = isInTrack
        try db.run(
            "UPDATE place SET age = ?, native = ?, late = ?, deleted = 0 WHERE id = ?", row.key.time.age,
            row.key.nativeOrder, row.isLate, row.rowID)
        try replaceContent(of: stored, by: entry, at: row)
    }

    /// Gives a ticket a row ID of its new second unless it has one, and returns it. Row IDs keep the order of time.
    private func renumber(_ row: PlaceRow, for time: Timestamp) throws -> Int64 {
        let previous = row.rowID
        guard !TicketRowID.range(of: time).contains(previous) else { return previous }
        if let ticket = try ContentRow.ticket(previous, authors: labels.authors, in: db) {
            try search.remove(previous, ticket)
        }
        try labels.schedule(previous, at: nil)
        let rowID = try TicketRowID.free(at: time, in: db)
        for table in ["place", "content", "former_content", "post_uri"] {
            try db.run("UPDATE \(table) SET id = ? WHERE id = ?", rowID, previous)
        }
        try search.add(rowID)
        return rowID
    }
}

extension TicketBody {
    /// Returns true if both differ at most in counts and reactions.
    func hasSameContent(as other: TicketBody) -> Bool {
        var body = self
        body.counts = other.counts
        body.reactions = other.reactions
        return body == other
    }
}
