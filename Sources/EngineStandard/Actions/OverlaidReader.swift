import EngineConcepts
import Synchronization

/// The overlay of an engine as it stands now; nil until its outbox is the engine's own.
final class CurrentOverlay: Sendable {
    private let state = Mutex<ActionOverlay?>(nil)

    var overlay: ActionOverlay? {
        state.withLock { $0 }
    }

    func set(_ overlay: ActionOverlay) {
        state.withLock { $0 = overlay }
    }
}

/// Reads a store with the overlay of the engine's actions over it: the one place where it is applied.
///
/// The overlay is taken before the store is read. An action that ends in between is in the store's answer then, and
/// applying it once more changes nothing; the other way round a reader would see it vanish for a moment.
struct OverlaidReader: TrackReader {
    let store: any TrackReader
    let board: CurrentOverlay
    let lanes: ActionSender

    func window(_ request: WindowRequest) async throws -> TrackWindow {
        let overlay = await overlay
        return overlay.applied(to: try await store.window(request))
    }

    func entry(_ id: TicketID) async throws -> TrackEntry? {
        let overlay = await overlay
        return try await store.entry(id).map(overlay.applied)
    }

    func counts(in view: TrackView) async throws -> TrackCounts {
        try await store.counts(in: view)
    }

    func labelCounts(in view: TrackView) async throws -> [LabelID: TrackCounts] {
        try await store.labelCounts(in: view)
    }

    func find(
        _ condition: SeekCondition, from place: TrackPlace, towards side: FetchSide, in view: TrackView
    ) async throws -> TrackPlace? {
        try await store.find(condition, from: place, towards: side, in: view)
    }

    private var overlay: ActionOverlay {
        get async {
            if let overlay = board.overlay { return overlay }
            return await lanes.readOverlay()
        }
    }
}
