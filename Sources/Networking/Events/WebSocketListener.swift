public import EngineConcepts
import WebText

/// Listens to the messages that a server sends over a WebSocket (RFC 6455), answers its pings, and agrees when it closes.
public enum WebSocketListener {
    /// A change of the connection.
    public enum Step: Hashable, Sendable {
        case opened
        case message(String)
        /// The server has shown that the connection is alive.
        case keepAlive
    }

    /// The identity of the protocol, by which a server proves that it speaks it.
    private static let identity = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"

    /// Connects to the address of `request`, which begins with `http` or `https`, and passes the steps of the connection to
    /// `receive`. Returns when the server closes it. Throws if it cannot be opened, if it breaks, or if `receive` throws.
    public static func listen(
        to request: TransportRequest, over transport: any Transport, now: Timestamp,
        _ receive: @Sendable (Step) async throws(SupplierError) -> Void
    ) async throws(SupplierError) {
        let key = Base64.encoded((0..<16).map { _ in UInt8.random(in: 0...255) })
        var request = request
        request.isEndless = true
        request.upgrade = "websocket"
        request.headers += [.init("sec-websocket-key", key), .init("sec-websocket-version", "13")]
        try await transport.send(request) { response throws(SupplierError) in
            try await read(response, key: key, now: now, receive)
        }
    }

    private static func read(
        _ response: TransportResponse, key: String, now: Timestamp,
        _ receive: @Sendable (Step) async throws(SupplierError) -> Void
    ) async throws(SupplierError) {
        let endpoint = Message.Argument.text(response.endpoint)
        guard response.status == 101 || response.isSuccess else {
            throw HTTPStatus.error(response, now: now)
        }
        guard response.status == 101, response.header("sec-websocket-accept") == acceptance(of: key) else {
            throw SupplierError(.malformed, Message("noEventStream", ["host": endpoint]))
        }
        try await receive(.opened)
        var parser = WebSocketParser()
        while let bytes = try await response.body.next() {
            let elements: [WebSocketParser.Element]
            do throws(WebSocketParser.Failure) {
                elements = try parser.append(bytes)
            } catch {
                throw error == .tooLong
                    ? SupplierError(.limitExceeded, Message("eventTooLong", ["host": endpoint]))
                    : SupplierError(.malformed, Message("socketBroken", ["host": endpoint]))
            }
            for element in elements {
                switch element {
                case .text(let text): try await receive(.message(text))
                case .ping(let content):
                    response.reply(frame(.pong, content))
                    try await receive(.keepAlive)
                case .pong, .binary: try await receive(.keepAlive)
                case .closed(let content):
                    // The status comes back, if there was one. Then the server ends the connection.
                    response.reply(frame(.close, Array(content.prefix(2))))
                    return await awaitEnd(of: response)
                }
            }
        }
    }

    /// Waits until the server has ended a connection that both sides have closed. One that sends on will not end it; one that
    /// is silent is left after the idle timeout.
    private static func awaitEnd(of response: TransportResponse) async {
        do {
            _ = try await response.body.next()
        } catch {
            // The connection is over either way.
        }
    }

    /// Returns a frame of control with a content of up to 125 bytes, masked as those of clients are (RFC 6455 §5.3).
    private static func frame(_ opcode: WebSocketOpcode, _ content: [UInt8]) -> [UInt8] {
        let mask = (0..<4).map { _ in UInt8.random(in: 0...255) }
        let masked = content.enumerated().map { $1 ^ mask[$0 % 4] }
        return [0x80 | opcode.rawValue, 0x80 | UInt8(content.count)] + mask + masked
    }

    /// Returns the value by which a server accepts a connection with this key.
    private static func acceptance(of key: String) -> String {
        Base64.encoded(CryptographicHash.sha1(of: Array((key + identity).utf8)))
    }
}
