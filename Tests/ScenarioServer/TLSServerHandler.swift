import NIOCore
import NIOTLS

/// Ends TLS: decrypts the client's bytes for the handlers behind it, and encrypts theirs for the client.
///
/// Fires `TLSUserEvent.handshakeCompleted` once. Closing sends a close notification and waits for the client's. A close from
/// the context of this handler goes below TLS and sends none.
final class TLSServerHandler: ChannelDuplexHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer
    typealias OutboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private enum Phase {
        /// Before the end of the handshake. Writes wait.
        case handshake([(text: ByteBuffer, promise: EventLoopPromise<Void>?)])
        case open
        /// The close notification is sent and the client's is missing. The task closes the connection without it.
        case closing(Scheduled<Void>)
        case closed
    }

    private let connection: TLSConnection
    private var phase = Phase.handshake([])

    /// The time in which a client has to answer a close notification. A connection that was closed at once could lose its last
    /// bytes: the system resets it if the client has sent any more.
    private static let farewellTime = TimeAmount.seconds(5)

    init(_ context: TLSContext) throws {
        connection = try TLSConnection(context)
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        stop(.ioOnClosedChannel)
    }

    // MARK: From the client

    func channelInactive(context: ChannelHandlerContext) {
        stop(.ioOnClosedChannel)
        context.fireChannelInactive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if case .closed = phase { return }
        do {
            try connection.receive(unwrapInboundIn(data))
            if case .handshake = phase {
                try shakeHands(context)
            } else {
                try read(context)
            }
        } catch {
            fail(context, error)
        }
    }

    private func shakeHands(_ context: ChannelHandlerContext) throws(TLSFailure) {
        guard try connection.shakeHands(), case .handshake(let writes) = phase else { return send(context) }
        phase = .open
        send(context)
        let negotiated = connection.negotiatedProtocol
        context.fireUserInboundEventTriggered(TLSUserEvent.handshakeCompleted(negotiatedProtocol: negotiated))
        for (text, promise) in writes { write(text, promise, context) }
        if !writes.isEmpty { context.flush() }
        try read(context)
    }

    /// Passes on the text of the received bytes, if there is any.
    private func read(_ context: ChannelHandlerContext) throws(TLSFailure) {
        // The handlers behind this one may have closed the connection.
        if case .closed = phase { return }
        var text = context.channel.allocator.buffer(capacity: 0)
        let outcome = Result { () throws(TLSFailure) in try connection.read(into: &text) }
        // The protocol's own answers, such as one to a change of keys.
        send(context)
        if text.readableBytes > 0 { context.fireChannelRead(wrapInboundOut(text)) }
        guard try outcome.get() else { return }
        // The handlers flush what they have written, so that it is sent before the end.
        context.fireChannelReadComplete()
        if case .closed = phase { return }
        try connection.end()
        send(context)
        stop(.outputClosed)
        context.close(promise: nil)
    }

    // MARK: To the client

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        let text = unwrapOutboundIn(data)
        if case .handshake(let writes) = phase {
            phase = .handshake(writes + [(text, promise)])
        } else {
            write(text, promise, context)
        }
    }

    /// Encrypts a text after the handshake and passes it on without flushing it.
    private func write(_ text: ByteBuffer, _ promise: EventLoopPromise<Void>?, _ context: ChannelHandlerContext) {
        guard case .open = phase else {
            promise?.fail(ChannelError.outputClosed)
            return
        }
        do {
            try connection.write(text)
            context.write(wrapOutboundOut(connection.takeOutput(context.channel.allocator)), promise: promise)
        } catch {
            promise?.fail(error)
            fail(context, error)
        }
    }

    func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
        guard mode == .all else {
            promise?.fail(ChannelError.operationUnsupported)
            return
        }
        switch phase {
        case .open:
            context.channel.closeFuture.cascade(to: promise)
            sayFarewell(context)
        case .closing:
            context.channel.closeFuture.cascade(to: promise)
        case .handshake, .closed:
            stop(.outputClosed)
            context.close(promise: promise)
        }
    }

    private func sayFarewell(_ context: ChannelHandlerContext) {
        do {
            try connection.end()
            let farewell = context.eventLoop.assumeIsolated()
                .scheduleTask(in: Self.farewellTime) { [self] in
                    phase = .closed
                    context.close(promise: nil)
                }
            phase = .closing(farewell)
            send(context)
        } catch {
            fail(context, error)
        }
    }

    /// Sends what the connection has made since the last call, if anything.
    private func send(_ context: ChannelHandlerContext) {
        let output = connection.takeOutput(context.channel.allocator)
        if output.readableBytes > 0 { context.writeAndFlush(wrapOutboundOut(output), promise: nil) }
    }

    // MARK: Ends

    /// Closes the connection after a failure, of which an alert tells the client.
    private func fail(_ context: ChannelHandlerContext, _ failure: TLSFailure) {
        if case .closed = phase { return }
        send(context)
        stop(.outputClosed)
        context.fireErrorCaught(failure)
        context.close(promise: nil)
    }

    /// Ends all that waits, the writes with an error.
    private func stop(_ error: ChannelError) {
        let last = phase
        phase = .closed
        switch last {
        case .handshake(let writes): for (_, promise) in writes { promise?.fail(error) }
        case .closing(let farewell): farewell.cancel()
        case .open, .closed: break
        }
    }
}
