import EngineConcepts

/// What the state says.
extension TimelineViewModel {
    /// The place of the topmost row on the screen; what came in above it has not been seen.
    var topmostVisible: TrackPlace? {
        scroller.visible.first.map { scroller.rows[$0].place }
    }

    var body: TimelineState.Body {
        let wording = services.wording
        if let failure {
            return .failure(title: wording(.failureTitle), cause: failure, hint: wording(.failureHint))
        }
        guard scroller.rows.isEmpty else {
            return .content(
                TimelineState.Content(rows: scroller.rows, cursor: scroller.cursor, line: scroller.line))
        }
        if !isRestored || reading.isRunning || reading.isStale { return .loading(wording(.loading)) }
        return emptiness
    }

    private var emptiness: TimelineState.Body {
        let wording = services.wording
        if view.filter == .on, let hidden = counts?.hidden, hidden > 0 {
            return .empty(title: wording(.filterOffHides), hint: wording(.filterOffHidesHint))
        }
        guard isRestricted else {
            return .empty(title: wording(.emptyTimeline), hint: wording(.emptyTimelineHint))
        }
        let title =
            if view.laterOnly {
                wording(.emptyLater)
            } else if view.starredOnly {
                wording(.emptyStarred)
            } else if view.unreadOnly {
                wording(.emptyUnread)
            } else if view.suppliers != nil, view.topics != nil {
                wording(.emptySourceInTopics, .words(viewedSources), .words(viewedTopics))
            } else if view.suppliers != nil {
                wording(.emptySource, .words(viewedSources))
            } else {
                wording(.emptyTopics, .words(viewedTopics))
            }
        return .empty(title: title, hint: wording(.emptyViewHint))
    }

    private var viewedSources: String {
        builder.names(of: (view.suppliers ?? []).sorted(), in: context)
    }

    var header: TimelineState.Header {
        let wording = services.wording
        var parts: [String] = []
        if view.suppliers != nil { parts.append(wording(.viewSource, .words(viewedSources))) }
        if view.unreadOnly { parts.append(wording(.viewUnread)) }
        if view.laterOnly { parts.append(wording(.viewLater)) }
        if view.starredOnly { parts.append(wording(.viewStarred)) }
        return TimelineState.Header(
            view: parts.isEmpty ? wording(.viewAll) : parts.joined(separator: ", "),
            isRestricted: !parts.isEmpty, total: counts?.total, unread: counts?.unread, refresh: fills.refresh,
            newAbove: arrivals.count, topics: shownTopics, combination: combination,
            allUnread: topicCounts?.all.unread, filter: shownFilter, labelling: labelling)
    }

    var footer: TimelineState.Footer {
        let wording = services.wording
        let now = services.time.now()
        let clock = services.texts.dateAndClock(now)
        guard let snapshot, let top = snapshot.extent.newest else {
            return TimelineState.Footer(completeness: "", isBehind: false, clock: clock)
        }
        let gaps = snapshot.gaps.filter { gap in
            view.suppliers.map { wanted in gap.missing.contains { wanted.contains($0.supplier) } } ?? true
        }
        guard let newest = gaps.first else {
            return TimelineState.Footer(completeness: wording(.complete), isBehind: false, clock: clock)
        }
        guard newest.timeframe.start < top else {
            let names = builder.names(of: newest.missing.map(\.supplier), in: context)
            return TimelineState.Footer(
                completeness: wording(.missingAtTop, .words(names)), isBehind: true, clock: clock)
        }
        let since = services.texts.moment(newest.timeframe.start, at: now, seconds: true)
        return TimelineState.Footer(
            completeness: wording(.completeSince, .words(since)), isBehind: false, clock: clock)
    }

    var questionText: String? {
        switch question {
        case .markAll: services.wording(.confirmMarkAll, .words(counts.map { String($0.unread) } ?? ""))
        case .markBelow: services.wording(.confirmMarkBelow)
        case .markAbove: services.wording(.confirmMarkAbove)
        case nil: nil
        }
    }
}
