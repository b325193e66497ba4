internal import EngineConcepts
internal import GRDB
internal import Queries

/// The story traits of tickets, found on all cores before the transaction that matches them.
struct PreparedTraits: Sendable {
    private var found: [Int64: (fingerprint: Int64, traits: StoryTraits)] = [:]

    init() {}

    /// Finds the traits of a batch, given the people that the user has linked.
    init(_ batch: StoryBatch, by people: People = .none) async {
        let tickets = batch.tickets
        await withTaskGroup(of: [(Int64, (Int64, StoryTraits))].self) { group in
            for start in stride(from: 0, to: tickets.count, by: Self.part) {
                group.addTask {
                    let reader = StoryReader(people: people)
                    return tickets[start..<min(start + Self.part, tickets.count)]
                        .map { ticket in
                            (ticket.rowID, (ticket.fingerprint, StoryTraits(ticket.ticket, by: reader)))
                        }
                }
            }
            for await part in group {
                found.merge(part) { $1 }
            }
        }
    }

    private static let part = 128

    /// Returns the traits of a ticket with this fingerprint, or `nil` if they are unknown.
    func traits(of rowID: Int64, fingerprint: Int64) -> StoryTraits? {
        found[rowID].flatMap { $0.fingerprint == fingerprint ? $0.traits : nil }
    }

    /// Returns the fingerprint of a ticket that is not deleted, or `nil` if there is none.
    static func fingerprint(of rowID: Int64, in db: Database) throws -> Int64? {
        var query = try db.query("SELECT fingerprint FROM place WHERE id = ? AND deleted = 0", rowID)
        return try query.step() ? query.int64(0) : nil
    }
}
