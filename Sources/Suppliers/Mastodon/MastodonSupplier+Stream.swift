public import EngineConcepts
import FeedParsing
import Networking
import WebText

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension MastodonSupplier {
    /// Returns the events of the timeline's channel. Home and notifications share the connection of their account.
    ///
    /// A server without streams is asked once; its timelines are polled from then on.
    public func stream(_ request: StreamRequest) -> AsyncStream<StreamEvent> {
        recall(request.memory)
        let (stream, continuation) = AsyncStream.makeStream(
            of: StreamEvent.self, bufferingPolicy: .bufferingOldest(1_000))
        let task = Task {
            await pass(request, to: continuation)
            continuation.finish()
        }
        continuation.onTermination = { _ in task.cancel() }
        return stream
    }

    /// Passes the events of one connection on. Returns at its end, or if the reader is too slow.
    private func pass(_ request: StreamRequest, to continuation: AsyncStream<StreamEvent>.Continuation) async {
        let channel: String
        do throws(SupplierError) {
            let id = try await serverID(now: request.now)
            guard let found = timeline.channel(id) else { throw MastodonStreamConnection.noStreams(at: server.host) }
            channel = found
        } catch {
            continuation.yield(.disconnected(error))
            return
        }
        let start = ContinuousClock.now
        let server = server
        var reader = MastodonStreamReader(timeline: timeline, converter: converter, lateness: traits.lateness)
        let events = server.shared.channels.events(of: channel) { receive throws(SupplierError) in
            try await MastodonStreamConnection(to: channel, of: server, now: request.now, receive).run()
        }
        for await event in events {
            switch event {
            case .opened(let skew):
                let now = request.now.advanced(by: ContinuousClock.now - start + skew)
                continuation.yield(.connected(from: reader.opened(at: now)))
            case .event(let event):
                for event in reader.events(of: event) {
                    // An event that does not fit is lost, so the connection ends here and a gap stays.
                    if case .dropped = continuation.yield(event) { return }
                    if case .disconnected = event { return }
                }
            case .closed(let error):
                continuation.yield(.disconnected(error))
                return
            }
        }
    }
}

extension MastodonTimeline {
    /// True if servers push the timeline's items. No channel has several hashtags of which one is enough.
    var hasChannel: Bool { channel("") != nil }

    /// Returns the channel that carries the timeline, as the end of its path, or `nil` if there is none.
    ///
    /// - Parameter id: The server's identity of the list.
    func channel(_ id: String?) -> String? {
        switch self {
        case .home, .notifications: "user"
        case .local: "public/local"
        case .federated: "public"
        case .list(let name): "list?list=\(PercentCoding.encoded(id ?? name))"
        case .tag(let tags): tags.any.isEmpty ? "hashtag?tag=\(PercentCoding.encoded(tags.name))" : nil
        case .user, .favourites, .bookmarks, .groupedNotifications, .trends, .search, .thread: nil
        }
    }

    /// Returns true if the timeline has this post, which its channel or its server sent.
    func includes(_ status: MastodonStatus) -> Bool {
        guard case .tag(let tags) = self else { return true }
        let names = Set(status.tags.map { $0.lowercased() })
        return tags.all.allSatisfy { names.contains($0.lowercased()) }
            && !tags.none.contains { names.contains($0.lowercased()) }
    }
}

/// Converts the events of a channel into those of a timeline, and claims what the order of the posts proves.
struct MastodonStreamReader {
    let timeline: MastodonTimeline
    let converter: MastodonItemConverter
    let lateness: Duration
    /// The time from which the connection brings everything.
    private var since = Timestamp.endOfTime
    /// The end of the last claim.
    private var claimEnd = Timestamp.beginningOfTime

    /// Servers subscribe to their own queues shortly after they have answered.
    private static let settling = Duration.seconds(2)

    init(timeline: MastodonTimeline, converter: MastodonItemConverter, lateness: Duration) {
        self.timeline = timeline
        self.converter = converter
        self.lateness = lateness
    }

    /// Notes that the connection is open. Returns the time from which it brings everything.
    mutating func opened(at now: Timestamp) -> Timestamp {
        since = now.advanced(by: Self.settling)
        claimEnd = since
        return since
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
                return events(MastodonPage([(notification.id, converter.item(from: notification))]), isNew: true)
            case (_, .notifications): return [.keepAlive]
            case ("update", _), ("status.update", _):
                let status = try JSONDecoder().decode(MastodonStatus.self, fromForeign: bytes)
                let isNew = event.type == "update"
                guard timeline.includes(status) else {
                    return claim(MastodonIDFormat.time(of: status.id), isNew: isNew)
                }
                return events(MastodonPage([(status.id, converter.item(from: status))]), isNew: isNew)
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

    private mutating func events(_ page: MastodonPage, isNew: Bool) -> [StreamEvent] {
        let batch: [StreamEvent] = page.items.isEmpty ? [] : [.batch(StreamBatch(items: page.items))]
        return batch + claim(page.times.first ?? nil, isNew: isNew)
    }

    /// Returns a claim up to the lateness before a new post: older ones can still be on their way. Nothing is claimed by
    /// the clock, because an event can have waited in a buffer while the machine slept.
    private mutating func claim(_ time: Timestamp?, isNew: Bool) -> [StreamEvent] {
        guard isNew, let end = time?.advanced(by: .zero - lateness), end > claimEnd else { return [] }
        claimEnd = end
        return [.claim(upTo: end)]
    }
}
