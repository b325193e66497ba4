import EngineConcepts
import Localization
import Queries

extension TimelineViewModel {
    /// Performs an action now.
    func perform(_ action: TimelineAction) {
        let question = action.isLayout ? nil : marker.closeQuestion()
        switch action {
        case .resize(let width, let height): rows.resize(width: width, height: height)
        case .relayout: rows.remeasure()
        case .move(let movement): move(movement)
        case .scroll(let count): rows.handle(.scrolled(count))
        case .goTo(let time): rows.handle(.moved(.jump(.time(time))))
        case .seek(let condition, let direction): rows.handle(.moved(.seek(condition, rows.order.direction(direction))))
        case .seekOtherSource(let direction):
            if let source = rows.currentSources.first { perform(.seek(.otherSupplier(source), direction)) }
        case .select(let row): rows.handle(.selected(row))
        case .visit(let key): search.visit(key)
        case .open: open()
        case .ticket(let command): withTicket { perform(command, on: $0) }
        case .toggleWarning: withTicket { track.revealed.toggle($0.id) }
        case .markRead(let scope): marker.markRead(scope, of: rows, answering: question)
        case .confirm: if let question { marker.markRead(question, of: rows, answering: question) }
        case .undo: track.undoLast()
        case .refresh: refresh()
        case .fill(let side, let amount): fill(from: side, amount)
        case .dismissGap:
            dismiss(.gapDismissed, undone: .gapDismissedUndone) { [now = session.time.now()] in $0.dismiss($1, at: now)
            }
        case .dismissGapsOfSource:
            dismiss(.sourceGapsDismissed, undone: .sourceGapsDismissedUndone) {
                $0.dismissAll(of: $1.missing.map(\.supplier))
            }
        case .showDismissedGaps: showDismissedGaps()
        case .cancel: if question == nil { cancel() }
        case .toggleOrder: toggleOrder()
        case .cycleDensity: session.settings.density = rows.layout.format.density.next
        case .toggleTimes: session.settings.timeStyle = rows.layout.format.timeStyle.toggled
        case .toggleUnreadOnly: show { $0.view.unreadOnly.toggle() }
        case .toggleStarredOnly: show { $0.view.starredOnly.toggle() }
        case .toggleLaterOnly: show { $0.view.laterOnly.toggle() }
        case .toggleOnlySource: toggleOnlySource()
        case .showAlone(let supplier, let topic):
            show { filter in
                filter.view.suppliers = supplier.map { [$0] }
                filter.show(topics: topic.map { [$0] } ?? [])
            }
        case .enter(let topics, let source):
            show { filter in
                filter.liftRestrictions()
                filter.view.suppliers = source.map { [$0] }
                if let topics { filter.show(topics: topics) }
            }
        case .toggleTopic(let digit):
            guard let topic = track.labels.topics.element(at: digit - 1) else {
                return session.messages.show(.topicNoSuchKey, .number(digit))
            }
            show { $0.toggle(topic: topic.id) }
        case .showTopics(let labels): show { $0.show(topics: labels) }
        case .showAll: show { $0.showAll() }
        case .toggleCombination: show { $0.toggleCombination() }
        case .toggleFilter: toggleContentFilter()
        case .openTopics: onOutput?(.topics)
        case .seekMatch(let direction): search.visitNext(towards: rows.order.direction(direction))
        case .showResult(let key, let query, let isEverywhere): showResult(key, of: query, isEverywhere: isEverywhere)
        }
    }

    private func move(_ movement: PageScroll.Movement) {
        switch movement {
        case .lines(let count): rows.handle(.moved(.by(count, .rows)))
        case .pages, .halfPages:
            rows.handle(.moved(.by(movement.lineCount(onPageOf: rows.window.scroller.height), .lines)))
        case .top: rows.handle(.moved(.jump(.top)))
        case .bottom: rows.handle(.moved(.jump(.bottom)))
        // A click on a scroll bar, which only open texts have.
        case .to: break
        }
    }

    private func open() {
        switch current {
        case .ticket(let row) where row.emphasis.isMuffled: track.revealed.toggle(row.id)
        case .ticket(let row):
            rows.handle(.opened)
            onOutput?(.open(row.id))
        case .gap: perform(.fill(.newer, .pool))
        case nil: refresh()
        }
    }

