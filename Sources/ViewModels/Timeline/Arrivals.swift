import EngineConcepts

/// The tickets that arrived above what the user has seen.
nonisolated struct Arrivals: Equatable, Sendable {
    /// In the order of the Track, so that seen tickets are at the end and a key press costs a binary search.
    private var places: [TrackPlace] = []

    /// The number of these tickets.
    var count: Int { places.count }

    /// Adds the tickets of a commit that are in `view`.
    mutating func add(_ changes: TrackChanges, in view: TrackView) {
        let came = changes.inserted.compactMap { insertion -> TrackPlace? in
            guard case .ticket(let id) = insertion.row else { return nil }
            if let suppliers = view.suppliers, !suppliers.contains(id.supplier) { return nil }
            return insertion.place
        }
        guard !came.isEmpty else { return }
        places = (places + came).sorted()
    }

    /// Adds a ticket.
    mutating func add(_ place: TrackPlace) {
        let index = places.firstIndex { $0 > place } ?? places.endIndex
        places.insert(place, at: index)
    }

    /// Removes the tickets at `place` and below it.
    mutating func seen(downFrom place: TrackPlace?) {
        guard let place, let last = places.last, last >= place else { return }
        var low = 0
        var high = places.count
        while low < high {
            let middle = (low + high) / 2
            if places[middle] < place {
                low = middle + 1
            } else {
                high = middle
            }
        }
        places.removeSubrange(low...)
    }
}
