import EngineConcepts
import EngineTestSupport
import Networking
import ScenarioServer
import Synchronization
import Testing

@Suite("A stream of server-sent events", .timeLimit(.minutes(30)))
struct EventStreamTests {
    /// Answers each request with the next of its answers and keeps the requests.
    private final class ScriptedTransport: Transport {
        enum Answer {
            case text(String, type: String = "text/event-stream; charset=utf-8")
            case status(Int, retryAfter: String? = nil)
            case failure(SupplierError)
        }

        private let state: Mutex<(answers: [Answer], requests: [TransportRequest])>

        init(_ answers: [Answer]) {
            state = Mutex((answers, []))
        }

        var requests: [TransportRequest] { state.withLock(\.requests) }

        func send<Result: Sendable>(
            _ request: TransportRequest,
            _ read: (TransportResponse) async throws(SupplierError) -> Result
        ) async throws(SupplierError) -> Result {
            let answer: Answer? = state.withLock { state in
                state.requests.append(request)
                return state.answers.isEmpty ? nil : state.answers.removeFirst()
            }
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
            case nil: return try await read(TransportResponse(status: 204, address: request.address))
            }
        }
    }

    /// A clock that leaps over every pause.
    private final class LeapingTime: TimeSource {
        private let state: Mutex<Timestamp>

        init(_ now: Timestamp) {
            state = Mutex(now)
        }

        func now() -> Timestamp { state.withLock(\.self) }

        func elapsed() -> Duration { now().since(EventStreamTests.start) }

        func sleep(for duration: Duration) async throws {
            try Task.checkCancellation()
            state.withLock { $0 = $0.advanced(by: duration) }
        }
    }

    private static let start = Timestamp(seconds: 1_800_000_000)
    private static let broken = SupplierError(.unreachable, .verbatim("broken"))

    /// Runs a stream whose pauses pass at once. Returns its steps, its requests and the error that ended it.
    private func run(
        _ answers: ScriptedTransport.Answer..., after lastID: String = "", random: Double = 0
    ) async -> (steps: [EventStream.Step], requests: [TransportRequest], error: SupplierError?) {
        let transport = ScriptedTransport(answers)
        let steps = Mutex<[EventStream.Step]>([])
        let stream = EventStream(
            TransportRequest("https://x.example/stream"), over: transport, time: LeapingTime(Self.start),
            random: { random })
        do throws(SupplierError) {
            try await stream.run(after: lastID) { step throws(SupplierError) in
                steps.withLock { $0.append(step) }
            }
            return (steps.withLock(\.self), transport.requests, nil)
        } catch {
            return (steps.withLock(\.self), transport.requests, error)
        }
    }

    private func pauses(_ steps: [EventStream.Step]) -> [Duration] {
        var now = Self.start
        var pauses: [Duration] = []
        for case .interrupted(let until, _) in steps {
            pauses.append(until.since(now))
            now = until
        }
        return pauses
    }

    @Test("It connects again after the end, with the last ID, until the server has no more")
    func reconnection() async {
        let run = await run(
            .text("id: 1\ndata: a\n\nid: 2\ndata: b\n\nid: 3\ndata: lost"), .text("data: c\n\n"), after: "0")
        let events = run.steps.compactMap { if case .event(let event) = $0 { event.data } else { nil } }
        #expect(events == ["a", "b", "c"])
        let ids = run.requests.map { request in request.headers.first { $0.name == "last-event-id" }?.value }
        #expect(ids == ["0", "2", "2"])
        #expect(run.requests.allSatisfy { $0.isEndless && $0.headers.contains(.init("accept", "text/event-stream")) })
        #expect(run.error == nil)
        #expect(run.steps.filter { $0 == .opened }.count == 2)
    }

    @Test("Pauses grow while nothing arrives, up to a limit, and start again after an event")
    func backoff() async {
        let failures = Array(repeating: ScriptedTransport.Answer.failure(Self.broken), count: 2)
        let run = await run(
            failures[0], .text(""), .status(503), .text("data: x\n\n"), failures[1], .status(429, retryAfter: "120"))
        #expect(pauses(run.steps) == [3, 6, 12, 3, 3, 120].map { .seconds($0) })
        #expect(run.error == nil)
        let varied = await self.run(failures[0], failures[1], random: 0.5)
        #expect(pauses(varied.steps) == [.milliseconds(3750), .milliseconds(7500)])
    }

    @Test("The pause that the server asks for is kept for later connections, within limits")
    func retry() async {
        let run = await run(
            .text("retry: 10000\ndata: x\n\n"), .text("data: y\n\n"), .text("retry: 0\ndata: z\n\n"),
            .text("retry: 99999999999999999\ndata: z\n\n"))
        #expect(pauses(run.steps) == [.seconds(10), .seconds(10), .milliseconds(100), .seconds(300)])
    }

    @Test("It ends at an answer that will not change")
    func fatal() async {
        #expect(await run(.status(401)).error?.code == .notAuthorised)
        #expect(await run(.status(404)).error?.code == .refused)
        #expect(await run(.text("<html>", type: "text/html")).error?.code == .malformed)
        #expect(await run(.failure(SupplierError(.unsupported, .verbatim("x")))).error?.code == .unsupported)
        let endless = String(repeating: "x", count: 5 << 20)
        #expect(await run(.text(endless)).error?.code == .limitExceeded)
    }

    @Test("It ends when its task is cancelled during a pause, and when its reader throws")
    func cancellation() async {
        let time = ManualTimeSource(Self.start)
        let transport = ScriptedTransport([.text("data: x\n\n"), .text("data: x\n\n")])
        let stream = EventStream(TransportRequest("https://x.example/stream"), over: transport, time: time)
        let task = Task { () -> SupplierError.Code? in
            do throws(SupplierError) {
                try await stream.run { _ in }
                return nil
            } catch {
                return error.code
            }
        }
        await time.waitForSleepers(1)
        task.cancel()
        #expect(await task.value == .cancelled)
        let error = await #expect(throws: SupplierError.self) {
            try await stream.run { step throws(SupplierError) in
                if case .event = step { throw SupplierError(.unsupported, .verbatim("enough")) }
            }
        }
        #expect(error?.code == .unsupported)
    }

    @Test("Over the network, events arrive while the connection stays open, and cancelling ends it")
    func network() async throws {
        var live = Scenario(type: "text/event-stream")
        live.steps = [
            .repeated(Array("data: 1\n\n".utf8), times: 1), .wait(gate: "more"),
            .repeated(Array("data: 2\n\n".utf8), times: 1), .wait(gate: "never"),
        ]
        try await withServer(["/live": [live]]) { server, transport in
            let stream = EventStream(TransportRequest(server.url("/live")), over: transport, time: ManualTimeSource())
            let (events, continuation) = AsyncStream.makeStream(of: String.self)
            let task = Task { () -> SupplierError.Code? in
                do throws(SupplierError) {
                    try await stream.run { step in
                        if case .event(let event) = step { continuation.yield(event.data) }
                    }
                    return nil
                } catch {
                    return error.code
                }
            }
            var iterator = events.makeAsyncIterator()
            #expect(await iterator.next() == "1")
            server.open("more")
            #expect(await iterator.next() == "2")
            task.cancel()
            #expect(await task.value == .cancelled)
        }
    }
}
