import EngineConcepts
import Localization

/// The position of the open ticket among those of its view.
final class TicketPosition {
    /// The position in words, such as `3 of 120`, or `nil` while it is unknown.
    private(set) var text: String?
    /// Called after each change of ``text``.
    var onChange: (() -> Void)?

    private let neighbours: any NeighbourFinding
    private let track: TrackServices
    private var session: Session { track.session }
    /// The ticket, or `nil` before one is shown.
    private var ticket: TicketID?
    /// True after a change of the Track or of its labels, until the position is read again.
    private var isStale = false
    private lazy var reading = CoalescedTask(activity: session.activity) { [weak self] in await self?.read() }

    init(among neighbours: any NeighbourFinding, track: TrackServices) {
        self.neighbours = neighbours
        self.track = track
    }

    /// Finds the position of the ticket that is shown from now on.
    func find(_ ticket: TicketID) {
        self.ticket = ticket
        reading.run()
    }

    /// Finds the position again after a change of the Track or of its labels.
    func refresh() {
        isStale = true
        reading.run()
    }

    private func read() async {
        // The mark of the ticket that was just opened is counted.
        await track.marks.flush()
        guard let id = ticket else { return }
        if isStale { neighbours.forgetPositions() }
        isStale = false
        await session.messages.showingErrors(.readFailed) {
            guard let entry = try await track.reader.entry(id) else { return }
            let found = try await neighbours.position(of: entry)
            guard ticket == id else { return }
            text = found.map { session.localizer(.ticketPosition, .number($0.position), .number($0.count)) }
            onChange?()
        }
    }
}
