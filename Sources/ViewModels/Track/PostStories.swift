import EngineConcepts
import Queries

/// The stories among the posts of a person, who tells them at several networks. As in the timeline, the posts of a story have
/// one row unless the story is unfolded; in the list the newest of them leads it.
struct PostStories {
    /// The story of each ticket that has one: its members, in the order of the list.
    private var stories: [TicketID: [TicketID]] = [:]
    /// The folded tickets, each with the lead of its row.
    private var leads: [TicketID: TicketID] = [:]

    /// The value for lists without stories.
    static let none = PostStories()

    private init() {}

    /// Matches the tickets of a list with each other.
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
        let unfolded = Set(entries.filter(\.marks.isStoryUnfolded).map(\.ticket.id))
        for story in members.map({ $0.map(\.id) }) where story.count > 1 {
            for id in story { stories[id] = story }
            guard unfolded.isDisjoint(with: story) else { continue }
            for id in story.dropFirst() { leads[id] = story[0] }
        }
    }

    /// Returns true for a ticket that is folded under another one.
    func isFolded(_ ticket: TicketID) -> Bool { leads[ticket] != nil }

    /// Returns the ticket whose row stands for this one.
    func lead(of ticket: TicketID) -> TicketID { leads[ticket] ?? ticket }

    func folded(under ticket: TicketID) -> [TicketID] { story(of: ticket)?.filter { leads[$0] == ticket } ?? [] }

    /// Returns the members of a ticket's story, or `nil` if it has none.
    func story(of ticket: TicketID) -> [TicketID]? { stories[ticket] }
}
