import EngineConcepts

/// The tickets that arrived above what the user has seen.
nonisolated struct Arrivals: Equatable, Sendable {
    /// The places in the order of the Track. Tickets that are seen next are at the end, where a binary search finds them.
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
        add(came)
    }

    /// Adds the tickets that are not counted yet.
    mutating func add(_ came: [TrackPlace]) {
        guard !came.isEmpty else { return }
        let sorted = (places + came).sorted()
        places = []
        for place in sorted where place != places.last { places.append(place) }
    }

    /// Removes the tickets at `place` and below it.
    mutating func removeSeen(downFrom place: TrackPlace) {
        places.removeSubrange(places.partitioningIndex { $0 >= place }...)
    }
}
