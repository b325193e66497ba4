import EngineConcepts
import Localization
import Queries

/// Builds the header, the body and the footer of the timeline.
struct TimelineStateBuilder {
    let session: Session
    let rows: RowBuilder
    let context: RowBuilder.Context
    let filter: TimelineFilter
    let labels: SessionLabels
    let counter: TimelineCounter
    let refresh: FillProgress?
    let order: ReadingOrder
    /// The reason why no sources can be added, or `nil` if they can.
    let fixedReason: Message?

    /// Returns the state before the first rows are read.
    static func initialState(banner: String?, _ session: Session) -> TimelineState {
        TimelineState(
            header: TimelineState.Header(view: session.localizer(.viewAll), isLimited: false, newAbove: 0),
            body: .words(session.localizer(.loading)),
            footer: TimelineState.Footer(
                completeness: "", isBehind: false, clock: session.texts.dateAndClock(session.time.now()),
                briefClock: session.texts.clock(of: session.time.now())),
            banner: banner, density: .regular, timeStyle: .relative)
    }

    private var localizer: Localizer { session.localizer }
    private var view: TrackView { filter.view }

    // MARK: The top bar

    /// Returns the top bar.
    ///
    /// - Parameters:
    ///   - newAbove: The number of tickets above what the user has seen.
    ///   - marked: The number of tickets marked so far by a long operation, or `nil` if none is running.
    func header(newAbove: Int, marked: Int?) -> TimelineState.Header {
        var parts: [String] = []
        if view.suppliers != nil { parts.append(localizer(.viewSource, .text(sources))) }
        if view.unreadOnly { parts.append(localizer(.viewUnread)) }
        if view.laterOnly { parts.append(localizer(.viewLater)) }
        if view.starredOnly { parts.append(localizer(.viewStarred)) }
        return TimelineState.Header(
            view: parts.isEmpty ? localizer(.viewAll) : parts.joined(separator: ", "),
            isLimited: !parts.isEmpty, total: counter.counts?.total, unread: counter.counts?.unread,
            refresh: refresh, newAbove: newAbove, order: order, topics: topics, combination: combination,
            allUnread: counter.topics?.all.unread,
            filter: labels.rules.isEmpty
                ? nil : TimelineState.Filter(state: view.filter, hidden: counter.counts?.hidden),
            underWay: progressText(marked))
    }

    private var topics: [TimelineState.Topic] {
        labels.topics.enumerated()
            .map { index, topic in
                TimelineState.Topic(
                    id: topic.id, name: topic.name, digit: index < 9 ? index + 1 : nil,
                    unread: counter.topics.map { $0.each[topic.id]?.unread ?? 0 },
                    isChosen: view.topics?.labels.contains(topic.id) ?? false)
            }
    }

    private var combination: String? {
        guard let topics = view.topics, topics.labels.count > 1 else { return nil }
        return localizer(topics.combination == .union ? .unionOf : .intersectionOf)
    }

    private func progressText(_ marked: Int?) -> String? {
        if let marked { return localizer(.marking, .text(localizer.grouped(marked))) }
        if let upload = session.uploads.progress {
            return localizer(
                .uploading, .text(TicketBuilder.size(Int64(upload.sent))),
                .text(TicketBuilder.size(Int64(upload.total))))
        }
        let progress = labels.progress
        guard !progress.isComplete, progress.total > 0 else { return nil }
        return localizer(.labelling, .number(progress.done * 100 / progress.total))
    }

    private var sources: String { rows.names(of: (view.suppliers ?? []).sorted(), in: context) }

    // MARK: Between the bars

    /// Returns the rows, or what is shown if there are none.
    func body(of window: TimelineWindow) -> ScreenBody<RowsContent<TimelineRow>> {
        if let failure = window.failure {
            return .failure(title: localizer(.failureTitle), hints: [failure, localizer(.failureHint)])
        }
        let scroller = window.scroller
        guard scroller.rows.isEmpty else { return Self.content(of: scroller) }
        return window.awaitsRows ? .words(localizer(.loading)) : emptyBody
    }

