import EngineConcepts
import GRDB
import Queries

/// Writes single tickets within the transaction of one commit.
struct TicketWriter: ~Copyable {
    private let version: TrackVersion
    private let db: Database
    private let labels: LabelWriter
    private let search: SearchIndexWriter
    private let traitReader: StoryTraitReader
    /// The items of removed tickets, or `nil` if there are none.
    private let removedItems: RemovedItems?
    /// The row IDs of new tickets whose content was written before this transaction.
    private let staged: Set<Int64>
    /// The row IDs of new tickets whose content is that of a later item of the same name.
    private var replaced: Set<Int64> = []
    /// The tickets that arrived or changed, in order.
    private var arrived: [Int64] = []
    private var authors = AuthorWriter()
    private var insertPlace: SQLStatement
    private var upsertContent: SQLStatement
    /// The writer of what is derived from the places.
    var derivedData: DerivedDataWriter

    /// Prepares to write tickets of the commit that makes `version`.
    ///
    /// - Parameter staged: The row IDs of new tickets whose content is written already.
    init(version: TrackVersion, staged: Set<Int64> = [], by labels: LabelWriter) throws {
        let db = labels.db
        let insertPlace = try SQLStatement(
            """
            INSERT INTO place (id, supplier, item, age, native, fingerprint, late, shown, hidden, labels, rule, seen)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING
            """, in: db)
        let upsertContent = try SQLStatement(
            "REPLACE INTO content (id, \(ContentRow.columns)) VALUES (\(ContentRow.parameters))", in: db)
        let removedItems = try RemovedItems.unlessEmpty(in: db)
        derivedData = try DerivedDataWriter(by: labels)
        self.removedItems = removedItems
        self.insertPlace = insertPlace
        self.upsertContent = upsertContent
        self.version = version
        self.staged = staged
        self.db = db
        self.labels = labels
        search = SearchIndexWriter(by: labels.contents)
        traitReader = StoryTraitReader(people: labels.resolver.people)
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
        if try removedItems?.item(entry.ticket.id.item, of: entry.ticket.supplier) != nil { return nil }
        let new = try newTicket(entry, .delivered, isInTrack: isInTrack, serial: serial, prepared: prepared)
        if try insert(new, entry) { return new.row.rowID }
        guard let stored = try StoredTicket.find(entry.ticket.id, in: db) else {
            return try insertAtFreeRowID(new, entry)
        }
        if stored.state == .delivered {
            try replaceContent(of: stored, by: entry)
        } else {
            try revive(stored, as: entry, isInTrack: isInTrack)
        }
        return nil
    }

    /// Stores the content of a new ticket, unless a later item of the same name brought its own since.
    mutating func insertContent(of ticket: Ticket, _ content: EncodedContent, rowID: Int64) throws {
        if replaced.isEmpty || !replaced.contains(rowID) { try write(ticket, content, rowID: rowID) }
    }

    /// Stores a ticket beside the Track: see ``TrackStore/storeBesideTrack(_:)``.
    mutating func storeBesideTrack(_ entry: TrackCommit.Entry, serial: Int64) throws {
        if let stored = try StoredTicket.find(entry.ticket.id, in: db) {
            if stored.state == .besideTrack { try replaceContent(of: stored, by: entry) }
            return
        }
        let new = try newTicket(entry, .besideTrack, isInTrack: false, serial: serial)
        let rowID = try insert(new, entry) ? new.row.rowID : insertAtFreeRowID(new, entry)
        try insertContent(of: entry.ticket, EncodedContent(entry.ticket), rowID: rowID)
    }

    /// Replaces the content of a stored ticket; its place and marks stay. Returns false if none is stored.
    mutating func update(_ entry: TrackCommit.Entry) throws -> Bool {
        guard let stored = try StoredTicket.find(entry.ticket.id, in: db), stored.state != .deleted else {
            return false
        }
        try replaceContent(of: stored, by: entry)
        return true
    }

    /// Hides a ticket that its source deleted. Its content stays for users who have it open or starred.
    mutating func delete(_ id: TicketID) throws {
        if let stored = try StoredTicket.find(id, in: db), stored.state != .deleted { try delete(stored) }
    }

