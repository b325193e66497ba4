import EngineConcepts

/// The user's position in the timeline.
nonisolated struct ReadingPosition: Codable, Equatable {
    /// The place of the cursor.
    var place: TrackPlace
    /// The row there.
    var row: TrackRow.ID
    /// The screen line on which the row begins.
    var line: Int
}

/// The stored state of the timeline, which outlives restarts.
final class TimelineStore {
    private let preferences: Preferences
    private let labels: ReaderLabels
    private var storedPosition: ReadingPosition?

    init(preferences: Preferences, labels: ReaderLabels) {
        self.preferences = preferences
        self.labels = labels
    }

    // MARK: Reading

    /// Returns the filter; `folds` is the setting.
    func filter(folds: Bool) async throws -> TimelineFilter {
        var filter = TimelineFilter()
        filter.view = TrackView(unreadOnly: try await preferences.flag(.unreadOnly), folds: folds)
        guard labels.isAvailable else { return filter }
        filter.restore(
            filter: try await preferences.value(.filter), topics: try await preferences.value(.topics),
            topics: labels.topicIDs, hasRules: !labels.rules.isEmpty)
        return filter
    }

    /// Returns the position, or `nil` if there is none.
    func position() async throws -> ReadingPosition? {
        try await preferences.value(.position, as: ReadingPosition.self)
    }

    /// Returns the orders of views.
    func orders() async throws -> ViewOrders {
        ViewOrders(stored: try await preferences.value(.orders) ?? "")
    }

    /// Returns true if performance figures are shown.
    func showsPerformance() async throws -> Bool {
        try await preferences.flag(.performance)
    }

    /// Returns the sources that were announced because they have failed for long.
    func longFailingSources() async throws -> LongFailingSources {
        LongFailingSources(
            announced: try await preferences.value(.longFailingSources, as: Set<SupplierID>.self) ?? [])
    }

    // MARK: Writing

    /// Stores the orders of views.
    func store(_ orders: ViewOrders) {
        preferences.set(.orders, to: orders.stored)
    }

    /// Stores the filter.
    func store(_ filter: TimelineFilter) {
        for (name, value) in filter.preferences { preferences.set(name, to: value) }
    }

    /// Stores the position of the cursor if it has changed.
    func store(_ scroller: Scroller<TimelineRow>) {
        guard let current = scroller.current else { return }
        let position = ReadingPosition(place: current.place, row: current.id, line: scroller.line)
        guard position != storedPosition else { return }
        storedPosition = position
        preferences.set(.position, encoding: position)
    }

    /// Stores the choice to show performance figures.
    func store(showsPerformance: Bool) {
        preferences.set(.performance, to: showsPerformance)
    }

    /// Stores the sources that were announced because they have failed for long.
    func store(_ sources: LongFailingSources) {
        preferences.set(.longFailingSources, encoding: sources.announced.sorted())
    }
}
