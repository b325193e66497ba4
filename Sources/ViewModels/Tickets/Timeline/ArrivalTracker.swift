import EngineConcepts
import Queries

/// The end of what the user has seen. It is stored with the position, so that the next session knows what is new.
nonisolated struct SeenPlace: Codable, Equatable {
    /// The newest place that was on the screen.
    var place: TrackPlace
    /// The time since which tickets above this place count as new.
    var time: Timestamp
}

/// Counts the tickets that arrived above what the user has seen, and notifies the user of those that rules choose.
final class ArrivalTracker {
    /// The view whose arrivals count.
    var view = TrackView.all
    /// The end of what the user has seen, or `nil` before any row was on the screen.
    private(set) var seen: SeenPlace?
    /// Called after arrivals were counted in the background.
    var onChange: (() -> Void)?

    private var arrivals = Arrivals()
    /// The newest visible place. All arrivals are above it.
    private var newestVisible: TrackPlace?
    /// The number of commits whose tickets are being read.
    private var commitReads = 0
    /// The number of requests of what other processes have brought that are not answered yet.
    private var othersRequests = 0
    private lazy var readingOthers = CoalescedTask(activity: session.activity) { [weak self] in
        await self?.readOthers()
    }
    private lazy var recounting = CoalescedTask(activity: session.activity) { [weak self] in
        await self?.readShown()
    }
    /// The number of tickets at the top among which arrivals are looked for, so that the cost does not grow with the store.
    private static let maximumSearchedTickets = 10_000
    private let track: TrackServices
    private let notifier: TicketNotifier
    private var session: Session { track.session }

    init(track: TrackServices, notifier: TicketNotifier) {
        self.track = track
        self.notifier = notifier
    }

    /// The number of tickets of the view above what the user has seen.
    var count: Int { arrivals.count }

    /// True while a read runs that may find arrivals.
    private var isReading: Bool { commitReads > 0 || othersRequests > 0 }

    /// Removes the tickets at `place` and below it, because they are on the screen or were passed.
    ///
    /// - Parameter isFilling: True while a fill runs. What it brings may have been requested before the user moves.
    func removeSeen(downFrom place: TrackPlace?, isFilling: Bool) {
        guard let place else { return }
        newestVisible = place
        arrivals.removeSeen(downFrom: place)
        if let known = seen, !arrivals.isEmpty || isFilling || isReading {
            seen?.place = min(known.place, place)
        } else if seen?.place != place {
            seen = SeenPlace(place: place, time: session.time.now())
        }
    }

    /// Continues with what an earlier session has seen, and adds what has arrived since.
    func restore(_ seen: SeenPlace?) {
        self.seen = seen
        addOthers()
    }

    /// Adds what other processes have brought.
    func addOthers() {
        guard track.history != nil, seen != nil else { return }
        othersRequests += 1
        readingOthers.run()
    }

    private func readOthers() async {
        let view = view
        // Each request made so far is answered by this read.
        let answered = othersRequests
        defer {
            othersRequests -= answered
            onChange?()
        }
        guard let seen, let history = track.history else { return }
        do {
            let keys = try await history.arrivals(
                after: seen.time, above: seen.place, in: view, among: Self.maximumSearchedTickets)
            // In another view, other tickets count.
            if view == self.view { arrivals.add(keys.map { .ticket($0) }) } else { addOthers() }
        } catch {
            session.messages.log(.readFailed, error)
        }
    }

    /// Counts again, because the view or the Track has changed: arrivals may have left the view, or come back into it.
    func recount() {
        guard track.history != nil, !arrivals.isEmpty else { return }
        recounting.run()
    }

    private func readShown() async {
        guard let newestVisible, let history = track.history else { return }
        let (view, known, limit) = (view, arrivals, Self.maximumSearchedTickets)
        do {
            let keys = try await history.arrivals(
                after: .beginningOfTime, above: newestVisible, in: view, among: limit)
            guard view == self.view else { return }
            let end = keys.count < limit ? nil : keys.last.map { TrackPlace.ticket($0) }
            arrivals.setShown(keys, of: known, downTo: end)
            // Tickets that are gone, or that rules hide, would otherwise keep the time of what was seen from moving on.
            if view.showsAllSources { arrivals.removeHidden() }
        } catch {
            session.messages.log(.readFailed, error)
        }
        onChange?()
    }

    /// Takes the tickets of a commit. Each is read if labels decide whether it counts or the user is notified of it.
    func add(_ changes: TrackChanges) {
        let notifies = track.labels.rules.contains { $0.effect == .notify && $0.isEnabled }
        let readsLabels = (view.dependsOnLabels || view.isFolding) && track.labels.isAvailable
        if !readsLabels { arrivals.add(changes, in: view) }
        let tickets = changes.inserted.compactMap { if case .ticket(let id) = $0.row { id } else { nil } }
        guard readsLabels || notifies, !tickets.isEmpty else { return }
        let view = view
        commitReads += 1
        session.activity.run { [self] in
            // Collected first and added at once, because each addition sorts all arrivals.
            var came: [TrackPlace] = []
            do {
                for id in tickets {
                    guard let entry = try await track.reader.entry(id) else { continue }
                    if entry.effects.contains(.notify), entry.hiddenBy == nil { notifier.add(entry) }
                    if readsLabels, view.includes(entry) { came.append(.ticket(entry.ticket.key)) }
                }
            } catch {
                session.messages.log(.readFailed, error)
            }
            if view == self.view { arrivals.add(came) }
            commitReads -= 1
            onChange?()
        }
    }
}

nonisolated extension TrackView {
    /// True if the view shows the tickets of all sources and topics with any marks, except those that rules hide.
    fileprivate var showsAllSources: Bool {
        suppliers == nil && topics == nil && !unreadOnly && !starredOnly && !laterOnly
    }
}
