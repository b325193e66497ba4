internal import EngineConcepts
internal import GRDB
internal import Queries

/// What was found in tickets, on all cores and before the transaction that looks for their stories: what takes longest
/// keeps nobody waiting.
struct PreparedTraits: Sendable {
    private var found: [Int64: (fingerprint: Int64, traits: StoryTraits)] = [:]

    /// Nothing was.
    init() {}

    /// Looks at the tickets of a portion.
    init(_ portion: StoryPortion) async {
        let tickets = portion.tickets
        await withTaskGroup(of: [(Int64, (Int64, StoryTraits))].self) { group in
            for start in stride(from: 0, to: tickets.count, by: Self.part) {
                group.addTask {
                    let reader = StoryReader()
                    return tickets[start..<min(start + Self.part, tickets.count)]
                        .map { ticket in
                            (ticket.number, (ticket.fingerprint, StoryTraits(ticket.ticket, by: reader)))
                        }
                }
            }
            for await part in group {
                found.merge(part) { $1 }
            }
        }
    }

    private static let part = 128

    /// What was found in a ticket that says what it said then; nil where nobody looked.
    func traits(of number: Int64, fingerprint: Int64) -> StoryTraits? {
        found[number].flatMap { $0.fingerprint == fingerprint ? $0.traits : nil }
    }

    /// What a ticket that was not deleted says, in a number; nil where there is none.
    static func fingerprint(of number: Int64, in db: Database) throws -> Int64? {
        var query = try SQLStatement("SELECT fingerprint FROM place WHERE id = ? AND deleted = 0", in: db)
        query.bind(number)
        return try query.step() ? query.int64(0) : nil
    }
}
