import EngineConcepts
import GRDB

/// Some of the tickets that wait for a classification, as one transaction sees them:
///
/// - those of `label_due` that are due, including those that arrived without a classifier;
/// - the members of removed labels;
/// - after labels changed, the newest below `labelling.cursor`.
struct LabelBatch: Sendable {
    struct Waiting: Sendable {
        let input: ClassificationInput
        let facts: TicketFacts
    }

    /// The version of the store's labels.
    let version: Int64
    private(set) var waiting: [Waiting] = []
    /// The row IDs of deleted tickets.
    private(set) var gone: [Int64] = []
    /// The numbers of removed labels without any members left.
    private(set) var emptied: [Int64] = []
    /// The step of the cursor that this batch makes.
    private(set) var cursorStep: CursorStep?

    /// Reads up to `count` tickets.
    init(upTo count: Int, at now: Timestamp, by reader: StoreReader) throws {
        version = reader.labels.version
        let db = reader.db
        let due = "SELECT id FROM label_due WHERE due <= ? ORDER BY due LIMIT ?"
        var rowIDs = Set(try db.integers(due, now.milliseconds, Int64(count)))
        for label in try db.integers("SELECT number FROM label WHERE removed = 1") where rowIDs.count < count {
            let sql = "SELECT id FROM label_place WHERE label = ? LIMIT ?"
            let members = try db.integers(sql, label, Int64(count - rowIDs.count))
            if members.isEmpty { emptied.append(label) }
            rowIDs.formUnion(members)
        }
        if rowIDs.count < count, let cursor = try db.integer("SELECT cursor FROM labelling") {
            let next = try CursorStep(from: cursor, upTo: count - rowIDs.count, includingDeleted: false, in: db)
            cursorStep = next
            rowIDs.formUnion(next.rowIDs)
        }
        waiting.reserveCapacity(rowIDs.count)
        // Ascending, as in the file, for the sake of read-ahead.
        for rowID in rowIDs.sorted() {
            guard let input = try ClassificationInput.of(rowID, in: db),
                let ticket = try reader.contents.ticket(at: input.row.key, rowID: rowID)
            else {
                gone.append(rowID)
                continue
            }
            let facts = TicketFacts(
                ticket, marks: input.row.marks, isLate: input.row.isLate, isDuplicate: input.isDuplicate)
            waiting.append(Waiting(input: input, facts: facts))
        }
    }

    /// True if nothing waits.
    var isEmpty: Bool { waiting.isEmpty && gone.isEmpty && emptied.isEmpty && cursorStep == nil }

    /// Returns the progress of all such tickets at `now`.
    static func progress(in db: Database, at now: Timestamp?) throws -> LabelProgress {
        let isDue = try db.isTrue("SELECT 1 FROM label_due WHERE due <= ?", now?.milliseconds ?? .min)
        var query = try SQLStatement(
            "SELECT done, total, cursor, EXISTS (SELECT 1 FROM label WHERE removed = 1) FROM labelling", in: db)
        guard try query.step() else { return .nothing }
        let isSweeping = !query.isNull(2)
        return LabelProgress(
            done: isSweeping ? Int(query.int64(0)) : 0, total: isSweeping ? Int(query.int64(1)) : 0,
            isComplete: !isSweeping && !isDue && !query.flag(3))
    }
}
