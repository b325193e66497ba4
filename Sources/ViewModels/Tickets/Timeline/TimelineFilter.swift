import EngineConcepts

/// The part of the Track that the timeline shows, as the user chose it.
nonisolated struct TimelineFilter: Equatable, Sendable {
    var view = TrackView.all
    /// The combination of the next selection of several topics.
    private var combination = TopicSelection.Combination.union
    /// True while the content filter is off only for a search through everything.
    private var isLiftedForSearch = false

    /// True if the view shows less than the content filter lets through.
    var isRestricted: Bool { view != unrestricted }

    private var unrestricted: TrackView { TrackView(filter: view.filter, foldsStories: view.foldsStories) }

    // MARK: Choosing

    /// Shows everything that the content filter lets through.
    mutating func showAll() { view = unrestricted }

    /// Shows the tickets of all sources, with any marks. The topics and the content filter stay.
    mutating func liftRestrictions() {
        view = TrackView(topics: view.topics, filter: view.filter, foldsStories: view.foldsStories)
    }

    /// Shows exactly these topics, or all tickets if there are none.
    mutating func show(topics: Set<LabelID>) {
        view.topics = topics.isEmpty ? nil : TopicSelection(topics, view.topics?.combination ?? combination)
    }

    /// Selects a topic in addition to the selected ones, or deselects it.
    mutating func toggle(topic: LabelID) { show(topics: (view.topics?.labels ?? []).symmetricDifference([topic])) }

    /// Switches between tickets of any selected topic and tickets of all of them.
    mutating func toggleCombination() {
        combination = combination == .union ? .intersection : .union
        view.topics?.combination = combination
    }

    /// Hides what rules hide, or shows it.
    mutating func toggleContentFilter() {
        isLiftedForSearch = false
        view.filter = view.filter == .on ? .off : .on
    }

    /// Adapts to changed labels: follows renamed topics, forgets missing ones, and turns the filter on if there are no rules.
    mutating func adapt(topics: Set<LabelID>, renamed: [LabelID: LabelID] = [:], hasRules: Bool) {
        if !hasRules, view.filter == .off { view.filter = .on }
        guard let labels = view.topics?.labels else { return }
        let present = Set(labels.map { renamed[$0] ?? $0 }).intersection(topics)
        if present != labels { show(topics: present) }
    }

    // MARK: Searching

    /// Shows everything for a search. Returns true if that turned off a content filter that hides something.
    mutating func showEverything(hasRules: Bool) -> Bool {
        let hides = view.filter == .on && hasRules
        view = TrackView(foldsStories: view.foldsStories)
        if hides { isLiftedForSearch = true }
        return hides
    }

    /// Turns the content filter on again if a search turned it off.
    mutating func endSearch() {
        if isLiftedForSearch { view.filter = .on }
        isLiftedForSearch = false
    }

    // MARK: Storing

    /// The stored values of the filter.
    var preferences: [(Preferences.Name, String)] {
        let topics = (view.topics?.labels ?? []).map(\.rawValue).sorted()
        return [
            (.unreadOnly, String(view.unreadOnly)), (.filter, view.filter.rawValue),
            (.topics, ([(view.topics?.combination ?? combination).rawValue] + topics).joined(separator: "\n")),
        ]
    }

    /// Restores the content filter and the topics from stored values. The filter is on by default and without rules.
    mutating func restore(filter: String?, topics stored: String?, topics: Set<LabelID>, hasRules: Bool) {
        view.filter = hasRules ? filter.flatMap(FilterState.init(rawValue:)) ?? .on : .on
        let parts = stored?.split(separator: "\n").map(String.init) ?? []
        guard let combination = parts.first.flatMap(TopicSelection.Combination.init(rawValue:)) else { return }
        self.combination = combination
        view.topics = nil
        show(topics: Set(parts.dropFirst().map { LabelID($0) }).intersection(topics))
    }
}
