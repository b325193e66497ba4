import EngineConcepts

/// The view that the timeline shows, and its order. Stores what the user chooses.
final class ShownView {
    private(set) var filter = TimelineFilter()

    private let session: Session
    private let labels: SessionLabels
    private let store: TimelineStore
    private var orders = ViewOrders()
    /// True from the choice of a view until it is known to have tickets or said to have none.
    private var isNew = false

    init(session: Session, labels: SessionLabels, store: TimelineStore) {
        self.session = session
        self.labels = labels
        self.store = store
    }

    var view: TrackView { filter.view }

    /// The order that was chosen for the view, or else that of the settings.
    var order: ReadingOrder { order(of: view) }

    private func order(of view: TrackView) -> ReadingOrder { orders.order(of: view, standard: session.settings.order) }

    // MARK: Changing

    /// Shows what is stored, as far as there are topics and rules for it.
    func restore(_ stored: TimelineStore.Stored) {
        (filter, orders) = (stored.filter, stored.orders)
        filter.adapt(topics: labels.topicIDs, hasRules: !labels.rules.isEmpty)
    }

    /// Changes the view. Returns true if it is another one then.
    func change(_ change: (inout TimelineFilter) -> Void) -> Bool {
        let before = view
        change(&filter)
        guard view != before else { return false }
        store.store(filter)
        isNew = true
        return true
    }

    /// Adapts the view to the topics and rules. Returns true if it is another one then.
    ///
    /// - Parameter shownOrder: The order of the rows, which the view keeps if its topics are renamed.
    func adaptToLabels(shownIn shownOrder: ReadingOrder) -> Bool {
        var adapted = filter
        let renamed = labels.renamedTopics
        adapted.adapt(topics: labels.topicIDs, renamed: renamed, hasRules: !labels.rules.isEmpty)
        let isRenamed = view.topics?.labels.contains { renamed[$0] != nil } ?? false
        if isRenamed, order(of: adapted.view) != shownOrder { choose(shownOrder, of: adapted.view) }
        return change { $0 = adapted }
    }

    func choose(_ order: ReadingOrder) { choose(order, of: view) }

    private func choose(_ order: ReadingOrder, of view: TrackView) {
        orders.choose(order, of: view)
        store.store(orders)
    }

    // MARK: Announcing

    /// Says once that a new view has no tickets if only gaps are shown. Without any row the screen says so itself.
    func announceIfEmpty(_ window: TimelineWindow, _ parts: TimelineStateBuilder) {
        guard isNew else { return }
        // The tickets of a new topic are found in the background.
        let isLabelled = view.topics == nil || labels.progress.isComplete
        guard !window.awaitsRows, parts.counter.counts != nil, isLabelled else { return }
        isNew = false
        if window.hasOnlyGaps, let reason = parts.reasonWithoutTickets { session.messages.show(reason) }
    }
}
