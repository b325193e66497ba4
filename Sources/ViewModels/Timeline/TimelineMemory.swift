import EngineConcepts

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The user's position in the timeline.
nonisolated struct ReadingPosition: Codable, Equatable {
    /// The place of the cursor.
    var place: TrackPlace
    /// The row there.
    var row: TrackRow.ID
    /// The screen line on which the row begins.
    var line: Int
}

/// Stores the state of the timeline over restarts.
final class TimelineMemory {
    private let track: TrackServices
    private var position: ReadingPosition?

    init(track: TrackServices) {
        self.track = track
    }

    /// Returns the stored filter; `folds` is the setting.
    func filter(folds: Bool) async throws -> TimelineFilter {
        var filter = TimelineFilter()
        let unreadOnly = try await track.preferences.value(.unreadOnly) == "true"
        filter.change { $0 = TrackView(unreadOnly: unreadOnly, folds: folds) }
        guard track.labels.isAvailable else { return filter }
        filter.restore(
            filter: try await track.preferences.value(.filter), topics: try await track.preferences.value(.topics),
            topics: track.labels.topicIDs, hasRules: !track.labels.rules.isEmpty)
        return filter
    }

    /// Returns the stored position, or `nil` if there is none.
    func restoredPosition() async throws -> ReadingPosition? {
        guard let text = try await track.preferences.value(.position), !text.isEmpty else { return nil }
        return try JSONDecoder().decode(ReadingPosition.self, from: Data(text.utf8))
    }

    /// Returns the stored orders of views.
    func orders() async throws -> ViewOrders {
        ViewOrders(stored: try await track.preferences.value(.orders) ?? "")
    }

    /// Stores the orders of views.
    func store(_ orders: ViewOrders) {
        track.preferences.set(.orders, to: orders.stored)
    }

    /// Stores the filter.
    func store(_ filter: TimelineFilter) {
        for (name, value) in filter.preferences { track.preferences.set(name, to: value) }
    }

    /// Stores the position of the cursor if it has changed.
    func store(_ scroller: Scroller<TimelineRow>) throws {
        guard let current = scroller.current else { return }
        let position = ReadingPosition(place: current.place, row: current.id, line: scroller.line)
        guard position != self.position else { return }
        self.position = position
        track.preferences.set(.position, to: String(decoding: try JSONEncoder().encode(position), as: UTF8.self))
    }
}