    /// Returns the rows of a scroller that has some.
    static func content(of scroller: Scroller<TimelineRow>) -> ScreenBody<RowsContent<TimelineRow>> {
        .content(.init(rows: scroller.rows, cursor: scroller.cursor, line: scroller.line))
    }

    private var emptyBody: ScreenBody<RowsContent<TimelineRow>> {
        if hidesEverything {
            return .notice(title: localizer(.filterOffHides), hints: [localizer(.filterOffHidesHint)])
        }
        guard filter.isRestricted else {
            if refresh != nil, !context.suppliers.isEmpty {
                return .words(localizer(.refreshingSources, .number(context.suppliers.count)))
            }
            return .notice(
                title: localizer(.emptyTimeline),
                hints: [fixedReason.map { localizer($0) } ?? localizer(.emptyTimelineHint)])
        }
        return .notice(title: restriction, hints: [localizer(.emptyViewHint)])
    }

    /// The reason why the view has no tickets although it may have gaps, or `nil` if it is not restricted.
    var reasonWithoutTickets: String? {
        if hidesEverything { return localizer(.filterOffHides) }
        return filter.isRestricted ? restriction : nil
    }

    private var hidesEverything: Bool { view.filter == .on && counter.counts?.hidden ?? 0 > 0 }

    /// The reason why a restricted view has no tickets.
    private var restriction: String {
        let marks = [view.laterOnly, view.starredOnly, view.unreadOnly].count(where: \.self)
        return if marks > 1 || marks == 1 && (view.suppliers != nil || view.topics != nil) {
            // Each condition alone may be met.
            localizer(.emptyConditions)
        } else if view.laterOnly {
            localizer(.emptyLater)
        } else if view.starredOnly {
            localizer(.emptyStarred)
        } else if view.unreadOnly {
            localizer(.emptyUnread)
        } else if view.suppliers != nil, view.topics != nil {
            localizer(.emptySourceInTopics, .text(sources), .text(chosenTopics))
        } else if view.suppliers != nil {
            localizer(reasonWithoutItems, .text(sources))
        } else if combination != nil, view.topics?.combination == .intersection {
            localizer(.emptyIntersection, .text(chosenTopics))
        } else {
            localizer(.emptyTopics, .text(chosenTopics))
        }
    }

    /// The message why the sources of the view have no items.
    private var reasonWithoutItems: MessageKey {
        guard let status = view.onlySupplier.flatMap({ context.suppliers[$0] }), status.isPaused else {
            return .emptySource
        }
        return status.hasCrashed ? .sourceEndsProgram : .sourceListPaused
    }

    private var chosenTopics: String {
        labels.topics.filter { view.topics?.labels.contains($0.id) ?? false }.map(\.name).joined(separator: ", ")
    }

    // MARK: The bottom bar

    /// Returns the bottom bar.
    ///
    /// - Parameter residentBytes: The memory among the performance figures, or `nil` if it is not known. Only read for those.
    func footer(_ snapshot: TrackSnapshot?, residentBytes: @autoclosure () -> Int?) -> TimelineState.Footer {
        let completeness = completeness(of: snapshot)
        return TimelineState.Footer(
            completeness: completeness.text, briefCompleteness: completeness.brief, isBehind: completeness.isBehind,
            clock: session.texts.dateAndClock(context.now),
            briefClock: session.texts.clock(of: context.now),
            performance: session.settings.showsPerformance ? performance(residentBytes: residentBytes()) : nil)
    }

    /// Returns the performance figures, on one line.
    private func performance(residentBytes: Int?) -> String {
        let limited = context.suppliers.values.count { $0.lastError?.code == .rateLimited }
        return [
            residentBytes.map { DeveloperPages.megabytes($0, in: localizer) },
            counter.counts.map { localizer(.performanceTickets, .number($0.total)) },
            limited > 0 ? localizer(.performanceLimited, .number(limited)) : nil,
            context.suppliers.values.compactMap(\.requests.budget.requestsLeft).min()
                .map { localizer(.performanceRequestsLeft, .number($0)) },
        ]
        .compactMap(\.self).joined(separator: "  ")
    }

