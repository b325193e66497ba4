import EngineConcepts

/// The user's position in the timeline.
nonisolated struct ReadingPosition: Codable, Equatable {
    var place: TrackPlace
    var row: TrackRow.ID
    /// The screen line on which the row begins.
    var line: Int
    /// The end of what the user has seen, or `nil` in a position that was stored without it.
    var seen: SeenPlace?
}

/// The stored state of the timeline, which outlives restarts.
final class TimelineStore {
    private let preferences: Preferences
    private let labels: SessionLabels
    private var storedPosition: ReadingPosition?

    init(preferences: Preferences, labels: SessionLabels) {
        self.preferences = preferences
        self.labels = labels
    }

    // MARK: Reading

    /// The stored values of the timeline.
    struct Stored {
        var filter = TimelineFilter()
        var orders: ViewOrders
        /// The sources that were announced because they have failed for long.
        var longFailing: LongFailingSources
        fileprivate var positionText: String?

        /// Returns the position, or `nil` if there is none.
        func position() throws -> ReadingPosition? { try Preferences.decoded(positionText, as: ReadingPosition.self) }
    }

    /// Returns what is stored; `foldsStories` is the setting.
    func stored(foldsStories: Bool) async throws -> Stored {
        let values = try await preferences.values([
            .unreadOnly, .filter, .topics, .position, .orders, .longFailingSources,
        ])
        var stored = Stored(
            orders: ViewOrders(storedText: values[.orders] ?? ""),
            longFailing: LongFailingSources(
                announced: try Preferences.decoded(values[.longFailingSources], as: Set<SupplierID>.self) ?? []),
            positionText: values[.position])
        stored.filter.view = TrackView(unreadOnly: values[.unreadOnly] == "true", foldsStories: foldsStories)
        if labels.isAvailable {
            stored.filter.restore(
                filter: values[.filter], topics: values[.topics], topics: labels.topicIDs,
                hasRules: !labels.rules.isEmpty)
        }
        return stored
    }

    // MARK: Writing

    func store(_ orders: ViewOrders) { preferences.set(.orders, to: orders.storedText) }

    func store(_ filter: TimelineFilter) {
        for (name, value) in filter.preferences { preferences.set(name, to: value) }
    }

    /// Stores the position of the cursor and the end of what the user has seen if they have changed.
    func store(_ scroller: Scroller<TimelineRow>, seen: SeenPlace?) {
        guard let current = scroller.current else { return }
        let position = ReadingPosition(place: current.place, row: current.id, line: scroller.line, seen: seen)
        guard position != storedPosition else { return }
        storedPosition = position
        preferences.set(.position, encoding: position)
    }

    /// Stores the sources that were announced because they have failed for long.
    func store(_ sources: LongFailingSources) {
        preferences.set(.longFailingSources, encoding: sources.announced.sorted())
    }
}
