public import EngineConcepts

/// What the reader can do, movement apart.
extension TimelineViewModel {
    func open() {
        switch scroller.current {
        case .ticket(let row) where row.emphasis.isMuffled: unfold(row.id)
        case .ticket(let row):
            followsTop = false
            onOutput?(.open(row.id))
        case .gap:
            fill(from: .newer, amount: .pool)
        case nil:
            refresh()
        }
    }

    /// Does something with the ticket under the cursor; where there is none, as on a gap, says so.
    func withTicket(_ use: (TicketRow) -> Void) {
        guard let row = scroller.current?.ticket else {
            return services.messages.note(.notATicket)
        }
        use(row)
    }

    /// The whole entry under the cursor, read from the store: rows hold no more than what they show.
    func withCurrentEntry(_ use: @escaping (TrackEntry?) -> Void) {
        withTicket { row in
            services.activity.run { [services] in
                do {
                    use(try await services.reader.entry(row.id))
                } catch {
                    services.messages.problem(.readFailed, error)
                }
            }
        }
    }

    func toggleRead() {
        withTicket { services.marks.set([$0.id], MarkChange(read: !$0.marks.isRead)) }
    }

    func toggleStar() {
        withTicket { services.marks.set([$0.id], MarkChange(starred: !$0.marks.isStarred)) }
    }

    func toggleLater() {
        withTicket { services.marks.set([$0.id], MarkChange(later: !$0.marks.isLater)) }
    }

    func toggleWarning() {
        withTicket { unfold($0.id) }
    }

    private func unfold(_ id: TicketID) {
        set(id, isUnfolded: !unfolded.contains(id))
    }

    /// Lifts the warning of a ticket, or lets it cover the ticket again, as was done where the ticket is open.
    public func set(_ id: TicketID, isUnfolded: Bool) {
        guard isUnfolded ? unfolded.insert(id).inserted : unfolded.remove(id) != nil else { return }
        reading.isStale = true
        reading.rebuilds.insert(id)
        drive()
    }

    func askOrMark(_ question: Question, asked: Question?) {
        guard asked == question else {
            self.question = question
            return
        }
        switch question {
        case .markAll: services.marks.markRead(downFrom: nil, in: view)
        case .markBelow: services.marks.markRead(downFrom: scroller.current?.place, in: view)
        case .markAbove: markAboveRead()
        }
    }

    /// Marks what is unread above the cursor as read.
    private func markAboveRead() {
        guard let place = scroller.current?.place else { return }
        var unread = view
        unread.unreadOnly = true
        services.activity.run { [services, unread] in
            do {
                let above = try await TrackScan(services.reader, in: unread).entries(from: place, towards: .newer)
                services.marks.markRead(above.map(\.ticket.id))
            } catch {
                services.messages.problem(.readFailed, error)
            }
        }
    }

    func markVisibleRead() {
        services.marks.markRead(
            scroller.visible.compactMap { scroller.rows[$0].ticket }.filter { !$0.marks.isRead }.map(\.id))
    }

    /// Marks what the cursor moved past on its way down as read, where the reader wants that.
    func markPassed(from start: Int) {
        guard services.settings.marksReadOnPassing, start < scroller.cursor else { return }
        let passed = scroller.rows[start..<scroller.cursor].compactMap(\.ticket).filter { !$0.marks.isRead }
        services.marks.set(passed.map(\.id), MarkChange(read: true), canBeUndone: false)
    }

    func refresh() {
        failure = nil
        // Pictures that failed are asked for again as well.
        _ = images.retry()
        fills.ask(services.engine.refresh(), for: nil)
        reading.isStale = true
        drive()
    }

    /// Whether the cursor is on a gap; where not, that is said.
    public func isOnGap() -> Bool {
        if scroller.current?.gap != nil { return true }
        services.messages.note(.notAGap)
        return false
    }

    func fill(from side: GapSide, amount: FillAmount) {
        guard isOnGap(), let gap = scroller.current?.gap?.gap else { return }
        guard fills.fill(of: gap.id) == nil else { return }
        if gap.canBeFilled { return fill(gap.id, from: side, amount) }
        // Somebody wants to know once more: a page that was not there may be by now.
        services.activity.run { [weak self, engine = services.engine] in
            await engine.reopen(gap.id)
            self?.fill(gap.id, from: side, amount)
        }
    }

    private func fill(_ gap: GapID, from side: GapSide, _ amount: FillAmount) {
        fills.ask(services.engine.fill(gap, from: side, amount: amount, in: view), for: gap)
        filledFrom[gap] = side
        refreshGapRows()
    }

    func cancel(asked: Question?) {
        if asked != nil { return }
        if let id = fills.cancellable(at: scroller.current?.gap?.id) {
            services.engine.cancel(id)
        } else if found != nil {
            found = nil
            show { $0.endSearch() }
        } else if filter.isRestricted {
            show { $0.showAll() }
        } else {
            services.messages.dismiss()
        }
    }

    func toggleOnlySource() {
        guard view.suppliers == nil else { return show { $0.change { $0.suppliers = nil } } }
        let supplier = scroller.current?.ticket?.id.supplier ?? scroller.current?.gap?.gap.missing.first?.supplier
        guard let supplier else { return }
        show { $0.change { $0.suppliers = [supplier] } }
    }

    /// Shows the chosen view.
    func showView() {
        for (name, value) in filter.preferences { services.preferences.set(name, to: value) }
        if home == nil, let current = scroller.current { home = (current.id, current.place) }
        follow = home
        movements = []
        // What rows say of rules depends on the filter.
        reading.forgetRows()
        reading.isStale = true
        drive()
        recount()
    }

    func resize(width: Int, height: Int) {
        self.width = max(width, 1)
        scroller.measure(height: height, heights: measured(scroller.rows))
        drive()
    }

    func remeasure() {
        scroller.measure(height: scroller.height, heights: measured(scroller.rows))
    }

    func measured(_ rows: [TimelineRow]) -> [Int] {
        rows.map { max(1, measure.lines(of: $0, width: width, density: density, timeStyle: timeStyle)) }
    }

    func marksChanged(_ change: ReaderMarks.Change) {
        switch change {
        case .set(let tickets, let change):
            let tickets = Set(tickets)
            patch { id, marks in
                if tickets.contains(id) { marks = change.applied(to: marks) }
            }
            if change.read != true { bringBack(tickets) }
        case .exactly(let exact):
            patch { id, marks in marks = exact[id] ?? marks }
            bringBack(Set(exact.keys))
        case .written: recount()
        case .underWay: break
        case .unknown:
            reading.isStale = true
            drive()
            recount()
        }
        publish()
    }

    /// A view of what is unread, starred or kept may show tickets again that it had lost: it is read anew then. What has
    /// just been read in it stays otherwise, until one leaves it.
    private func bringBack(_ tickets: Set<TicketID>) {
        guard view.unreadOnly || view.starredOnly || view.laterOnly,
            !tickets.isSubset(of: scroller.rows.compactMap { $0.ticket?.id })
        else { return }
        reading.isStale = true
        drive()
    }

    private func patch(_ change: (TicketID, inout Marks) -> Void) {
        scroller.updateTickets { change($0.id, &$0.marks) }
    }
}
