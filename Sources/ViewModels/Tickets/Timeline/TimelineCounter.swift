import EngineConcepts

/// Counts the tickets of a view and of its topics in the background.
final class TimelineCounter {
    /// The counts of the view, or `nil` while they are unknown.
    private(set) var counts: TrackCounts?
    /// The counts of each topic and of all tickets, or `nil` while they are unknown or there are no topics.
    private(set) var topics: (each: [LabelID: TrackCounts], all: TrackCounts)?
    /// Called after every count.
    var onChange: (() -> Void)?

    private let reader: any TrackReader
    private let labels: SessionLabels
    private let activity: Activity
    private var view = TrackView.all
    private lazy var counting = CoalescedTask(activity: activity) { [weak self] in await self?.count() }

    init(reader: any TrackReader, labels: SessionLabels, activity: Activity) {
        self.reader = reader
        self.labels = labels
        self.activity = activity
    }

    /// Counts the tickets of a view again; the counts of another view are forgotten at once.
    func recount(in view: TrackView) {
        if view != self.view { counts = nil }
        self.view = view
        counting.run()
    }

    private func count() async {
        let view = view
        do {
            let counts = try await reader.counts(in: view)
            let topics = try await countTopics(in: view, as: counts)
            if view == self.view { (self.counts, self.topics) = (counts, topics) }
        } catch {
            // The bar shows no numbers. Reading the rows fails as well, and shows the error.
            (counts, topics) = (nil, nil)
        }
        onChange?()
    }

    private func countTopics(
        in view: TrackView, as counts: TrackCounts
    ) async throws -> (each: [LabelID: TrackCounts], all: TrackCounts)? {
        guard !labels.topics.isEmpty else { return nil }
        var all = view
        all.topics = nil
        let each = try await reader.labelCounts(in: all)
        return (each, all == view ? counts : try await reader.counts(in: all))
    }
}
