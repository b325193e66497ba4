import EngineConcepts
import FiberConfiguration
import Localization

/// The draft of a post that is written: it is stored with every change, until the post is handed over or discarded.
final class ComposeDraft {
    private let origin: PostOrigin
    /// The draft to continue, or `nil` for the newest of the origin that the user left on the compose screen.
    private let wanted: Int?
    private let track: TrackServices
    private var session: Session { track.session }
    /// The identity of the stored draft, or `nil` while there is none.
    private var id: Int?

    init(of origin: PostOrigin, continuing wanted: Int?, track: TrackServices) {
        self.origin = origin
        self.wanted = wanted
        self.track = track
    }

    /// Returns the stored draft that is continued, or `nil` if there is none, and the number of other drafts of the origin.
    func load(for composition: Composition) async throws -> (draft: StoredDraft?, others: Int) {
        let drafts = try await session.drafts.all(
            of: origin, like: composition.blank, by: composition.account?.id)
        let found =
            if let wanted {
                try await session.drafts.all().first { $0.id == wanted }
            } else {
                drafts.last(where: \.isContinuedUnasked)
            }
        id = found?.id
        return (found, drafts.count { $0.id != found?.id })
    }

    /// Stores what is written.
    func keep(_ composition: Composition) {
        do {
            id = try session.drafts.keep(composition.post, of: origin, by: composition.selectedIDs, as: id)
        } catch {
            session.messages.failure(.writeFailed, error)
        }
    }

    func remove() {
        if let id { session.drafts.remove(id) }
        id = nil
    }

    /// Removes what is written. Can be undone.
    func discard(_ composition: Composition) {
        session.undo.push { [session, origin] in
            try session.drafts.keep(composition.post, of: origin, by: composition.selectedIDs)
            return session.localizer(.composeKept)
        }
        session.messages.show(.composeDiscarded)
        remove()
    }

    /// Hands the post to the outbox, at once or after the time in which it can be taken back.
    func handOn(_ requests: [RequestedAction]) {
        let seconds = session.settings.current.number("posting.undo-seconds")
        let (drafts, engine) = (session.drafts, track.engine)
        if seconds > 0 {
            session.outgoing.hold(id, of: origin, for: seconds) { try await drafts.handOn($0, requests, to: engine) }
        } else {
            session.messages.show(.composeSending)
            session.outgoing.send(id) { try await drafts.handOn($0, requests, to: engine) }
        }
    }
}
