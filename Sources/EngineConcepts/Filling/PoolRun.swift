/// The new tickets of one supplier in one fill: in the Track's order, none twice.
public struct PoolRun: Sendable {
    /// The tickets, newest first.
    public private(set) var entries: [TrackCommit.Entry]
    /// The items' names; built when a second page comes, since one page holds none twice.
    private var names: Set<String> = []

    /// Begins a run with a first page, sorted and without duplicates.
    init(_ entries: [TrackCommit.Entry]) {
        self.entries = entries
    }

    /// Adds a further page, sorted and without duplicates, and answers how many of its tickets were new.
    mutating func add(_ page: [TrackCommit.Entry]) -> Int {
        guard !page.isEmpty else { return 0 }
        if names.isEmpty {
            names = Set(entries.lazy.map(\.ticket.id.item))
        }
        let fresh = page.filter { entry in
            if names.insert(entry.ticket.id.item).inserted { return true }
            renew(entry)
            return false
        }
        guard let first = fresh.first else { return 0 }
        let isBelow = entries.last.map { $0.ticket.key < first.ticket.key } ?? true
        entries += fresh
        if !isBelow {
            entries.sortInTrackOrder()
        }
        return fresh.count
    }

    /// Takes the newer content of an item that a page before has delivered already: it was edited between the two.
    private mutating func renew(_ entry: TrackCommit.Entry) {
        let key = entry.ticket.key
        var index = first(olderThan: key.time)
        while index > entries.startIndex, entries[index - 1].ticket.key.time == key.time {
            index -= 1
            if entries[index].ticket.key == key {
                entries[index] = entry
                return
            }
        }
    }

    /// Takes a deleted item out; answers whether it was there.
    mutating func remove(_ item: String) {
        entries.removeAll { $0.ticket.id.item == item }
        names.remove(item)
    }

    /// A page that holds nothing that is stored, matched with these tickets, which are not stored yet: joined to them where it
    /// holds some of them.
    func matched(_ page: PoolDelivery) -> PoolDelivery {
        var page = page
        guard let second = page.second, let foot = page.foot,
            !entries.contains(where: { page.named.contains($0.ticket.id.item) })
        else {
            (page.neighbour, page.endsAmongKnown) = (nil, false)
            return page
        }
        let below = entries[first(olderThan: min(foot, second.start))...].first?.ticket.key.time
        page.neighbour = [below, page.neighbour].compactMap(\.self).max()
        page.endsAmongKnown = page.endsAmongKnown || count(in: second) > 0
        return page
    }

    /// How many of its tickets lie in `timeframe`.
    func count(in timeframe: Timeframe) -> Int {
        first(olderThan: timeframe.end) - first(olderThan: timeframe.start)
    }

    /// Those of its tickets that lie in `timeframe`.
    func entries(in timeframe: Timeframe) -> ArraySlice<TrackCommit.Entry> {
        entries[first(olderThan: timeframe.start)..<first(olderThan: timeframe.end)]
    }

    /// The index of the first ticket that is older than `time`.
    private func first(olderThan time: Timestamp) -> Int {
        var low = entries.startIndex
        var high = entries.endIndex
        while low < high {
            let middle = (low + high) / 2
            if entries[middle].ticket.key.time >= time {
                low = middle + 1
            } else {
                high = middle
            }
        }
        return low
    }
}
