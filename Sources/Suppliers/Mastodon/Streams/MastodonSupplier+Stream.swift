import EngineConcepts
import Networking

extension MastodonSupplier {
    /// True if the server pushes the timeline's items. GoToSocial accepts connections to the channels of hashtags, and sends
    /// nothing over them.
    var isPushed: Bool {
        if case .tag = timeline, server.idFormat == .ulid { return false }
        return server.account != nil && timeline.channel(nil) != nil && !server.features.refusesStreams
    }

    /// Returns the events of the timeline's channel. Home and notifications share the connection of their account.
    ///
    /// A server without streams is asked once; its timelines are polled from then on.
    func stream(_ request: StreamRequest) -> AsyncStream<StreamEvent> {
        recall(MastodonSourceMemory(request.memory))
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
            guard let found = timeline.channel(id) else {
                throw MastodonStreamConnection.noStreams(at: server.endpoint)
            }
            channel = found
        } catch {
            continuation.yield(.disconnected(error))
            return
        }
        let start = ContinuousClock.now
        let server = server
        var reader = MastodonStreamReader(timeline: timeline, converter: converter, lateness: lateness)
        let events = server.shared.channels.events(of: channel) { receive throws(SupplierError) in
            try await MastodonStreamConnection(
                server: server, channel: channel, clock: ClockSkew(at: request.now), receive: receive
            )
            .run()
        }
        for await event in events {
            switch event {
            case .opened(let skew):
                let now = request.now.advanced(by: ContinuousClock.now - start + skew)
                continuation.yield(.connected(from: reader.opened(at: now)))
            case .event(let event):
                for event in request.reading({ reader.events(of: event) }) {
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
