import EngineConcepts

/// A page of a timeline: its entries as items, in the order of the server, and where it ends.
struct BlueskyItemPage {
    private(set) var items: [SourceItem] = []
    private(set) var filtered: [FilteredAtSource] = []
    /// The identities of all entries, hidden ones too.
    private(set) var ids: [String] = []
    /// The times of the oldest and the newest entry, or `nil` if no entry has one.
    private(set) var times: ClosedRange<Timestamp>?
    /// The time of the last entry that has one, or `nil` if none has.
    private var lastTime: Timestamp?
    /// The cursor of the next page, or `nil` if there is none.
    var cursor: String?
    /// The numbers of entries that could and could not be read.
    var count = ElementCount()
    /// True if the page has as many entries as were asked for.
    var isFull = false
    var budget = FetchBudget()

    /// Adds an entry.
    ///
    /// - Parameter time: The time by which the list is sorted, or `nil` if the entry is out of order.
    mutating func add(_ id: String, _ result: Result<SourceItem, FilteredAtSource>?, at time: Timestamp?) {
        ids.append(id)
        switch result {
        case .success(let item)?: items.append(item)
        case .failure(let hidden)?: filtered.append(hidden)
        case nil: break
        }
        guard let time else { return }
        lastTime = time
        times = min(times?.lowerBound ?? time, time)...max(times?.upperBound ?? time, time)
    }

    /// Adds an entry of a timeline, placed by the time of its repost if it is one.
    mutating func add(_ entry: BlueskyFeedEntry, of timeline: BlueskyTimeline, _ converter: BlueskyItemConverter) {
        if case .user(let user) = timeline, !user.hasBoosts, case .repost(_, _, let time) = entry.reason {
            return add(BlueskyItemConverter.id(of: entry), nil, at: time)
        }
        let time: Timestamp?
        switch entry.reason {
        case .repost(_, _, let reposted): time = reposted
        // A pinned post is on top, whatever its time. Any other reason can have a time of its own, like a repost.
        case .pin, .unknown: time = nil
        case nil: time = timeline.isUnordered ? nil : entry.post.sortTime
        }
        add(BlueskyItemConverter.id(of: entry), converter.item(from: entry), at: time)
    }

    /// Adds a bookmark, placed by the time at which it was set.
    mutating func add(_ bookmark: BlueskyBookmark, _ converter: BlueskyItemConverter) {
        guard let post = bookmark.post else { return add(bookmark.uri, nil, at: bookmark.createdAt) }
        let result = converter.item(from: post)
            .map { item in
                var item = item
                item.shownTime = item.orderTime
                item.orderTime = bookmark.createdAt ?? item.orderTime
                return item
            }
        add(bookmark.uri, result, at: bookmark.createdAt)
    }

    /// The second above the last entry, or above the cursor if that is a newer time: entries that a server adds on its own can
    /// be older than their position. `nil` if no entry has a time.
    var bottom: Timestamp? {
        lastTime.map { max($0, cursor.flatMap(ATDate.parse) ?? $0).secondAbove }
    }

    /// True if the server sent no entries.
    var isEmpty: Bool { count.isEmpty }

    /// The entries in short, or `nil` if there are none.
    var mark: PageMark? { ids.isEmpty ? nil : PageMark(of: Set(ids), pinnedCount: 0) }

    /// Returns true if the page has the entries of the one above `position`. In a list that cannot be paged through a second
    /// with many entries, the pages of that second are the same; those do not count.
    func repeatsPage(above position: BlueskyPagePosition) -> Bool {
        guard let mark, mark == position.markAbove else { return false }
        guard let times, let bottom else { return true }
        return times.upperBound >= bottom
    }
}
