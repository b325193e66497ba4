import EngineConcepts

/// The tickets that arrived above what the user has seen.
nonisolated struct Arrivals: Equatable, Sendable {
    /// The places in the order of the Track. Tickets that are seen next are at the end, where a binary search finds them.
    private var places: [TrackPlace] = []
    /// The places that the present view does not show.
    private var hidden: Set<TrackPlace> = []

    /// True if there are none, in any view.
    var isEmpty: Bool { places.isEmpty }

    /// The number of these tickets that the present view shows.
    var count: Int { places.count - hidden.count }

    /// Adds the tickets of a commit that are in `view`.
    mutating func add(_ changes: TrackChanges, in view: TrackView) {
        let came = changes.inserted.compactMap { insertion -> TrackPlace? in
            guard case .ticket(let id) = insertion.row else { return nil }
            if let suppliers = view.suppliers, !suppliers.contains(id.supplier) { return nil }
            return insertion.place
        }
        add(came)
    }

    /// Adds the tickets that are not counted yet. The present view shows them all.
    mutating func add(_ came: [TrackPlace]) {
        guard !came.isEmpty else { return }
        hidden.subtract(came)
        let sorted = (places + came).sorted()
        places = []
        for place in sorted where place != places.last { places.append(place) }
    }

    /// Removes the tickets at `place` and below it.
    mutating func removeSeen(downFrom place: TrackPlace) {
        let seen = places.partitioningIndex { $0 >= place }
        hidden.subtract(places[seen...])
        places.removeSubrange(seen...)
    }

    /// Counts only those of `known` that the present view shows.
    ///
    /// - Parameters:
    ///   - shown: The view's tickets above those that were seen, newest first, down to `end`.
    ///   - known: The tickets that had arrived when the view was read. Later ones stay counted.
    ///   - end: The place where the read ended early, below which the tickets stay counted, or `nil`.
    mutating func setShown(_ shown: [OrderKey], of known: Arrivals, downTo end: TrackPlace?) {
        let shown = Set(shown.map(TrackPlace.ticket))
        let read = known.places.filter { place in end.map { place <= $0 } ?? true }
        hidden = Set(read).subtracting(shown).intersection(places)
    }

    /// Forgets the tickets that the present view does not show.
    mutating func removeHidden() {
        places.removeAll { [hidden] in hidden.contains($0) }
        hidden = []
    }
}
