import CCurl
import EngineConcepts
import EngineTestSupport
import Networking
import NetworkingTestSupport
import ScenarioServer
import Synchronization
import Testing

@Suite("Listening to a WebSocket")
struct WebSocketListenerTests {
    /// Returns the content of a masked frame.
    private func unmasked(_ frame: ArraySlice<UInt8>) -> [UInt8] {
        let frame = Array(frame)
        guard frame.count >= 6 else { return [] }
        return frame.dropFirst(6).enumerated().map { $1 ^ frame[2 + $0 % 4] }
    }

    private func steps(at address: String) async throws -> [WebSocketListener.Step] {
        let transport = HTTPTransport(
            userAgent: "Fiber/0", time: ManualTimeSource(), limits: TransportLimits.standard.onBusyMachine)
        let steps = Mutex<[WebSocketListener.Step]>([])
        do {
            try await WebSocketListener.listen(
                to: TransportRequest(address), over: transport, now: Timestamp(seconds: 1_800_000_000)
            ) { step throws(SupplierError) in
                steps.withLock { $0.append(step) }
            }
        } catch {
            await transport.shutdown()
            throw error
        }
        await transport.shutdown()
        return steps.withLock(\.self)
    }

    @Test("A ping is answered with its content, and a close with its status")
    func answers() async throws {
        let server = SocketServer(
            [0x89, 3, 1, 2, 3, 0x81, 2, 0x68, 0x69, 0x89, 0, 0x88, 4, 3, 0xe8, 0x6f, 0x6b], expecting: 9 + 6 + 8)
        let steps = try await server.serve { try await self.steps(at: $0) }
        #expect(steps == [.opened, .keepAlive, .message("hi"), .keepAlive])
        let answer = server.answer
        #expect(answer.count == 9 + 6 + 8)
        #expect(answer.prefix(2) == [0x8a, 0x83] && unmasked(answer.prefix(9)) == [1, 2, 3])
        #expect(answer.dropFirst(9).prefix(2) == [0x8a, 0x80])
        #expect(answer.dropFirst(15).prefix(2) == [0x88, 0x82] && unmasked(answer.dropFirst(15)) == [3, 0xe8])
    }

    @Test("A server that sends on after its close, and does not end the connection, ends the listening all the same")
    func sendingOn() async throws {
        let server = SocketServer([0x88, 2, 3, 0xe8], expecting: 8, then: [0x81, 2, 0x68, 0x69])
        let steps = try await server.serve { try await self.steps(at: $0) }
        #expect(steps == [.opened])
        #expect(unmasked(server.answer.prefix(8)) == [3, 0xe8])
    }

    @Test("A refusal says when the server may be asked again, counted from the request")
    func busy() async throws {
        let answer = Scenario(status: 503, headers: [("Retry-After", "120")])
        try await withServer(["/": [answer]]) { server, _ in
            let error = await #expect(throws: SupplierError.self) { try await steps(at: server.url("/")) }
            #expect(error?.retryAt == Timestamp(seconds: 1_800_000_120))
        }
    }

    @Test("Answers to pings of a server that does not read them are dropped when too many wait")
    func unreadAnswers() throws {
        try #require(fiber_library_is_loaded())
        let transfer = try #require(fiber_transfer_new("http://127.0.0.1/", nil, 1000, fiber_handlers()))
        defer { fiber_transfer_free(transfer) }
        try #require(fiber_transfer_set_upgrade(transfer))
        let answer = [UInt8](repeating: 0, count: 131)
        // Nothing is sent, because the transfer is never started.
        let kept = (0..<100_000).prefix { _ in fiber_transfer_send(transfer, answer, answer.count) }.count
        #expect((1000..<100_000).contains(kept))
    }

    @Test("A server that closes its connection without a word ends the listening")
    func closing() async throws {
        let server = SocketServer([0x81, 2, 0x68, 0x69], expecting: 0)
        let steps = try await server.serve { try await self.steps(at: $0) }
        #expect(steps == [.opened, .message("hi")])
    }
}
