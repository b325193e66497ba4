import EngineConcepts
import EngineTestSupport
import Foundation
import NetworkingTestSupport
import ScenarioServer
import TestSupport
import Testing

@testable import Networking

@Suite("Cancelled requests", .timeLimit(.minutes(30)))
struct CancelledRequestTests {
    /// The number of requests; more for a long run with `FIBER_CANCELLATIONS`.
    private static let count = ProcessInfo.processInfo.environment["FIBER_CANCELLATIONS"].flatMap { Int($0) } ?? 400

    private static var scenarios: [String: [Scenario]] {
        var stalled = Scenario(headers: [("content-length", "100000")])
        stalled.steps = [.body(Array(repeating: 0x20, count: 50_000)), .wait(gate: "never")]
        var endless = Scenario()
        endless.steps = [.repeated(Array(repeating: 0x20, count: 8192), times: nil)]
        return [
            "/0": [.text("here")], "/1": [.held(by: "never", then: .text("x"))], "/2": [stalled], "/3": [endless],
            "/4": [.redirect(to: "/0", status: 302)], "/5": [.hangUp],
            "/6": [Scenario(headers: [("content-encoding", "gzip")], body: GzipSamples.feed)],
        ]
    }

    /// Sends requests of which some are cancelled at random moments. Returns the number of each outcome.
    private func storm(
        _ server: ScenarioServer, _ transport: HTTPTransport, seed: UInt64
    ) async -> [String: Int] {
        var generator = SeededGenerator(seed: seed)
        var outcomes: [String: Int] = [:]
        await withTaskGroup(of: String.self) { group in
            for number in 0..<Self.count {
                let path = "/\(Int.random(in: 0...6, using: &generator))"
                let address = server.url(path)
                let turns = Int.random(in: 0...200, using: &generator)
                // Requests that would wait for ever are always cancelled.
                let isCancelled = ["/1", "/2", "/3"].contains(path) || generator.chance(30)
                group.addTask {
                    let task = Task { () -> String in
                        do throws(SupplierError) {
                            return try await transport.send(TransportRequest(address)) {
                                response throws(SupplierError) in
                                _ = try await response.body.collect()
                                return "done"
                            }
                        } catch {
                            return error.code.rawValue
                        }
                    }
                    guard isCancelled else { return await task.value }
                    for _ in 0..<turns { await Task.yield() }
                    task.cancel()
                    return await task.value
                }
                if number >= 40, let outcome = await group.next() { outcomes[outcome, default: 0] += 1 }
            }
            for await outcome in group { outcomes[outcome, default: 0] += 1 }
        }
        return outcomes
    }

    @Test("Requests cancelled at random moments all end, and later requests find every slot free", arguments: 1...2)
    func random(seed: UInt64) async throws {
        let collector = RecordCollector()
        let limits = TransportLimits(requestsPerHost: 4, requests: 8)
        let certificate = seed == 2 ? TestCertificate.good : nil
        let directory = try TemporaryDirectory()
        try directory.write(TestCertificate.authority, to: "authorities.pem")
        try await withServer(
            Self.scenarios, limits: limits, certificate: certificate, authorities: directory.path + "/authorities.pem",
            observer: collector
        ) { server, transport in
            let outcomes = await storm(server, transport, seed: seed)
            // On a slow machine, a body without end may reach its limit before it is cancelled.
            let expected: Set = ["done", "cancelled", "unreachable", "limitExceeded"]
            #expect(Set(outcomes.keys).isSubset(of: expected), "\(outcomes)")
            #expect(outcomes.values.reduce(0, +) == Self.count)
            let after = await withTaskGroup(of: String.self) { group in
                for _ in 0..<8 {
                    group.addTask {
                        do throws(SupplierError) {
                            let status = try await transport.send(TransportRequest(server.url("/0"))) { $0.status }
                            return String(status)
                        } catch {
                            return "\(error)"
                        }
                    }
                }
                return await group.reduce(into: []) { $0.append($1) }
            }
            #expect(after == Array(repeating: "200", count: 8))
        }
    }

    /// A transfer that does not keep it.
    private struct WeakTransfer {
        weak var transfer: CurlTransfer?
    }

