import EngineConcepts

/// Marks many tickets of the timeline as read. It asks first: the same action again is the answer.
final class TimelineMarker {
    /// The scope of the open question, or `nil` if there is none.
    private(set) var question: TimelineAction.MarkScope?

    private let track: TrackServices
    private var session: Session { track.session }

    init(track: TrackServices) { self.track = track }

    /// Closes the question, as every action of the user does, and returns its scope.
    func closeQuestion() -> TimelineAction.MarkScope? {
        defer { question = nil }
        return question
    }

    /// Marks tickets as read if the question that was open had the same scope, or else asks. Visible tickets are marked
    /// at once. Above the first row there is nothing to ask about.
    func markRead(_ scope: TimelineAction.MarkScope, of rows: TimelineRows, answering former: TimelineAction.MarkScope?)
    {
        guard former == scope || scope == .visible else {
            if scope == .above, rows.isOnFirstRow { return session.messages.show(.nothingAbove) }
            question = scope
            return
        }
        let place = rows.current?.place
        switch scope {
        case .all:
            rows.keptTickets.clear()
            track.marks.markRead(downFrom: nil, in: rows.view, shown: unread(rows.window.scroller.rows[...]))
        case .below where rows.order == .newestFirst:
            // No place would mean all tickets.
            guard let place else { return }
            let scroller = rows.window.scroller
            track.marks.markRead(downFrom: place, in: rows.view, shown: unread(scroller.rows[scroller.cursor...]))
        case .below: if let place { markRead(beyond: place, towards: .newer, and: rows.current?.ticket, in: rows.view) }
        case .above:
            if let place { markRead(beyond: place, towards: rows.order.direction(.newer), in: rows.view) }
        case .visible: track.marks.markRead(unread(rows.visible))
        }
    }

    private func unread(_ rows: ArraySlice<TimelineRow>) -> [TicketID] {
        rows.compactMap(\.ticket).filter { !$0.marks.isRead }.map(\.id)
    }

    /// Marks the tickets beyond a place as read, and one more. Keys wait until that is done.
    private func markRead(
        beyond place: TrackPlace, towards direction: ReadDirection, and ticket: TicketRow? = nil, in view: TrackView
    ) {
        var unread = view
        unread.unreadOnly = true
        let undo = session.undo.reserve(holdsInput: true)
        session.activity.runHoldingInput { [track, session, unread] in
            await session.messages.showingErrors(.readFailed) {
                defer { undo.close() }
                let beyond = try await TrackScan(track.reader, in: unread).entries(from: place, towards: direction)
                let one = ticket.flatMap { $0.marks.isRead ? nil : $0.id }
                track.marks.markRead([one].compactMap(\.self) + beyond.map(\.ticket.id), undoneAt: undo)
                await track.marks.flush()
            }
        }
    }

    /// Returns the text of the open question, or `nil` if there is none.
    func questionText(_ counts: TrackCounts?) -> String? {
        switch question {
        case .all: session.localizer(.confirmMarkAll, counts.map { Message.Argument.number($0.unread) } ?? "")
        case .below: session.localizer(.confirmMarkBelow)
        case .above: session.localizer(.confirmMarkAbove)
        case .visible, nil: nil
        }
    }
}
