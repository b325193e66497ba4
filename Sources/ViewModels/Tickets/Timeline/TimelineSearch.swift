import EngineConcepts
import Queries

/// The query whose results the user visits one after another.
final class TimelineSearch {
    /// The query, or `nil` if nothing was searched for.
    var query: Query?
    /// Called when ``isUnderWay`` becomes false.
    var onEnd: (() -> Void)?
    /// True while a result is looked for.
    var isUnderWay: Bool { stepCount > 0 }
    private var stepCount = 0
    /// The row of the last result, and the place of the result: a story may be found by another of its tickets.
    private var last: (row: TrackRow.ID, place: TrackPlace)?
    private let rows: TimelineRows
    private let track: TrackServices
    private var session: Session { track.session }

    init(rows: TimelineRows, track: TrackServices) {
        self.rows = rows
        self.track = track
    }

    /// Goes to a result.
    func visit(_ key: OrderKey) {
        let view = rows.view
        run { [self] in
            let place = TrackPlace.ticket(try await row(of: key, in: view))
            last = (place.row, .ticket(key))
            rows.handle(.moved(.show(place)))
            rows.onChange?()
        }
    }

    /// Goes to the next result in another row than the current one. All that a gap withholds share the gap's row.
    func visitNext(towards direction: ReadDirection) {
        guard let query, let current = rows.current else { return }
        let view = rows.view
        var place = last?.row == current.id ? last?.place ?? current.place : current.place
        run { [self] in
            while true {
                let next = try await track.search.next(
                    query, in: track.queryContext, seenIn: view, from: place, towards: direction)
                guard view == rows.view else { return }
                guard let next else { return session.messages.show(.searchWrapped) }
                place = .ticket(next)
                if let gap = current.gap, gap.withholds(place) { continue }
                guard try await row(of: next, in: view).id == current.ticket?.id else { return visit(next) }
            }
        }
    }

    private func run(_ work: @escaping @MainActor () async throws -> Void) {
        stepCount += 1
        session.run { [self] in
            defer {
                stepCount -= 1
                if stepCount == 0 { onEnd?() }
            }
            try await work()
        }
    }

    /// Returns the key of the row that shows a ticket, which is another ticket's if the view folds stories.
    private func row(of key: OrderKey, in view: TrackView) async throws -> OrderKey {
        guard view.isFolding, let lead = try await track.reader.entry(key.id)?.storyMember?.lead,
            let entry = try await track.reader.entry(lead)
        else { return key }
        return entry.ticket.key
    }
}
