import EngineConcepts
public import ViewModels

nonisolated extension ScreenDescriptor {
    /// The choice of topics.
    public static let topics = ScreenDescriptor(.topics, opens: .above([.timeline]), keyboard: .text) { flow in
        guard flow.requireLabels() else { return nil }
        let topics = TopicsViewModel(view: flow.timeline.currentView, track: flow.services.track)
        topics.onOutput = { [weak flow, weak topics] output in
            switch output {
            case .choose(let chosen): flow?.timeline.send(.showTopics(chosen))
            case .close: flow?.close(topics)
            }
        }
        return topics
    }

    /// The hidden tickets.
    public static let filtered = ScreenDescriptor(.filtered, opens: .above([.timeline, .ticket])) { flow in
        guard flow.requireLabels() else { return nil }
        // The message that named this screen's key is no longer needed.
        flow.session.messages.dismiss()
        let filtered = FilteredViewModel(
            view: flow.timeline.currentView, track: flow.services.track, sourceFilters: flow.services.sourceFilters)
        filtered.onOutput = { [weak flow, weak filtered] output in
            guard let flow else { return }
            switch output {
            case .open(let ticket): flow.openTicket(ticket)
            case .edit(let rule): flow.openRule(.rule(rule))
            case .toggleFilter:
                flow.timeline.send(.toggleFilter)
                filtered?.send(.setFilter(flow.timeline.currentView.filter))
            }
        }
        return filtered
    }

    /// The list of rules.
    public static let rules = ScreenDescriptor(.rules, opens: .anywhere) { flow in
        guard flow.requireLabels() else { return nil }
        let rules = RuleListViewModel(track: flow.services.track)
        rules.onOutput = { [weak flow] in flow?.openRule(.rule($0)) }
        return rules
    }

    /// The editor of a rule.
    public static let rule = ScreenDescriptor(
        .rule, opens: .above([.timeline, .thread, .profile, .ticket, .filtered, .rules]), keyboard: .draft)

    public static let search = ScreenDescriptor(.search, opens: .anywhere, keyboard: .text)
}

extension TimelineCoordinator {
    /// Returns false, with a message, if the store keeps no topics and rules.
    fileprivate func requireLabels() -> Bool {
        if !services.track.labels.isAvailable { refuse(.labelsUnavailable) }
        return services.track.labels.isAvailable
    }

    public func openRule(_ origin: RuleEditorViewModel.Origin) {
        present(.rule) {
            guard requireLabels() else { return nil }
            let rule = RuleEditorViewModel(origin: origin, track: services.track)
            rule.onOutput = { [weak self, weak rule] output in
                guard let self, close(rule) else { return }
                if output == .showRules { open(.rules) }
            }
            return rule
        }
    }

    /// Opens the search with an initial query, in the view of the timeline or everywhere.
    public func openSearch(_ text: String = "", isEverywhere: Bool = false) {
        present(.search) {
            let search = SearchViewModel(
                view: timeline.currentView, track: services.track, text: text, isEverywhere: isEverywhere)
            search.onOutput = { [weak self] output in
                switch output {
                case .open(let key):
                    self?.openTicket(key.id)
                    self?.timeline.send(.visit(key))
                case .close: self?.back()
                case .visit(let key, let query, let isEverywhere):
                    // Results are in the timeline, which other screens may cover.
                    self?.backToTimeline()
                    self?.timeline.send(.showResult(key, query, isEverywhere: isEverywhere))
                }
            }
            return search
        }
    }
}
