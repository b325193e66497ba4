import EngineConcepts
import GRDB

/// Reads stored tickets by their row IDs, one after another.
///
/// Keeps its statement: finding one by its text takes longer than a step.
struct EntryReader: ~Copyable {
    private let reader: StoreReader
    private var query: SQLStatement

    init(_ reader: StoreReader) throws {
        self.reader = reader
        query = try SQLStatement(reader.entrySQL("\(StoreReader.whole) WHERE place.id = ?"), in: reader.db)
    }

    /// Returns the ticket with this row ID, which is at `key`, whether the Track shows it or not. Throws if the
    /// store has no content of it.
    mutating func entry(_ rowID: Int64, at key: OrderKey) throws -> TrackEntry {
        query.rewind()
        query.bind(rowID)
        guard try query.step() else { throw DamagedContent(missing: key.id) }
        return try reader.entry(at: key, in: query)
    }
}

/// Reading whole tickets: their rows of `place` and `content`.
extension StoreReader {
    /// Returns a ticket, whether the Track shows it or not.
    func entry(_ id: TicketID) throws -> TrackEntry? {
        let sql = entrySQL("\(Self.whole) WHERE place.supplier = ? AND place.item = ?")
        return try db.query(sql, id.supplier.rawValue, ItemName(id.item)).first { try entry(id, in: $0) }
    }

    /// Returns the ticket with this row ID, without using an index.
    func entry(rowID: Int64, id: TicketID) throws -> TrackEntry? {
        try db.query(entrySQL("\(Self.whole) WHERE place.id = ?"), rowID).first { try entry(id, in: $0) }
    }

    private func entry(_ id: TicketID, in row: borrowing SQLStatement) throws -> TrackEntry {
        let age = row.int64(EntryColumn.age.rawValue)
        return try entry(at: OrderKey(age: age, native: row.int64(EntryColumn.native.rawValue), id), in: row)
    }

    /// Returns the ticket at `key` in a row of ``entrySQL(_:)``.
    func entry(at key: OrderKey, in row: borrowing SQLStatement) throws -> TrackEntry {
        let labels = try LabelSet(bytes: row.blob(EntryColumn.labels.rawValue))
        let isInStory = row.flag(EntryColumn.isInStory.rawValue)
        return TrackEntry(
            ticket: try contents.ticket(at: key, in: row, from: EntryColumn.content),
            marks: Marks(row, from: EntryColumn.marks.rawValue),
            isLate: row.flag(EntryColumn.isLate.rawValue),
            labels: self.labels.names(of: labels),
            hiddenBy: self.labels.rows[row.int64(EntryColumn.rule.rawValue)]?.label.id,
            effects: self.labels.effects(of: labels),
            storyMember: isInStory ? try stories.storyMember(of: rowID(in: row)) : nil)
    }

    /// Returns the row ID of the ticket in a row of ``entrySQL(_:)``.
    func rowID(in row: borrowing SQLStatement) -> Int64 { row.int64(EntryColumn.rowID.rawValue) }

    /// Returns the SQL that reads tickets from joined `place` and `content`: ``EntryColumn``.
    func entrySQL(_ source: String) -> String {
        let state = "late, rule, \(Marks.columns)"
        guard let damagedColumns else {
            let isInStory = "EXISTS (SELECT 1 FROM story_member WHERE story_member.id = place.id)"
            return "SELECT place.id, age, native, labels, \(isInStory), \(state), \(ContentRow.columns) FROM \(source)"
        }
        let known = state.split(separator: ", ").map { damagedColumns.contains(String($0)) ? $0 : "0" }
        let columns = "\(known.joined(separator: ", ")), \(ContentRow.columns)"
        return "SELECT place.id, age, native, NULL, 0, \(columns) FROM \(source)"
    }

    /// All tickets, as ``entrySQL(_:)`` takes them.
    static let whole = "place JOIN content USING (id)"
}

/// The columns of ``StoreReader/entrySQL(_:)`` by index.
private enum EntryColumn: CInt {
    case rowID, age, native, labels, isInStory, isLate, rule
    /// The first of ``Marks/columns``.
    case marks

    /// The first of ``ContentRow/columns``.
    static let content = marks.rawValue + Marks.columnCount
}
