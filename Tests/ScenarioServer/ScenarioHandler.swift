import NIOCore
import NIOHTTP1

/// Plays the scenarios on one connection.
final class ScenarioHandler: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    private let state: ScenarioState
    private var head: HTTPRequestHead?
    private var body: [UInt8] = []

    init(_ state: ScenarioState) {
        self.state = state
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head):
            self.head = head
            body = []
        case .body(let bytes): body += bytes.readableBytesView
        case .end:
            guard let head else { return }
            self.head = nil
            var headers: [String: String] = [:]
            for (name, value) in head.headers { headers[name.lowercased()] = value }
            let request = ServedRequest(
                method: head.method.rawValue, path: head.uri, headers: headers, body: body, status: 0, bodyBytes: 0)
            let (scenario, number) = state.scenario(for: request)
            ScenarioPlayer(
                state, number, scenario, headers, isKeptAlive: head.isKeepAlive, channel: context.channel
            )
            .begin()
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        context.close(promise: nil)
    }
}

/// A scenario being played.
private struct ScenarioPlayer: Sendable {
    private let state: ScenarioState
    private let number: Int
    private let scenario: Scenario
    private let isUnchanged: Bool
    private let isKeptAlive: Bool
    private let channel: any Channel

    /// The number of writes of one body after which the event loop serves its other connections.
    private static let writesInTurn = 8

    init(
        _ state: ScenarioState, _ number: Int, _ scenario: Scenario, _ headers: [String: String], isKeptAlive: Bool,
        channel: any Channel
    ) {
        self.state = state
        self.number = number
        self.scenario = scenario
        self.isKeptAlive = isKeptAlive
        self.channel = channel
        let hasTag = scenario.entityTag.map { headers["if-none-match"] == $0 } ?? false
        let hasTime = scenario.lastModified.map { headers["if-modified-since"] == $0 } ?? false
        isUnchanged = hasTag || (headers["if-none-match"] == nil && hasTime)
    }

    func begin() {
        play(scenario.beforeHead[...]) { sendHead() }
    }

    private func sendHead() {
        if let garbage = scenario.garbage { return sendGarbage(garbage) }
        let status = isUnchanged ? 304 : scenario.status
        state.record(number, status: status)
        var head = HTTPResponseHead(version: .http1_1, status: HTTPResponseStatus(statusCode: status))
        for (name, value) in scenario.headers { head.headers.add(name: name, value: value) }
        if let tag = scenario.entityTag { head.headers.add(name: "etag", value: tag) }
        if let time = scenario.lastModified { head.headers.add(name: "last-modified", value: time) }
        let hasLength = head.headers.contains(name: "content-length")
        if !isUnchanged, !hasLength, let length, !head.headers.contains(name: "transfer-encoding") {
            head.headers.add(name: "content-length", value: "\(length)")
        }
        channel.writeAndFlush(HTTPServerResponsePart.head(head), promise: nil)
        if isUnchanged { finish() } else { play(scenario.steps[...]) { finish() } }
    }

    /// Writes below the encoder, which would reject it.
    private func sendGarbage(_ garbage: [UInt8]) {
        let channel = channel
        channel.eventLoop.execute {
            do {
                let encoder = try channel.pipeline.syncOperations.context(handlerType: HTTPResponseEncoder.self)
                encoder.writeAndFlush(NIOAny(channel.allocator.buffer(bytes: garbage)), promise: nil)
                channel.close(promise: nil)
            } catch {
                channel.close(promise: nil)
            }
        }
    }

    /// The length of the body, or `nil` if it is unknown in advance.
    private var length: Int? {
        var length = 0
        for step in scenario.steps {
            switch step {
            case .body(let bytes): length += bytes.count
            case .repeated, .drip, .live: return nil
            case .wait, .pause, .hangUp, .cut: break
            }
        }
        return length
    }

    private func finish() {
        let channel = channel
        let isKeptAlive = isKeptAlive
        channel.writeAndFlush(HTTPServerResponsePart.end(nil))
            .whenComplete { _ in
                if !isKeptAlive { channel.close(promise: nil) }
            }
    }

    private func send(_ bytes: [UInt8], then next: @escaping @Sendable () -> Void) {
        state.record(number, bodyBytes: bytes.count)
        let buffer = channel.allocator.buffer(bytes: bytes)
        let loop = channel.eventLoop
        // In another event loop turn: a write may complete at once, and an endless body must not overflow the stack.
        channel.writeAndFlush(HTTPServerResponsePart.body(.byteBuffer(buffer))).whenSuccess { loop.execute(next) }
    }

    /// Sends the bytes so many times, or without end. Each write starts after the one before has completed, so nothing is
    /// queued for a client that does not read.
    private func sendRepeatedly(
        _ bytes: [UInt8], times: Int?, sent: Int = 0, then next: @escaping @Sendable () -> Void
    ) {
        guard sent != times else { return next() }
        let goOn: @Sendable () -> Void = {
            sendRepeatedly(bytes, times: times, sent: sent + 1, then: next)
        }
        send(bytes) {
            // An event loop that never runs out of tasks does not serve its other connections.
            guard sent % Self.writesInTurn == Self.writesInTurn - 1 else { return goOn() }
            channel.eventLoop.scheduleTask(in: .milliseconds(1), goOn)
        }
    }

    /// Closes below the TLS handler, which would send a close notification. For an HTTP/2 stream that handler is on
    /// the parent channel.
    private func cut() {
        for channel in [channel, channel.parent].compactMap(\.self) {
            channel.eventLoop.execute {
                do {
                    let pipeline = channel.pipeline.syncOperations
                    try pipeline.context(handlerType: TLSServerHandler.self).close(promise: nil)
                } catch ChannelPipelineError.notFound {
                    return
                } catch {
                    channel.close(promise: nil)
                }
            }
        }
    }

    private func play(_ steps: ArraySlice<Scenario.Step>, then next: @escaping @Sendable () -> Void) {
        guard let step = steps.first else { return next() }
        let rest = steps.dropFirst()
        switch step {
        case .body(let bytes):
            send(bytes) { play(rest, then: next) }
        case .repeated(let bytes, let times):
            sendRepeatedly(bytes, times: times) { play(rest, then: next) }
        case .drip(let byte):
            send([byte]) {
                channel.eventLoop.scheduleTask(in: .milliseconds(3)) { play(steps, then: next) }
            }
        case .wait(let gate):
            state.gate(gate, on: channel.eventLoop).whenSuccess { play(rest, then: next) }
        case .pause(let duration):
            channel.eventLoop.scheduleTask(in: TimeAmount(duration)) { play(rest, then: next) }
        case .live(let name):
            state.join(name, channel)
        case .hangUp:
            channel.close(promise: nil)
        case .cut:
            cut()
        }
    }
}