    private mutating func delete(_ stored: StoredTicket) throws {
        try db.run("UPDATE place SET deleted = 1, shown = 0, hidden = 0 WHERE id = ?", stored.row.rowID)
        try derivedData.change(from: stored.row, to: nil)
    }

    /// Takes a ticket out of the Track, the full-text index and the keys of stories, and returns its row ID, by which
    /// ``RemovedItems`` then removes the rest. Returns `nil` if it is not stored.
    mutating func remove(_ id: TicketID) throws -> Int64? {
        guard let stored = try StoredTicket.find(id, in: db) else { return nil }
        let rowID = stored.row.rowID
        try leaveIndexes(rowID)
        if stored.state != .deleted {
            try labels.schedule(rowID, at: nil)
            try delete(stored)
        }
        return rowID
    }

    /// Takes a ticket beside the Track out of the full-text index, as ``remove(_:)`` does. Returns `nil` if it is marked or
    /// in the Track by now.
    mutating func removeBesideTrack(_ id: TicketID) throws -> Int64? {
        guard let stored = try StoredTicket.find(id, in: db), stored.state == .besideTrack,
            !stored.row.marks.isStarred, !stored.row.marks.isLater
        else { return nil }
        try leaveIndexes(stored.row.rowID)
        return stored.row.rowID
    }

    private func leaveIndexes(_ rowID: Int64) throws {
        guard let ticket = try labels.contents.ticket(rowID) else { return }
        try search.remove(rowID, ticket)
        for key in StoryTraits(ticket, by: traitReader).keys {
            try db.run("DELETE FROM story_key WHERE hash = ? AND id = ?", key.own, rowID)
        }
    }

    /// Writes the derived data; to be called at the end.
    mutating func finish() throws {
        try derivedData.matchArrivals(arrived)
        try derivedData.finish()
    }

    // MARK: New tickets

    /// A ticket to insert. The entry is passed beside it, because a copy of one copies all its strings.
    private struct NewTicket {
        var row: PlaceRow
        /// The time in milliseconds of the next classification, or `nil` if there is none.
        let due: Int64?
        let state: PlaceRow.State
    }

    /// Classifies a new ticket. It has the marks of other tickets of its post, and is read if the user wrote it.
    private func newTicket(
        _ entry: TrackCommit.Entry, _ state: PlaceRow.State, isInTrack: Bool, serial: Int64,
        prepared: Classification? = nil
    ) throws -> NewTicket {
        var marks = try entry.ticket.body.uri.flatMap { try PostURIs(db: db).marks(ofPost: $0) } ?? Marks()
        if entry.isRead { marks.isRead = true }
        let classification = labels.resolver.classifyNew(
            TicketFacts(entry.ticket, marks: marks, isLate: entry.isLate), marks,
            prepared: marks == Marks() ? prepared : nil)
        let row = PlaceRow(
            rowID: TicketRowID.make(entry.ticket.key.time, serial: serial), key: entry.ticket.key, marks: marks,
            isLate: entry.isLate, isInTrack: isInTrack, labels: classification.labels, rule: classification.rule)
        return NewTicket(row: row, due: classification.due, state: state)
    }

    /// Inserts a ticket whose own row ID is in use, without its content. Returns its row ID.
    private mutating func insertAtFreeRowID(_ new: NewTicket, _ entry: TrackCommit.Entry) throws -> Int64 {
        var new = new
        new.row.rowID = try TicketRowID.free(at: entry.ticket.key.time, in: db)
        guard try insert(new, entry) else {
            throw DatabaseError(resultCode: .SQLITE_CONSTRAINT, message: "\(entry.ticket.id) cannot be inserted")
        }
        return new.row.rowID
    }

    /// Inserts a ticket without its content. Returns false if the name or the row ID is in use.
    private mutating func insert(_ new: NewTicket, _ entry: TrackCommit.Entry) throws -> Bool {
        let row = new.row
        insertPlace.bind(row.rowID)
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
        if let uri = entry.ticket.body.uri { try PostURIs(db: db).set(uri, of: row.rowID) }
        if row.marks != Marks() { try row.storeMarks(in: db) }
        try search.add(row.rowID)
        guard new.state == .delivered else {
            // It neither leads stories nor waits for labels: it is classified again when it enters the Track.
            try db.run("UPDATE place SET deleted = \(new.state.rawValue) WHERE id = ?", row.rowID)
            return true
        }
        arrived.append(row.rowID)
        if let due = new.due { try labels.schedule(row.rowID, at: due) }
        try derivedData.change(from: nil, to: row)
        return true
    }