    private func refresh() {
        // A refresh also loads failed pictures again.
        _ = visiblePictures.retry()
        fills.refresh()
        rows.handle(.invalidated())
    }

    /// Goes one step back: cancels a fill, ends a search, lifts a restriction, or removes a message.
    private func cancel() {
        if fills.cancel(at: current?.gap?.parts ?? []) { return }
        if search.query != nil {
            search.query = nil
            show { $0.endSearch() }
        } else if isRestricted {
            show { $0.showAll() }
        } else {
            session.messages.dismiss()
        }
    }

    private func toggleContentFilter() {
        guard track.labels.isAvailable else { return session.messages.show(.labelsUnavailable) }
        guard track.labels.rules.isEmpty else { return show { $0.toggleContentFilter() } }
        // Without rules the filter has no effect, and the first rule must not start with a filter that is off.
        show { $0.view.filter = .on }
        session.messages.show(.filterNeedsRules)
    }

    private func toggleOnlySource() {
        guard currentView.suppliers == nil else { return show { $0.view.suppliers = nil } }
        let sources = Set(rows.currentSources)
        guard sources.count == 1 else { return session.messages.show(.notATicket) }
        show { $0.view.suppliers = sources }
    }

    private func fill(from side: GapSide, _ amount: FillAmount) {
        guard isOnGap(), let row = current?.gap else { return }
        fills.fill(row, from: fillSide(side, of: row.gap, amount), amount: amount, in: currentView)
    }

    /// Returns the side from which a gap is filled: the other one if the oldest row is at the top, unless the fill goes
    /// on until a time. The gap at the end of the Track has no older bound.
    private func fillSide(_ side: GapSide, of gap: Gap, _ amount: FillAmount) -> GapSide {
        if rows.order == .newestFirst { return side }
        guard gap.timeframe.end.isFinite else { return .newer }
        if case .until = amount { return side }
        return side == .newer ? .older : .newer
    }

    private func toggleOrder() {
        let order = rows.order.toggled
        shown.choose(order)
        viewChanged()
        session.messages.show(Message("choice.\(order.rawValue)"))
    }

    private func perform(_ command: TicketCommand, on ticket: TicketRow) {
        if case .toggleStory = command {
            return track.toggleStory(of: ticket.id) { [weak self] lead in
                self?.rows.handle(.invalidated(following: .ticket(lead)))
            }
        }
        commands.perform(command, on: ticket.id, marks: ticket.marks, isCovered: ticket.warning != nil)
    }

    private func showResult(_ key: OrderKey, of query: Query, isEverywhere: Bool) {
        if isEverywhere {
            var wasFiltered = false
            show { wasFiltered = $0.showEverything(hasRules: !track.labels.rules.isEmpty) }
            if wasFiltered { session.messages.show(.filterOffForSearch) }
        }
        search.query = query
        search.visit(key)
    }

    // MARK: The current row

    /// Returns true if the current row is a gap; if not, says so.
    public func isOnGap() -> Bool {
        if current?.gap != nil { return true }
        session.messages.show(.notAGap)
        return false
    }

    /// Uses the current ticket, or says that the current row is none.
    private func withTicket(_ use: (TicketRow) -> Void) {
        guard let row = current?.ticket else { return session.messages.show(.notATicket) }
        use(row)
    }

    /// Hides the current gap or more, and says whose gaps are no longer shown. Undo returns to the gap.
    private func dismiss(_ done: MessageKey, undone: MessageKey, _ change: (inout DismissedGaps, Gap) -> Void) {
        guard isOnGap(), let row = current?.gap else { return }
        let names = Message.Argument.text(row.sources)
        track.gaps.change(undone: session.localizer(undone, names)) {
            change(&$0, row.gap)
        } onUndo: { [weak rows] in
            rows?.handle(.moved(.show(.gap(row.gap.id))))
        }
        session.messages.show(done, names)
    }

    private func showDismissedGaps() {
        guard !track.gaps.dismissed.isEmpty else { return session.messages.show(.gapsNotDismissed) }
        track.gaps.change(undone: session.localizer(.gapsShownAgainUndone)) { $0 = DismissedGaps() }
        session.messages.show(.gapsShownAgain)
    }
}