    private func request(_ address: String) -> CurlRequest {
        CurlRequest(address: address, connect: .seconds(7200), firstByte: .seconds(7200), idle: .seconds(7200))
    }

    @Test("A cancelled transfer is removed before the next one starts")
    func removal() async throws {
        try await ScenarioServer.running(Self.scenarios) { server in
            let loop = CurlLoop(connections: 8)
            for path in ["/1", "/2", "/3"] {
                var found: [WeakTransfer] = []
                do {
                    let transfer = CurlTransfer(request(server.url(path)), on: loop)
                    found.append(WeakTransfer(transfer: transfer))
                    let task = Task {
                        do throws(CurlFailure) {
                            _ = try await transfer.head()
                            while try await transfer.bytes() != nil {}
                            return false
                        } catch {
                            if case .cancelled = error.reason { return true }
                            return false
                        }
                    }
                    await server.waitForRequests(server.requests.count + (server.requests(for: path).isEmpty ? 1 : 0))
                    task.cancel()
                    #expect(await task.value)
                }
                let next = CurlTransfer(request(server.url("/0")), on: loop)
                _ = try await next.head()
                while try await next.bytes() != nil {}
                #expect(found.allSatisfy { $0.transfer == nil }, "\(path)")
            }
            await loop.shutdown()
        }
    }

    @Test("A transfer pauses while nobody reads it, and loses nothing")
    func backPressure() async throws {
        let block = Array((0..<65_536).map { UInt8(truncatingIfNeeded: $0 &* 31) })
        var long = Scenario()
        long.steps = [.repeated(block, times: 60)]
        try await ScenarioServer.running(["/long": [long], "/0": [.text("here")]]) { server in
            let loop = CurlLoop(connections: 8)
            let transfer = CurlTransfer(request(server.url("/long")), on: loop)
            _ = try await transfer.head()
            // Other transfers go on meanwhile.
            for _ in 0..<20 {
                let other = CurlTransfer(request(server.url("/0")), on: loop)
                _ = try await other.head()
                while try await other.bytes() != nil {}
            }
            var count = 0
            var largest = 0
            var sum = 0
            while let bytes = try await transfer.bytes() {
                largest = max(largest, bytes.count)
                count += bytes.count
                sum = bytes.reduce(sum) { ($0 &* 31 &+ Int($1)) & 0xff_ffff }
            }
            #expect(count == 60 * block.count)
            #expect(largest <= CurlTransfer.highWater + 64 * 1024)
            let expected = (0..<60).reduce(0) { sum, _ in block.reduce(sum) { ($0 &* 31 &+ Int($1)) & 0xff_ffff } }
            #expect(sum == expected)
            await loop.shutdown()
        }
    }

    @Test("Requests go on while the idle thread ends and starts again")
    func restarts() async throws {
        try await ScenarioServer.running(Self.scenarios) { server in
            let loop = CurlLoop(connections: 8, idleTime: .nanoseconds(1))
            for number in 0..<100 {
                let transfer = CurlTransfer(request(server.url("/0")), on: loop)
                _ = try await transfer.head()
                while try await transfer.bytes() != nil {}
                for _ in 0..<number { await Task.yield() }
            }
            #expect(server.requests.count == 100)
            await loop.shutdown()
        }
    }

    @Test("A loop that was started before its first transfer serves it, and one without any transfer can be shut down")
    func startedAhead() async throws {
        try await ScenarioServer.running(Self.scenarios) { server in
            let loop = CurlLoop(connections: 8)
            loop.start()
            loop.start()
            _ = try await CurlTransfer(request(server.url("/0")), on: loop).head()
            await loop.shutdown()
            let unused = CurlLoop(connections: 8)
            unused.start()
            await unused.shutdown()
        }
    }

    @Test("Closing the loop ends every transfer, and later ones fail at once")
    func closing() async throws {
        try await ScenarioServer.running(Self.scenarios) { server in
            let loop = CurlLoop(connections: 8)
            let transfer = CurlTransfer(request(server.url("/1")), on: loop)
            await server.waitForRequests(1)
            await loop.shutdown()
            await #expect(throws: CurlFailure.self) { _ = try await transfer.head() }
            let late = CurlTransfer(request(server.url("/0")), on: loop)
            await #expect(throws: CurlFailure.self) { _ = try await late.head() }
        }
    }
}
