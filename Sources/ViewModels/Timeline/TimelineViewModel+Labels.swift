public import EngineConcepts
import Localization
import Queries

/// Topics, the content filter, and what was looked for.
extension TimelineViewModel {
    // MARK: Topics

    /// Shows the topic of a digit beside those that are shown, or does not.
    func toggleTopic(_ digit: Int) {
        let topics = services.labels.topics
        guard topics.indices.contains(digit - 1) else {
            return services.messages.note(.topicNoSuchKey, .number(digit))
        }
        show { $0.toggle(topic: topics[digit - 1].id) }
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
            show { $0.change { $0.filter = .on } }
            return services.messages.note(.filterNeedsRules)
        }
        show { $0.toggleContentFilter() }
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
            show { $0.adapt(topics: services.labels.topicIDs, hasRules: !services.labels.rules.isEmpty) }
        }
        reading.isStale = true
        drive()
        recount()
        publish()
    }

    // MARK: What is remembered

    /// Takes what was remembered. Where nothing was, the filter is on.
    func restoreLabels() async throws {
        guard services.labels.isAvailable else { return }
        let stored = try await services.preferences.value(.filter)
        let topics = try await services.preferences.value(.topics)
        filter.restore(
            filter: stored, topics: topics, topics: services.labels.topicIDs, hasRules: !services.labels.rules.isEmpty)
    }

    // MARK: What came in

    /// Counts what came in above what the reader has seen, as far as the view shows it, and tells of what rules ask to be
    /// told of. Where that depends on labels, each ticket is looked at.
    func noteArrivals(_ changes: TrackChanges) {
        let tellsOf = services.labels.rules.contains { $0.effect == .notify && $0.isEnabled }
        let dependsOnLabels = (view.dependsOnLabels || view.isFolding) && services.labels.isAvailable
        if !dependsOnLabels { arrivals.add(changes, in: view) }
        guard dependsOnLabels || tellsOf else { return }
        let view = view
        let came = changes.inserted.compactMap { if case .ticket(let id) = $0.row { id } else { nil } }
        guard !came.isEmpty else { return }
        services.activity.run { [weak self, services] in
            do {
                for id in came {
                    guard let entry = try await services.reader.entry(id), let self else { continue }
                    if entry.effects.contains(.notify), entry.hiddenBy == nil { services.notify(of: entry) }
                    guard dependsOnLabels, view == self.view, view.includes(entry) else { continue }
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
            var hides = false
            show { hides = $0.showEverything(hasRules: !services.labels.rules.isEmpty) }
            if hides { services.messages.note(.filterOffForSearch) }
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
