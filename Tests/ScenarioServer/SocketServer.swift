import Foundation
import NIOCore
import NIOPosix
import TestSupport

/// A server on the loopback that accepts one WebSocket, sends some frames, and records what comes back.
public final class SocketServer: Sendable {
    private let frames: [UInt8]
    /// The length of the answer after which the server closes the connection.
    private let expected: Int
    /// The bytes that it sends instead of closing the connection, or none.
    private let rest: [UInt8]
    private let received = WaitableState(Received())

    private struct Received {
        var bytes: [UInt8] = []
        /// True once the connection is closed.
        var isAll = false
    }

    /// Creates a server that sends `frames`, and closes the connection after an answer of `length` bytes. If there is a
    /// `rest`, it sends that instead, and leaves the connection open.
    public init(_ frames: [UInt8], expecting length: Int, then rest: [UInt8] = []) {
        self.frames = frames
        self.rest = rest
        expected = length
    }

    /// The bytes that followed the change of the protocol.
    public var answer: [UInt8] { received.withLock(\.bytes) }

    /// Listens on a free port while `body` runs with its address, and returns what that returns. Waits until the answer has
    /// arrived or the connection is closed: the client may be done before.
    public func serve<Value>(_ body: (String) async throws -> Value) async throws -> Value {
        let channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.servers)
            .childChannelInitializer { [self] channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(SocketHandler(self))
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        let value = try await body("http://127.0.0.1:\(channel.localAddress?.port ?? 0)/")
        let expected = expected
        await received.wait { $0.bytes.count >= expected || $0.isAll }
        try await channel.close()
        return value
    }

    /// Records bytes. Returns what is sent after the whole answer, or `nil` before: nothing means that the connection must be
    /// closed.
    fileprivate func take(_ bytes: some Sequence<UInt8>) -> [UInt8]? {
        received.withLock { received in
            received.bytes += bytes
            return received.bytes.count >= expected ? rest : nil
        }
    }

    fileprivate func takeEnd() {
        received.withLock { $0.isAll = true }
    }

    /// Returns what is sent in answer to a request. True if the connection must be closed after it.
    fileprivate func opening(_ request: String) -> (bytes: [UInt8], isEnd: Bool) {
        let name = "sec-websocket-key: "
        let key = request.split(separator: "\r\n").first { $0.lowercased().hasPrefix(name) }?.dropFirst(name.count)
        let head = [
            "HTTP/1.1 101 Switching Protocols", "Upgrade: websocket", "Connection: Upgrade",
            "Sec-WebSocket-Accept: \(String(key ?? "").socketProof)", "", "",
        ]
        return (Array(head.joined(separator: "\r\n").utf8) + frames, expected == 0)
    }
}

/// Answers the request that opens a socket, and passes on what follows.
private final class SocketHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let server: SocketServer
    private var request = ""
    private var isOpen = false

    init(_ server: SocketServer) {
        self.server = server
    }

    func channelInactive(context: ChannelHandlerContext) {
        server.takeEnd()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let bytes = unwrapInboundIn(data).readableBytesView
        guard !isOpen else {
            guard let rest = server.take(bytes) else { return }
            if rest.isEmpty {
                context.close(promise: nil)
            } else {
                context.writeAndFlush(wrapOutboundOut(context.channel.allocator.buffer(bytes: rest)), promise: nil)
            }
            return
        }
        request += String(decoding: bytes, as: UTF8.self)
        guard request.hasSuffix("\r\n\r\n") else { return }
        isOpen = true
        let (bytesBack, isEnd) = server.opening(request)
        context.writeAndFlush(wrapOutboundOut(context.channel.allocator.buffer(bytes: bytesBack)), promise: nil)
        if isEnd { context.close(promise: nil) }
    }
}
