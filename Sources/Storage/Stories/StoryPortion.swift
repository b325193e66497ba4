internal import EngineConcepts
internal import GRDB

/// Some of the tickets that nobody has looked at for their stories, as one transaction sees them: those that wait, and the
/// newest below `story_state.cursor`.
struct StoryPortion: Sendable {
    struct Waiting: Sendable {
        let number: Int64
        let fingerprint: Int64
        let ticket: Ticket
    }

    /// The tickets of `story_wait`.
    let waiting: [Int64]
    /// What becomes of the cursor when these have been looked at.
    let move: CursorMove?
    /// The numbers of the tickets, upwards: numbers grow with time, so who told it first is said to have come first.
    let numbers: [Int64]
    private(set) var tickets: [Waiting] = []

    /// Reads up to `count` tickets.
    init(upTo count: Int, by reading: TrackReading) throws {
        let db = reading.db
        waiting = try SQLStatement.numbers("SELECT id FROM story_wait ORDER BY id DESC LIMIT ?", [Int64(count)], in: db)
        let room = count - waiting.count
        var below: [Int64] = []
        if let cursor = try StoryState(in: db).cursor, room > 0 {
            below = try SQLStatement.numbers(
                "SELECT id FROM place NOT INDEXED WHERE id < ? ORDER BY id DESC LIMIT ?", [cursor, Int64(room)], in: db)
            move = CursorMove(over: below, from: cursor, room: room)
        } else {
            move = nil
        }
        numbers = Set(waiting + below).sorted()
        for number in numbers {
            guard let fingerprint = try PreparedTraits.fingerprint(of: number, in: db),
                let ticket = try ContentRow.ticket(number, authors: reading.authors, in: db)
            else { continue }
            tickets.append(Waiting(number: number, fingerprint: fingerprint, ticket: ticket))
        }
    }

    /// Whether there was nothing to look at.
    var isEmpty: Bool { waiting.isEmpty && move == nil }
}
