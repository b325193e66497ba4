import EngineConcepts
import EngineTestSupport
import Networking
import NetworkingTestSupport
import ScenarioServer
import Synchronization
import Testing

@Suite("Listening to a stream of server-sent events", .timeLimit(.minutes(30)))
struct EventStreamListenerTests {
    /// A transport with the same answer to each request. Keeps the requests.
    private final class FixedTransport: Transport {
        enum Answer {
            case text(String, type: String = "text/event-stream; charset=utf-8")
            case status(Int, retryAfter: String? = nil)
            case failure(SupplierError)
        }

        private let answer: Answer
        private let sent = Mutex<[TransportRequest]>([])

        init(_ answer: Answer) {
            self.answer = answer
        }

        var requests: [TransportRequest] { sent.withLock(\.self) }

        func send<Result: Sendable>(
            _ request: TransportRequest,
            _ read: (TransportResponse) async throws(SupplierError) -> Result
        ) async throws(SupplierError) -> Result {
            sent.withLock { $0.append(request) }
            switch answer {
            case .text(let text, let type):
                return try await read(
                    TransportResponse(
                        status: 200, address: request.address, headers: ["content-type": type],
                        body: TransportBody(Array(text.utf8))))
            case .status(let status, let retryAfter):
                let headers = retryAfter.map { ["retry-after": $0] } ?? [:]
                return try await read(TransportResponse(status: status, address: request.address, headers: headers))
            case .failure(let error): throw error
            }
        }
    }

    private static let now = Timestamp(seconds: 1_800_000_000)

    /// Listens to one answer. Returns the steps, the requests, the statuses that were read and the error.
    private func run(
        _ answer: FixedTransport.Answer
    ) async -> (
        steps: [EventStreamListener.Step], requests: [TransportRequest], statuses: [Int], error: SupplierError?
    ) {
        let transport = FixedTransport(answer)
        let steps = Mutex<[EventStreamListener.Step]>([])
        let statuses = Mutex<[Int]>([])
        var failure: SupplierError?
        do throws(SupplierError) {
            try await EventStreamListener.listen(
                to: TransportRequest("https://x.example/stream"), over: transport, now: Self.now,
                readHead: { response in statuses.withLock { $0.append(response.status) } }
            ) { step throws(SupplierError) in
                steps.withLock { $0.append(step) }
            }
        } catch {
            failure = error
        }
        return (steps.withLock(\.self), transport.requests, statuses.withLock(\.self), failure)
    }

    @Test("Events are passed on until the server ends the stream; an unfinished one is dropped")
    func events() async {
        let run = await run(.text("id: 1\ndata: a\n\nretry: 5\ndata: b\n\ndata: lost"))
        #expect(run.steps == [.opened, .event(ServerSentEvent(data: "a")), .event(ServerSentEvent(data: "b"))])
        #expect(run.error == nil && run.statuses == [200] && run.requests.count == 1)
        #expect(run.requests.allSatisfy { $0.isEndless && $0.headers.contains(.init("accept", "text/event-stream")) })
    }

    @Test("A server without more events ends the listening, and one that refuses says why, and when it answers again")
    func refusals() async {
        let finished = await run(.status(204))
        #expect(finished.steps.isEmpty && finished.error == nil)
        #expect(await run(.status(401)).error?.code == .notAuthorised)
        let missing = await run(.status(404))
        #expect(missing.error?.code == .refused && missing.statuses == [404])
        #expect(await run(.status(503)).error?.reason == .serverError)
        let busy = await run(.status(429, retryAfter: "120"))
        #expect(busy.error?.code == .rateLimited)
        #expect(busy.error?.retryAt == Self.now.advanced(by: .seconds(120)))
        #expect(await run(.text("<html>", type: "text/html")).error?.code == .malformed)
        #expect(await run(.failure(SupplierError(.unreachable, .verbatim("x")))).error?.code == .unreachable)
        let endless = String(repeating: "x", count: 5 << 20)
        #expect(await run(.text(endless)).error?.code == .limitExceeded)
    }

    @Test("An error of its reader ends the listening")
    func throwingReader() async {
        let transport = FixedTransport(.text("data: x\n\ndata: y\n\n"))
        let count = Mutex(0)
        let error = await #expect(throws: SupplierError.self) {
            try await EventStreamListener.listen(
                to: TransportRequest("https://x.example/stream"), over: transport, now: Self.now
            ) { step throws(SupplierError) in
                guard case .event = step else { return }
                count.withLock { $0 += 1 }
                throw SupplierError(.unsupported, .verbatim("enough"))
            }
        }
        #expect(error?.code == .unsupported && count.withLock(\.self) == 1)
    }

    @Test("Over the network, uncompressed events arrive while the connection stays open, and cancelling ends it")
    func network() async throws {
        var live = Scenario(type: "text/event-stream")
        live.steps = [
            .repeated(Array("data: 1\n\n".utf8), times: 1), .wait(gate: "more"),
            .repeated(Array("data: 2\n\n".utf8), times: 1), .wait(gate: "never"),
        ]
        try await withServer(["/live": [live]]) { server, transport in
            let request = TransportRequest(server.url("/live"))
            let (events, continuation) = AsyncStream.makeStream(of: String.self)
            let task = Task { () -> SupplierError.Code? in
                do throws(SupplierError) {
                    try await EventStreamListener.listen(to: request, over: transport, now: Self.now) { step in
                        if case .event(let event) = step { continuation.yield(event.data) }
                    }
                    return nil
                } catch {
                    return error.code
                }
            }
            var iterator = events.makeAsyncIterator()
            #expect(await iterator.next() == "1")
            #expect(server.requests.map { $0.headers["accept-encoding"] } == ["identity"])
            server.open("more")
            #expect(await iterator.next() == "2")
            task.cancel()
            #expect(await task.value == .cancelled)
        }
    }
}
