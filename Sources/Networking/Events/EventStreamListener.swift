public import EngineConcepts

/// Listens to the events of a stream of server-sent events over a single connection.
public enum EventStreamListener {
    /// A change of the connection.
    public enum Step: Hashable, Sendable {
        case opened
        case event(ServerSentEvent)
    }

    /// Connects to the address of `request` and passes the steps of the connection to `receive`. Returns when the server ends
    /// it, or says that there are no more events (status 204). Throws if it cannot be opened, if it breaks, or if `receive`
    /// throws.
    ///
    /// - Parameter readHead: Receives the head of the response, also of one that is refused.
    public static func listen(
        to request: TransportRequest, over transport: any Transport, now: Timestamp,
        readHead: @Sendable (TransportResponse) -> Void = { _ in },
        _ receive: @Sendable (Step) async throws(SupplierError) -> Void
    ) async throws(SupplierError) {
        var request = request
        request.isEndless = true
        request.headers += [.init("accept", "text/event-stream"), .init("cache-control", "no-store")]
        try await transport.send(request) { response throws(SupplierError) in
            readHead(response)
            guard response.status != 204 else { return }
            guard response.status == 200 else { throw HTTPStatus.error(response, now: now) }
            let endpoint = Message.Argument.text(response.endpoint)
            guard response.header("content-type")?.lowercased().hasPrefix("text/event-stream") ?? false else {
                throw SupplierError(.malformed, Message("noEventStream", ["host": endpoint]))
            }
            try await receive(.opened)
            var parser = EventStreamParser()
            while let bytes = try await response.body.next() {
                let events: [ServerSentEvent]
                do throws(EventStreamParser.Failure) {
                    events = try parser.append(bytes)
                } catch {
                    throw SupplierError(.limitExceeded, Message("eventTooLong", ["host": endpoint]))
                }
                for event in events { try await receive(.event(event)) }
            }
        }
    }
}