    private mutating func write(_ ticket: Ticket, _ content: EncodedContent, rowID: Int64) throws {
        let author = try ticket.body.author.map { try authors.rowID(of: $0, in: db) }
        try ContentRow.write(ticket, content, rowID: rowID, author: author, by: &upsertContent)
    }

    // MARK: Stored tickets

    /// Replaces the content of a ticket, and updates its row and what is derived from it.
    ///
    /// - Parameter isInTrack: True if the Track has the ticket from now on, or `nil` if that stays as it is.
    private mutating func replaceContent(
        of stored: StoredTicket, by entry: TrackCommit.Entry, isInTrack: Bool? = nil
    ) throws {
        var row = stored.row
        row.isInTrack = isInTrack ?? row.isInTrack
        if entry.isRead, !row.marks.isRead {
            row.marks.isRead = true
            try row.storeMarks(in: db)
        }
        try leavePreviousContent(of: stored, for: entry)
        if stored.fingerprint != entry.fingerprint {
            try db.run("UPDATE place SET fingerprint = ? WHERE id = ?", Int64(bitPattern: entry.fingerprint), row.rowID)
        }
        try write(entry.ticket, EncodedContent(entry.ticket), rowID: row.rowID)
        row = try labels.reclassify(row, content: entry.ticket.moved(to: row.key))
        guard row != stored.row else { return }
        try labels.store(row)
        try derivedData.change(from: stored.row, to: row)
    }

    /// Takes the previous content of a ticket out of what is derived from it. Keeps it if the difference is visible: new counts
    /// are no edit.
    private mutating func leavePreviousContent(of stored: StoredTicket, for entry: TrackCommit.Entry) throws {
        let rowID = stored.row.rowID
        guard !staged.contains(rowID), let previous = try labels.contents.ticket(rowID) else {
            // It came with this commit, whose contents are written apart from the places.
            replaced.insert(rowID)
            return try PostURIs(db: db).set(entry.ticket.body.uri, of: rowID)
        }
        if !previous.body.hasSameContent(as: entry.ticket.body) {
            try search.replace(rowID, previous)
            // Beside the Track there are no stories.
            if stored.state == .delivered { arrived.append(rowID) }
        }
        if previous.body.uri != entry.ticket.body.uri { try PostURIs(db: db).set(entry.ticket.body.uri, of: rowID) }
        guard SourceItem.isEdit(from: stored.fingerprint, to: entry.fingerprint) else { return }
        try db.run(
            """
            INSERT OR IGNORE INTO former_content (id, version, \(ContentRow.columns))
            SELECT id, ?, \(ContentRow.columns) FROM content WHERE id = ?
            """, version.number, rowID)
    }

    /// Brings back a ticket that its source had deleted, or moves one beside the Track into it, at its new place.
    private mutating func revive(_ stored: StoredTicket, as entry: TrackCommit.Entry, isInTrack: Bool) throws {
        var revived = stored
        revived.state = .delivered
        revived.row.rowID = try renumber(stored.row.rowID, for: entry.ticket.key.time)
        revived.row.key = entry.ticket.key
        revived.row.isLate = entry.isLate
        let row = revived.row
        try db.run(
            "UPDATE place SET age = ?, native = ?, late = ?, deleted = 0 WHERE id = ?", row.key.time.age,
            row.key.nativeOrder, row.isLate, row.rowID)
        try replaceContent(of: revived, by: entry, isInTrack: isInTrack)
        // Its story is looked for even if its content is the same.
        if arrived.last != row.rowID { arrived.append(row.rowID) }
    }

    /// Gives a ticket a row ID of its new second unless it has one, and returns it. Row IDs keep the order of time.
    private func renumber(_ previous: Int64, for time: Timestamp) throws -> Int64 {
        guard !TicketRowID.range(of: time).contains(previous) else { return previous }
        if let ticket = try labels.contents.ticket(previous) {
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
