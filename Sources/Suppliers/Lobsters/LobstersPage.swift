import EngineConcepts

/// A page of a list of stories.
struct LobstersPage: Sendable {
    /// The number of stories on every page but the last.
    static let fullCount = 25

    /// The number of the page, counted from 1 at the newest story.
    let number: Int
    /// The stories that could be read, newest first.
    let stories: [LobstersStory]
    /// The numbers of stories that could and could not be read.
    let count: ElementCount

    /// True if the page has no stories, or does not exist.
    var isEmpty: Bool { count.isEmpty }

    var isFull: Bool { count.received >= Self.fullCount }

    /// Returns true if `page` can be the one below this: it has stories, and its first one is neither on this page nor newer
    /// than this page. Otherwise a cache has answered with another page.
    func leads(to page: LobstersPage) -> Bool {
        guard !isEmpty, !page.isEmpty else { return false }
        guard let first = stories.first, let next = page.stories.first else { return true }
        return next.time <= first.time && !contains(next.id)
    }

    func contains(_ story: String) -> Bool { stories.contains { $0.id == story } }

    /// Returns true if a story is not below `edge`.
    func reaches(above edge: Timestamp) -> Bool { stories.contains { $0.time >= edge } }

    /// Returns true if the page has a story of what was read down to `edge`, of which `story` was the last.
    func overlaps(edge: Timestamp, _ story: String) -> Bool { reaches(above: edge) || contains(story) }

    /// Returns true if the page shows what follows below `edge`: a story that is below it, or `story`, the last one above it.
    /// The page below one that lies wholly above the edge can begin further down.
    func showsEdge(_ edge: Timestamp, below story: String) -> Bool { contains(story) || !isWholly(above: edge) }

    /// Returns true if the last story is not below `edge`.
    func ends(above edge: Timestamp) -> Bool { stories.last.map { $0.time >= edge } ?? false }

    /// Returns true if there are stories, and none is below `edge`.
    func isWholly(above edge: Timestamp) -> Bool { !stories.isEmpty && stories.allSatisfy { $0.time >= edge } }
}
