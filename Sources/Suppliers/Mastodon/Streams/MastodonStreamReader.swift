import EngineConcepts
import FeedParsing
import FoundationBasics
import Networking
import WebText

/// Converts the events of a channel into those of a timeline, and claims what the order of the posts proves.
struct MastodonStreamReader {
    let timeline: MastodonTimeline
    let converter: MastodonItemConverter
    let lateness: Duration
    /// The end of the last claim, or the time from which the connection delivers every event.
    private(set) var claimEnd = Timestamp.beginningOfTime

    /// Servers subscribe to their own queues shortly after they have answered.
    private static let settling = Duration.seconds(2)

    /// Records that the connection is open. Returns the time from which it delivers every event.
    mutating func opened(at now: Timestamp) -> Timestamp {
        claimEnd = now.advanced(by: Self.settling)
        return claimEnd
    }

    /// Returns the events for one of the server's. Unknown types and unreadable posts are left out.
    mutating func events(of event: ServerSentEvent) -> [StreamEvent] {
        let bytes = Array(event.data.utf8)
        do {
            switch (event.type, timeline) {
            // Posts that were read before may be hidden now, or shown again. The engine connects again and reads the newest
            // page.
            case ("filters_changed", _): return [.disconnected(nil)]
            case ("notification", .notifications):
                let notification = try JSONDecoder().decode(MastodonNotification.self, fromForeign: bytes)
                return events(MastodonItemPage([(notification.id, converter.item(from: notification))]), isNew: true)
            case (_, .notifications): return [.keepAlive]
            case ("update", _), ("status.update", _):
                let status = try JSONDecoder().decode(MastodonStatus.self, fromForeign: bytes)
                let isNew = event.type == "update"
                guard timeline.includes(status) else {
                    return claim(MastodonIDFormat.time(of: status.id), isNew: isNew)
                }
                return events(MastodonItemPage([(status.id, converter.item(from: status))]), isNew: isNew)
            case ("delete", _):
                let id = TextSanitizer.line(event.data)
                return id.isEmpty ? [] : [.batch(StreamBatch(deleted: [id]))]
            default: return [.keepAlive]
            }
        } catch {
            // As on a page, a post that cannot be read does not take the others with it.
            return [.keepAlive]
        }
    }

    private mutating func events(_ page: MastodonItemPage, isNew: Bool) -> [StreamEvent] {
        let batch: [StreamEvent] = page.items.isEmpty ? [] : [.batch(StreamBatch(items: page.items))]
        return batch + claim(page.top?.time, isNew: isNew)
    }

    /// Returns a claim up to the lateness before a new post: older ones can still be on their way. Nothing is claimed by
    /// the clock, because an event can have waited in a buffer while the machine slept.
    private mutating func claim(_ time: Timestamp?, isNew: Bool) -> [StreamEvent] {
        guard isNew, let end = time?.advanced(by: .zero - lateness), end > claimEnd else { return [] }
        claimEnd = end
        return [.claim(upTo: end)]
    }
}
