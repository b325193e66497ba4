import EngineConcepts
import ScenarioServer
import Testing

@testable import Suppliers

extension MastodonWorld {
    /// Returns the account's client.
    func client() throws -> any AccountClient {
        try #require(try supplier("home").account)
    }

    /// Publishes a post, so long after ``now``.
    func post(
        _ draft: PostDraft, id: String = "post-1", after delay: Duration = .zero
    ) async throws -> ActionOutcome {
        try await client()
            .perform(ActionRequest(id: ActionID(id), action: .post(draft), now: now.advanced(by: delay)))
    }

    /// Performs an action on an item of a timeline.
    func perform(
        _ action: TicketAction, on item: SourceItem, timeline: String = "home"
    ) async throws -> ActionOutcome {
        let supplier = try supplier(timeline)
        return await supplier.perform(
            ActionRequest(id: ActionID("action-1"), action: action, now: now),
            on: Ticket(item, of: supplier.id, seen: now))
    }

    /// Publishes a post of the account and returns it.
    func own() async throws -> SourceItem {
        publish(1)
        edit(0) { $0.author = "ann" }
        return try #require(try await first())
    }
}
