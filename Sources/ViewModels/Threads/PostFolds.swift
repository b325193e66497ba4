import EngineConcepts
import Queries

/// The posts of a person that tell one story at several networks. As in the timeline, they have one row unless the story was
/// taken apart; in the list the newest of them has it.
struct PostFolds {
    /// The tickets of each story that has several, in the order of the list.
    private(set) var groups: [[TicketID]] = []
    /// The tickets under another one's row, with that one.
    private var leads: [TicketID: TicketID] = [:]

    /// The value for lists in which nothing is folded.
    static let none = PostFolds()

    private init() {}

    /// Finds the stories of a list.
    ///
    /// - Parameters:
    ///   - entries: The tickets in the order of the list.
    ///   - traits: Returns the traits of a ticket.
    init(_ entries: [TrackEntry], traits: (Ticket) -> StoryTraits) {
        var members: [[(id: TicketID, traits: StoryTraits)]] = []
        /// The stories whose members have a key.
        var known: [Int64: Set<Int>] = [:]
        for entry in entries {
            let own = traits(entry.ticket)
            let keys = own.keys
            let candidates = Set(keys.flatMap(\.others).flatMap { known[$0] ?? [] }).sorted()
            let found = candidates.first { number in
                members[number].allSatisfy { $0.traits.supplier != own.supplier }
                    && members[number].contains { $0.traits.isSameStory(as: own) }
            }
            let number = found ?? members.count
            if found == nil { members.append([]) }
            members[number].append((entry.ticket.id, own))
            for key in keys { known[key.own, default: []].insert(number) }
        }
        groups = members.filter { $0.count > 1 }.map { $0.map(\.id) }
        let apart = Set(entries.filter(\.marks.isStoryUnfolded).map(\.ticket.id))
        for group in groups where apart.isDisjoint(with: group) {
            for id in group.dropFirst() { leads[id] = group[0] }
        }
    }

    /// True for a ticket under the row of another one.
    func isFolded(_ ticket: TicketID) -> Bool { leads[ticket] != nil }

    /// Returns the ticket that has the row of this one.
    func lead(of ticket: TicketID) -> TicketID { leads[ticket] ?? ticket }

    /// Returns the tickets under the row of this one.
    func followers(of ticket: TicketID) -> [TicketID] {
        group(of: ticket)?.filter { leads[$0] == ticket } ?? []
    }

    /// Returns the tickets of the story that this one belongs to, or `nil` if it is alone.
    func group(of ticket: TicketID) -> [TicketID]? { groups.first { $0.contains(ticket) } }
}
