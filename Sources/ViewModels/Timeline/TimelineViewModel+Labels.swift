public import EngineConcepts
import Localization
import Queries

/// Topics, the content filter, and what was looked for.
extension TimelineViewModel {
    /// Whether less is shown than the filter lets through.
    var isRestricted: Bool { view != TrackView(filter: view.filter, folds: view.folds) }

    // MARK: Topics

    /// Shows the topic of a digit beside those that are shown, or does not.
    func toggleTopic(_ digit: Int) {
        let topics = services.labels.topics
        guard topics.indices.contains(digit - 1) else {
            return services.messages.note(.topicNoSuchKey, .number(digit))
        }
        var chosen = view.topics?.labels ?? []
        if chosen.remove(topics[digit - 1].id) == nil { chosen.insert(topics[digit - 1].id) }
        show(topics: chosen)
    }

    /// Shows exactly these topics; none for all tickets.
    func show(topics: Set<LabelID>) {
        let combination = view.topics?.combination ?? lastCombination
        show { $0.topics = topics.isEmpty ? nil : TopicSelection(topics, combination) }
    }

    /// Shows what belongs to any of the topics, or to all of them.
    func toggleCombination() {
        lastCombination = lastCombination == .union ? .intersection : .union
        let combination = lastCombination
        show { $0.topics?.combination = combination }
    }

    /// The chosen topics by name.
    var viewedTopics: String {
        services.labels.topics.filter { view.topics?.labels.contains($0.id) ?? false }.map(\.name)
            .joined(separator: ", ")
    }

    var shownTopics: [TimelineState.Topic] {
        services.labels.topics.enumerated()
            .map { index, topic in
                TimelineState.Topic(
                    id: topic.id, name: topic.name, digit: index < 9 ? index + 1 : nil,
                    unread: topicCounts.map { $0.each[topic.id]?.unread ?? 0 },
                    isChosen: view.topics?.labels.contains(topic.id) ?? false)
            }
    }

    var combination: String? {
        guard let topics = view.topics, topics.labels.count > 1 else { return nil }
        return services.wording(topics.combination == .union ? .unionOf : .intersectionOf)
    }

    // MARK: The filter

    /// Hides what rules hide, or shows everything.
    func toggleFilter() {
        guard services.labels.isAvailable else {
            return services.messages.note(.labelsUnavailable)
        }
        // Without rules nothing could be seen of it, and the first rule would hide nothing.
        guard !services.labels.rules.isEmpty else {
            show { $0.filter = .on }
            return services.messages.note(.filterNeedsRules)
        }
        filterWaitsForSearch = false
        show { $0.filter = $0.filter == .on ? .off : .on }
    }

    var shownFilter: TimelineState.Filter? {
        guard !services.labels.rules.isEmpty else { return nil }
        return TimelineState.Filter(state: view.filter, hidden: counts?.hidden)
    }

    /// What takes a while, and how far that is.
    var underWay: String? {
        if let marked = services.marks.marked {
            return services.wording(.marking, .words(Localizer.grouped(marked)))
        }
        let progress = services.labels.progress
        guard !progress.isComplete, progress.total > 0 else { return nil }
        return services.wording(.labelling, .number(progress.done * 100 / progress.total))
    }

    /// Makes a rule about tickets like the one under the cursor.
    func newRule() {
        guard services.labels.isAvailable else {
            return services.messages.note(.labelsUnavailable)
        }
        withTicket { onOutput?(.rule($0.id)) }
    }

    func labelsChanged(_ change: ReaderLabels.Change) {
        if change == .labels {
            reading.forgetRows()
            // A rule may hide the ticket under the cursor: going back brings it back there.
            if home == nil, let current = scroller.current { home = (current.id, current.place) }
            follow = home
            if services.labels.rules.isEmpty, view.filter == .off { show { $0.filter = .on } }
            let known = Set(services.labels.topics.map(\.id))
            if let chosen = view.topics?.labels, !chosen.isSubset(of: known) {
                show(topics: chosen.intersection(known))
            }
        }
        reading.isStale = true
        drive()
        recount()
        publish()
    }

