import EngineConcepts
import GRDB

/// Some of the tickets that wait to be matched with stories, as one transaction sees them: those of `story_wait` and the
/// newest below `story_state.cursor`.
struct StoryBatch: Sendable {
    struct BatchedTicket: Sendable {
        let rowID: Int64
        let fingerprint: Int64
        let ticket: Ticket
    }

    /// The row IDs of the tickets of `story_wait`.
    let queuedRowIDs: [Int64]
    /// The step of the cursor that this batch makes.
    let cursorStep: CursorStep?
    /// The row IDs of the tickets, ascending: row IDs grow with time, so the older ticket counts as first to arrive.
    let rowIDs: [Int64]
    private(set) var tickets: [BatchedTicket] = []

    /// Reads up to `count` tickets.
    init(upTo count: Int, by contents: ContentReader) throws {
        let db = contents.db
        queuedRowIDs = try db.integers("SELECT id FROM story_wait ORDER BY id DESC LIMIT ?", Int64(count))
        let room = count - queuedRowIDs.count
        let cursor = room > 0 ? try StoryState(in: db).cursor : nil
        cursorStep = try cursor.map { try CursorStep(from: $0, upTo: room, in: db) }
        rowIDs = Set(queuedRowIDs + (cursorStep?.rowIDs ?? [])).sorted()
        for rowID in rowIDs {
            guard let fingerprint = try PlaceRow.fingerprint(ofDelivered: rowID, in: db),
                let ticket = try contents.ticket(rowID)
            else { continue }
            tickets.append(BatchedTicket(rowID: rowID, fingerprint: fingerprint, ticket: ticket))
        }
    }

    /// True if no ticket waits.
    var isEmpty: Bool { queuedRowIDs.isEmpty && cursorStep == nil }
}
