import EngineConcepts
import Localization

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
        if !filter.isRestricted, fills.refresh != nil, !suppliers.isEmpty {
            return .loading(wording(.refreshingSources, .number(suppliers.count)))
        }
        guard filter.isRestricted else {
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
            allUnread: topicCounts?.all.unread, filter: shownFilter, underWay: underWay)
    }

    var footer: TimelineState.Footer {
        let (completeness, isBehind) = completeness
        return TimelineState.Footer(
            completeness: completeness, isBehind: isBehind,
            clock: services.texts.dateAndClock(services.time.now()), vitals: showsPerformance ? vitals : nil)
    }

    /// Down to where the timeline is complete, in words, and whether something at the very top is missing.
    private var completeness: (words: String, isBehind: Bool) {
        let wording = services.wording
        guard let snapshot, let top = snapshot.visibleRanges.newest else { return ("", false) }
        let gaps = snapshot.gaps.filter { gap in
            view.suppliers.map { wanted in gap.missing.contains { wanted.contains($0.supplier) } } ?? true
        }
        guard let newest = gaps.first else { return (wording(.complete), false) }
        guard newest.timeframe.start < top else {
            let names = builder.names(of: newest.missing.map(\.supplier), in: context)
            return (wording(.missingAtTop, .words(names)), true)
        }
        let since = services.texts.moment(newest.timeframe.start, at: services.time.now(), seconds: true)
        return (wording(.completeSince, .words(since)), false)
    }

    /// The process's memory, the length of the timeline as it is shown, and how many sources want to be left in peace.
    private var vitals: String {
        let wording = services.wording
        let limited = (snapshot?.suppliers ?? []).count { $0.isLimited }
        return [
            services.diagnostics?.residentBytes().map(DeveloperPages.megabytes),
            counts.map { wording(.performanceTickets, .words(Localizer.grouped($0.total))) },
            limited > 0 ? wording(.performanceLimited, .number(limited)) : nil,
        ]
        .compactMap(\.self).joined(separator: "  ")
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

extension SupplierStatus {
    /// Whether its source said that it wants to be left in peace for a while.
    fileprivate nonisolated var isLimited: Bool {
        if case .failed(let error, _) = condition { error.code == .rateLimited } else { false }
    }
}
