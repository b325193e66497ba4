import EngineConcepts
import Networking
import WebText

extension MastodonClient {
    /// The largest number of scheduled posts that are listed: the longest page of the API.
    private static let maximumScheduledPosts = 40

    func scheduledPosts(now: Timestamp) async throws(SupplierError) -> [ScheduledPost] {
        guard server.shared.memory.server?.takesSchedule ?? false else { return [] }
        return
            try await server.get(
                LenientList<MastodonScheduledPost>.self, "/api/v1/scheduled_statuses",
                [("limit", String(Self.maximumScheduledPosts))], now: now
            )
            .elements
            .compactMap(\.post)
            .sorted { ($0.time, $0.id) < ($1.time, $1.id) }
    }

    /// Cancels a post that the server would publish later. Throws ``SupplierError/Code/gone`` if the server does not have it.
    func cancelScheduled(_ id: String, now: Timestamp) async throws(SupplierError) {
        do throws(SupplierError) {
            _ = try await server.change(
                .delete, IgnoredAnswer.self, "/api/v1/scheduled_statuses/\(PercentCoding.encoded(id))", now: now)
        } catch {
            guard error.isNotFound else { throw error }
            throw SupplierError(.gone, Message("scheduledGone", ["host": .text(server.endpoint)]))
        }
    }
}

extension ServerMemory.Server {
    /// The first version of GoToSocial that publishes posts later.
    private static let schedulingGoToSocial = (0, 18)

    /// True if the server is known to publish posts later. Others could ignore the time and publish at once.
    var takesSchedule: Bool {
        switch software {
        case "mastodon", "pleroma", "akkoma": return true
        case "gotosocial":
            let numbers = version.split { !$0.isNumber }.prefix(2).map { Int($0) ?? 0 }
            guard numbers.count == 2 else { return false }
            return (numbers[0], numbers[1]) >= Self.schedulingGoToSocial
        default: return false
        }
    }
}
