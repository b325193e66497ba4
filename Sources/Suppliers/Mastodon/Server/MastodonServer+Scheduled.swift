import EngineConcepts
import Networking
import WebText

extension MastodonServer {
    /// The first version of GoToSocial that publishes posts later.
    private static let schedulingGoToSocial = (major: 0, minor: 18)
    /// The largest number of scheduled posts that are listed: the longest page of the API.
    private static let maximumScheduledPosts = 40

    /// Returns true if a server is known to publish posts later. Others could ignore the time and publish at once.
    static func takesSchedule(_ server: ServerMemory.Server?) -> Bool {
        switch server?.software {
        case "mastodon", "pleroma", "akkoma": return true
        case "gotosocial":
            let numbers = (server?.version ?? "").split { !$0.isNumber }.prefix(2).map { Int($0) ?? 0 }
            guard numbers.count == 2 else { return false }
            return (numbers[0], numbers[1]) >= (schedulingGoToSocial.major, schedulingGoToSocial.minor)
        default: return false
        }
    }

    /// Returns the posts that the server publishes later.
    func scheduledPosts(now: Timestamp) async throws(SupplierError) -> [ScheduledPost] {
        try await get(
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
            _ = try await change(
                .delete, IgnoredAnswer.self, "/api/v1/scheduled_statuses/\(PercentCoding.encoded(id))", now: now)
        } catch {
            guard error.isNotFound else { throw error }
            throw SupplierError(.gone, Message("scheduledGone", ["host": .text(host)]))
        }
    }
}
