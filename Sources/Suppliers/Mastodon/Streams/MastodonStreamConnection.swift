import EngineConcepts
import FeedParsing
import FoundationBasics
import Networking
import WebText

/// One connection to a channel, on which a server pushes what appears.
///
/// Mastodon sends server-sent events. GoToSocial and Pleroma have WebSockets only, so their answer to the first attempt
/// is an error, whose date tells how far the server's clock is ahead.
struct MastodonStreamConnection {
    let server: MastodonServer
    /// The end of the channel's path, such as `public/local`.
    let channel: String
    let clock: ClockSkew
    let receive: @Sendable (SharedChannels.Event) -> Void

    /// Opens the connection and passes its steps on. Returns when the server ends it.
    func run() async throws(SupplierError) {
        if let refusal = server.shared.refusal { throw refusal }
        let base = try await streamingOrigin() + "/api/v1/streaming"
        let credentials = try await server.credentials()
        do throws(SupplierError) {
            try await receiveEvents(TransportRequest("\(base)/\(channel)", credentials: credentials))
        } catch {
            guard error.isOfMissingStream else { throw error }
            // `list?list=7` becomes `stream=list&list=7`, and `public/local` becomes `stream=public:local`.
            let parts = channel.split(separator: "?", maxSplits: 1)
            let query = [String(parts[0]).replacing("/", with: ":")] + parts.dropFirst().map(String.init)
            let address = "\(base)?stream=\(query.joined(separator: "&"))"
            try await receiveMessages(TransportRequest(address, credentials: credentials))
        }
    }

    private func receiveEvents(_ request: TransportRequest) async throws(SupplierError) {
        try await EventStreamListener.listen(
            to: request, over: server.transport, now: clock.start, readHead: clock.update
        ) { step throws(SupplierError) in
            switch step {
            case .opened: receive(.opened(skew: clock.skew))
            case .event(let event): receive(.event(event))
            }
        }
    }

    private func receiveMessages(_ request: TransportRequest) async throws(SupplierError) {
        do throws(SupplierError) {
            try await WebSocketListener.listen(to: request, over: server.transport, now: clock.start) {
                step throws(SupplierError) in
                switch step {
                case .opened: receive(.opened(skew: clock.skew))
                case .message(let text): receive(.event(Self.event(inSocketMessage: text)))
                case .keepAlive: receive(.event(ServerSentEvent(data: "")))
                }
            }
        } catch {
            guard error.isOfMissingStream else { throw error }
            server.features.refusesStreams = true
            throw SupplierError(
                .unsupported, Self.noStreams(at: server.endpoint).message, cause: error.cause ?? error.description)
        }
    }

    /// Returns the event that a message of a WebSocket contains. An unreadable one is an event of no known type.
    private static func event(inSocketMessage text: String) -> ServerSentEvent {
        do {
            let message = try JSONDecoder().decode(MastodonSocketMessage.self, fromForeign: Array(text.utf8))
            return ServerSentEvent(type: message.event, data: message.payload)
        } catch {
            return ServerSentEvent(data: "")
        }
    }

    /// Returns the error of a timeline that the server does not push.
    static func noStreams(at endpoint: String) -> SupplierError {
        SupplierError(.unsupported, Message("noEventStream", ["host": .text(endpoint)]))
    }

    /// Returns the origin of the server's streams, which large servers keep on a host of their own. Asks once.
    private func streamingOrigin() async throws(SupplierError) -> String {
        if let known = server.features.streamingOrigin { return known }
        let instance = try await server.instance(now: clock.start)
        let found = instance.streaming.flatMap { Self.origin(ofSockets: $0, server: server.origin) } ?? server.origin
        server.features.streamingOrigin = found
        return found
    }

    /// Returns the web origin of an address such as `wss://streaming.example`. Never leaves TLS. On its own host, a server
    /// is reached as for everything else: GoToSocial names `wss` even where it speaks plain HTTP.
    static func origin(ofSockets address: String, server: String) -> String? {
        var address = address
        for (socket, web) in [("wss://", "https://"), ("ws://", "http://")] where address.hasPrefix(socket) {
            address = web + address.dropFirst(socket.count)
        }
        guard let origin = WebAddress.origin(of: address) else { return nil }
        guard WebAddress.endpoint(of: origin) != WebAddress.endpoint(of: server) else { return server }
        return server.hasPrefix("https://") && !origin.hasPrefix("https://") ? nil : origin
    }
}

extension SupplierError {
    /// True if the server has no such stream. An error of the server (5xx) may pass.
    fileprivate var isOfMissingStream: Bool {
        switch code {
        case .refused: !isServerError
        case .malformed, .gone, .unsupported: true
        default: false
        }
    }
}

/// A message of a WebSocket: an event of a channel, with the JSON of its data as a string.
private struct MastodonSocketMessage: LenientObject, Sendable {
    let event: String
    let payload: String

    init(_ members: JSONMembers) throws {
        event = members.line("event") ?? ""
        payload = members.object("payload", of: String.self) ?? ""
    }
}