    private struct Completeness {
        var text = ""
        var brief: [String] = []
        var isBehind = false
    }

    /// Returns down to where the timeline is complete, in words, and true if tickets at the very top are missing. A file with
    /// errors comes first, because its messages vanish.
    private func completeness(of snapshot: TrackSnapshot?) -> Completeness {
        if let file = session.messages.faultyFile {
            return Completeness(
                text: localizer(.fileHasErrors, .text(file)),
                brief: [localizer(.fileErrors, .text(file)), localizer(.fileErrorsAlone, .text(file))], isBehind: true)
        }
        let crashed = crashed
        guard let snapshot, let top = snapshot.visibleRanges.newest else {
            return crashed.isEmpty ? Completeness() : completeness(without: crashed, .pausedByCrashes)
        }
        func counts(_ supplier: SupplierID) -> Bool {
            view.suppliers?.contains(supplier) ?? true && context.suppliers[supplier]?.isPaused != true
        }
        let newest = snapshot.gaps.first { gap in gap.missing.contains { counts($0.supplier) } }
        if context.isOffline { return Completeness(text: localizer(.offline), isBehind: true) }
        var absent: Set<SupplierID> = []
        let shown = context.suppliers.values.filter { counts($0.id) }
        if let newest, newest.timeframe.start >= top {
            absent.formUnion(newest.missing.lazy.map(\.supplier).filter(counts))
        } else if shown.allSatisfy({ $0.lastError != nil }) {
            // Where no source answers, the Track does not grow, and no gap is at its top.
            absent.formUnion(shown.map(\.id))
        }
        guard absent.isEmpty else {
            let failing = failing
            guard !absent.isDisjoint(with: failing) else { return completeness(without: absent) }
            // Failures are counted as on the screen of sources, where the key leads: also those that leave no gap at the top.
            let slow = absent.filter { context.suppliers[$0]?.requests.condition == .slow }
            return completeness(without: failing.union(slow))
        }
        // Said as long as it is so: a command may have been the first to find it, and then no start announces it.
        guard crashed.isEmpty else { return completeness(without: crashed, .pausedByCrashes) }
        if let only = view.onlySupplier, context.suppliers[only]?.isPaused == true { return Completeness() }
        // A running refresh may still bring tickets; the top bar shows its progress.
        guard refresh == nil else { return Completeness() }
        guard let newest else { return Completeness(text: localizer(.complete)) }
        let since = session.texts.start(newest.timeframe.start, at: context.now)
        return Completeness(text: localizer(.completeSince, .text(since)))
    }

    /// The sources of the view that need attention.
    private var failing: Set<SupplierID> {
        Set(
            context.suppliers.values.lazy.filter { $0.isFailing && view.suppliers?.contains($0.id) ?? true }.map(\.id))
    }

    /// The sources of the view that are paused because they have crashed the program.
    private var crashed: Set<SupplierID> {
        Set(
            context.suppliers.values.lazy.filter { $0.hasCrashed && view.suppliers?.contains($0.id) ?? true }.map(\.id))
    }

    /// Returns the words for a timeline in which these sources, at least one, are missing at the top. The bar has no room for
    /// several names; the screen of sources has them.
    ///
    /// - Parameter key: The words, which take the name of the source or the number of sources.
    private func completeness(without absent: Set<SupplierID>, _ key: MessageKey = .missingAtTop) -> Completeness {
        let name = absent.count == 1 ? absent.first.map(context.name) : nil
        return Completeness(
            text: localizer(key, .text(name ?? localizer(.sourceCount, .number(absent.count)))),
            brief: [
                localizer(.sourcesBehind, .number(absent.count)), localizer(.sourcesBehindAlone, .number(absent.count)),
            ],
            isBehind: true)
    }
}
