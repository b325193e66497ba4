import EngineConcepts

/// The tickets that came in above what the reader has seen.
nonisolated struct Arrivals: Equatable, Sendable {
    /// In reading order, so that what was seen is a tail: a key press costs a binary search, however much came.
    private var places: [TrackPlace] = []

    /// How many there are.
    var count: Int { places.count }

    /// Takes note of what a commit brought into `view`.
    mutating func add(_ changes: TrackChanges, in view: TrackView) {
        let came = changes.inserted.compactMap { insertion -> TrackPlace? in
            guard case .ticket(let id) = insertion.row else { return nil }
            if let suppliers = view.suppliers, !suppliers.contains(id.supplier) { return nil }
            return insertion.place
        }
        guard !came.isEmpty else { return }
        places = (places + came).sorted()
    }

    /// Takes note of one ticket that came into what is seen.
    mutating func add(_ place: TrackPlace) {
        let index = places.firstIndex { $0 > place } ?? places.endIndex
        places.insert(place, at: index)
    }

    /// Forgets what stands at `place` or below it: it is on the screen, or was passed.
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
