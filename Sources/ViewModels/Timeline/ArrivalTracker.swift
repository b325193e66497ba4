import EngineConcepts
import Queries

/// Counts the tickets that arrived above what the user has seen, and announces those that rules notify about.
final class ArrivalTracker {
    /// The view whose arrivals count.
    var view = TrackView.all
    /// Called after arrivals were counted in the background.
    var onChange: (() -> Void)?

    private var arrivals = Arrivals()
    private let track: TrackServices
    private let announcer: Announcer
    private let session: SessionContext

    init(track: TrackServices, announcer: Announcer, session: SessionContext) {
        self.track = track
        self.announcer = announcer
        self.session = session
    }

    /// The number of tickets above what the user has seen.
    var count: Int { arrivals.count }

    /// Removes the tickets at `place` and below it, because they are on the screen or were passed.
    func removeSeen(downFrom place: TrackPlace?) {
        arrivals.removeSeen(downFrom: place)
    }

    /// Takes the tickets of a commit. Each is read if labels decide whether it counts or is announced.
    func add(_ changes: TrackChanges) {
        let announces = track.labels.rules.contains { $0.effect == .notify && $0.isEnabled }
        let readsLabels = (view.dependsOnLabels || view.isFolding) && track.labels.isAvailable
        if !readsLabels { arrivals.add(changes, in: view) }
        let tickets = changes.inserted.compactMap { if case .ticket(let id) = $0.row { id } else { nil } }
        guard readsLabels || announces, !tickets.isEmpty else { return }
        let view = view
        session.activity.run { [self] in
            do {
                for id in tickets {
                    guard let entry = try await track.reader.entry(id) else { continue }
                    if entry.effects.contains(.notify), entry.hiddenBy == nil { announcer.add(entry) }
                    guard readsLabels, view == self.view, view.includes(entry) else { continue }
                    arrivals.add(.ticket(entry.ticket.key))
                }
            } catch {
                session.messages.log(.readFailed, error)
            }
            onChange?()
        }
    }
}
