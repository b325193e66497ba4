internal import EngineConcepts
internal import GRDB

/// Some of the tickets that wait to be decided about, as one transaction sees them:
///
/// - those of `label_due` whose time has come, and those that came where nobody could decide;
/// - the members of labels that are gone;
/// - where labels came or changed, the newest below `labelling.cursor`.
struct LabelPortion: Sendable {
    /// A ticket that waits.
    struct Waiting: Sendable {
        let sight: LabelDecisionInput
        let facts: TicketFacts
    }

    /// The version of the labels that the store had.
    let version: Int64
    private(set) var waiting: [Waiting] = []
    /// The numbers of tickets that were deleted at their sources.
    private(set) var gone: [Int64] = []
    /// The numbers of labels that are gone and seem to have no members left.
    private(set) var emptied: [Int64] = []
    /// What becomes of the cursor when these have been decided about.
    private(set) var move: CursorMove?

    /// Reads up to `count` tickets.
    init(upTo count: Int, at now: Timestamp, by reading: TrackReading) throws {
        version = reading.labels.version
        let db = reading.db
        let due = "SELECT id FROM label_due WHERE due <= ? ORDER BY due LIMIT ?"
        var numbers = try Set(SQLStatement.numbers(due, [now.milliseconds, Int64(count)], in: db))
        for label in try SQLStatement.numbers("SELECT number FROM label WHERE removed = 1", [], in: db)
        where numbers.count < count {
            let members = try SQLStatement.numbers(
                "SELECT id FROM label_place WHERE label = ? LIMIT ?", [label, Int64(count - numbers.count)], in: db)
            if members.isEmpty { emptied.append(label) }
            numbers.formUnion(members)
        }
        if numbers.count < count, let cursor = try Self.cursor(in: db) {
            let room = count - numbers.count
            let next = try SQLStatement.numbers(
                "SELECT id FROM place NOT INDEXED WHERE id < ? AND deleted = 0 ORDER BY id DESC LIMIT ?",
                [cursor, Int64(room)], in: db)
            move = CursorMove(over: next, from: cursor, room: room)
            numbers.formUnion(next)
        }
        waiting.reserveCapacity(numbers.count)
        // Upwards, as they lie in the file: no disk and no kernel reads ahead for who goes down.
        for number in numbers.sorted() {
            guard let sight = try LabelDecisionInput.of(number, in: db),
                let ticket = try ContentRow.ticket(at: sight.standing.key, number: number, by: reading.authors, in: db)
            else {
                gone.append(number)
                continue
            }
            let facts = TicketFacts(
                ticket, marks: sight.standing.marks, isLate: sight.standing.isLate, isDuplicate: sight.isDuplicate)
            waiting.append(Waiting(sight: sight, facts: facts))
        }
    }

    /// Whether nothing waits.
    var isEmpty: Bool { waiting.isEmpty && gone.isEmpty && emptied.isEmpty && move == nil }

    private static func cursor(in db: Database) throws -> Int64? {
        var query = try SQLStatement("SELECT cursor FROM labelling", in: db)
        return try query.step() ? query.optionalInt64(0) : nil
    }
}

/// All that a decision about a ticket hangs on beside what it says, and what is known by its fingerprint of that.
struct LabelDecisionInput: Equatable, Sendable {
    let standing: PlaceRow
    let fingerprint: Int64
    /// Whether its story stood in the Track before it.
    let isDuplicate: Bool
    /// When it has to be decided about again, in milliseconds; nil where never.
    let due: Int64?

    /// The sight of a stored ticket that was not deleted; nil where there is none.
    static func of(_ number: Int64, in db: Database) throws -> LabelDecisionInput? {
        var query = try SQLStatement(
            """
            SELECT \(PlaceRow.columns), fingerprint, (SELECT duplicate FROM telling WHERE telling.id = place.id),
                (SELECT due FROM label_due WHERE label_due.id = place.id)
            FROM place WHERE id = ? AND deleted = 0
            """, in: db)
        query.bind(number)
        guard try query.step() else { return nil }
        return LabelDecisionInput(
            standing: try PlaceRow(query), fingerprint: query.int64(PlaceRow.count),
            isDuplicate: query.flag(PlaceRow.count + 1), due: query.optionalInt64(PlaceRow.count + 2))
    }
}