    // MARK: What is remembered

    /// Remembers the filter and the chosen topics.
    func rememberLabels() {
        services.preferences.set(.filter, to: view.filter.rawValue)
        let names = (view.topics?.labels ?? []).map(\.rawValue).sorted()
        let combination = view.topics?.combination ?? lastCombination
        services.preferences.set(.topics, to: ([combination.rawValue] + names).joined(separator: "\n"))
    }

    /// Takes what was remembered. Where nothing was, the filter is on.
    func restoreLabels() async throws {
        guard services.labels.isAvailable else { return }
        let filter = try await services.preferences.value(.filter).flatMap(FilterState.init(rawValue:))
        view.filter = services.labels.rules.isEmpty ? .on : filter ?? .on
        let parts = try await services.preferences.value(.topics)?.split(separator: "\n").map(String.init) ?? []
        guard let first = parts.first, let combination = TopicSelection.Combination(rawValue: first) else { return }
        lastCombination = combination
        let known = Set(services.labels.topics.map(\.id))
        let chosen = Set(parts.dropFirst().map { LabelID($0) }).intersection(known)
        view.topics = chosen.isEmpty ? nil : TopicSelection(chosen, combination)
    }

    // MARK: What came in

    /// Counts what came in above what the reader has seen, as far as the view shows it, and tells of what rules ask to be
    /// told of. Where that depends on labels, each ticket is looked at.
    func noteArrivals(_ changes: TrackChanges) {
        let tellsOf = services.labels.rules.contains { $0.effect == .notify && $0.isEnabled }
        let looksAtLabels = (view.looksAtLabels || view.isFolding) && services.labels.isAvailable
        if !looksAtLabels { arrivals.add(changes, in: view) }
        guard looksAtLabels || tellsOf else { return }
        let view = view
        let came = changes.inserted.compactMap { if case .ticket(let id) = $0.row { id } else { nil } }
        guard !came.isEmpty else { return }
        services.activity.run { [weak self, services] in
            do {
                for id in came {
                    guard let entry = try await services.reader.entry(id), let self else { continue }
                    if entry.effects.contains(.notify), entry.hiddenBy == nil { services.notify(of: entry) }
                    guard looksAtLabels, view == self.view, view.admits(entry) else { continue }
                    arrivals.add(.ticket(entry.ticket.key))
                }
            } catch {
                services.messages.log(.readFailed, error)
            }
            self?.publish()
        }
    }

    // MARK: What was looked for

    /// Goes to a ticket that was found, and jumps among all that the query picks from then on.
    public func reveal(_ key: OrderKey, _ query: FoundQuery, isEverywhere: Bool) {
        if isEverywhere {
            let hides = view.filter == .on && !services.labels.rules.isEmpty
            show { $0 = TrackView(folds: $0.folds) }
            if hides {
                filterWaitsForSearch = true
                services.messages.note(.filterOffForSearch)
            }
        }
        send(.find(query))
        send(.reveal(key))
    }

    /// Goes to the next ticket that the query picks.
    func seekMatch(_ side: FetchSide) {
        guard let found, let current = scroller.current else { return }
        let view = view
        // A story may have been found by another telling than the one whose row it is.
        var place = revealed?.row == current.id ? revealed?.found ?? current.place : current.place
        services.activity.run { [weak self, services] in
            do {
                while true {
                    let next = try await services.finder.next(
                        found.query, in: services.queryContext, seenIn: view, from: place, towards: side)
                    guard let self, view == self.view else { return }
                    guard let next else { return services.messages.note(.searchWrapped) }
                    guard try await row(of: next, in: view).id == scroller.current?.ticket?.id else {
                        return send(.reveal(next))
                    }
                    place = .ticket(next)
                }
            } catch {
                services.messages.problem(.readFailed, error)
            }
        }
    }
}
