import EngineConcepts
import Queries

/// The traits of the tickets of a batch, found on all cores before the transaction that matches them.
struct PreparedStoryTraits: Sendable {
    private var traitsOfRow: [Int64: (fingerprint: Int64, traits: StoryTraits)] = [:]

    init() {}

    /// Finds the traits of a batch, given the people that the user has linked.
    init(_ batch: StoryBatch, by people: People) async {
        let traits = await parallelMap(batch.tickets) { tickets in
            let reader = StoryTraitReader(people: people)
            return tickets.map { ($0.rowID, (fingerprint: $0.fingerprint, traits: StoryTraits($0.ticket, by: reader))) }
        }
        traitsOfRow = Dictionary(uniqueKeysWithValues: traits)
    }

    /// Returns the traits of a ticket with this fingerprint, or `nil` if they are unknown.
    func traits(of rowID: Int64, fingerprint: Int64) -> StoryTraits? {
        traitsOfRow[rowID].flatMap { $0.fingerprint == fingerprint ? $0.traits : nil }
    }
}
