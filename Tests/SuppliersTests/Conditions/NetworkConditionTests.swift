import EngineConcepts
import EngineTestSupport
import NetworkingTestSupport
import ScenarioServer
import Suppliers
import Synchronization
import Testing

@testable import Networking

@Suite("Every network source under five network conditions", .serialized, .timeLimit(.minutes(30)))
struct NetworkConditionTests {
    @Test("On a fast network the items arrive", arguments: ServiceUnderTest.all)
    func fast(service: ServiceUnderTest) async throws {
        try await service.served { _, right in
            right
        } _: { _, supplier in
            let items = try await names(of: supplier)
            #expect(items == ["1"])
        }
    }

    @Test("On a slow network head and body are waited for", arguments: ServiceUnderTest.all)
    func slow(service: ServiceUnderTest) async throws {
        try await service.served { _, right in
            var slow = Scenario.held(by: "head", then: right)
            guard case .body(let bytes)? = right.steps.first else { return right }
            slow.steps = [.body(Array(bytes.prefix(20))), .wait(gate: "body"), .body(Array(bytes.dropFirst(20)))]
            return slow
        } _: { server, supplier in
            async let found = names(of: supplier)
            await server.waitForRequests(1)
            server.open("head")
            server.open("body")
            let items = try await found
            #expect(items == ["1"])
        }
    }

    @Test(
        "On a flaky network each broken answer is an error, and a retry brings everything",
        arguments: ServiceUnderTest.all)
    func flaky(service: ServiceUnderTest) async throws {
        let round = Mutex(0)
        try await service.served { _, right in
            switch round.withLock({ round in
                round += 1
                return round
            }) {
            case 1: return .hangUp
            case 2:
                guard case .body(let bytes)? = right.steps.first else { return right }
                var cut = right
                cut.headers.append(("content-length", "\(bytes.count)"))
                cut.steps = [.body(Array(bytes.prefix(30))), .hangUp]
                return cut
            case 3: return Scenario(status: 502)
            default: return right
            }
        } _: { _, supplier in
            #expect(await failure(of: supplier)?.code == .unreachable)
            #expect(await failure(of: supplier)?.code == .unreachable)
            #expect(await failure(of: supplier)?.code == .refused)
            let items = try await names(of: supplier)
            #expect(items == ["1"])
        }
    }

    @Test("On a dead network silence before the head or in the body times out", arguments: ServiceUnderTest.all)
    func dead(service: ServiceUnderTest) async throws {
        let limits = TransportLimits(firstByte: .milliseconds(200), idle: .milliseconds(200))
        try await service.served(limits: limits) { _, right in
            .held(by: "never", then: right)
        } _: { _, supplier in
            #expect(await failure(of: supplier)?.code == .timedOut)
        }
        try await service.served(limits: TransportLimits(idle: .milliseconds(200))) { _, right in
            var stalled = right
            stalled.headers.append(("content-length", "1000"))
            stalled.steps.append(.wait(gate: "never"))
            return stalled
        } _: { _, supplier in
            #expect(await failure(of: supplier)?.code == .timedOut)
        }
    }

    @Test("On a dead network a caller can be cancelled", arguments: ServiceUnderTest.all)
    func cancelled(service: ServiceUnderTest) async throws {
        try await service.served { _, right in
            .held(by: "never", then: right)
        } _: { server, supplier in
            let task = Task { await failure(of: supplier) }
            await server.waitForRequests(1)
            task.cancel()
            #expect(await task.value?.code == .cancelled)
        }
    }

    @Test("Without a network the unreachable host is named", arguments: ServiceUnderTest.all)
    func none(service: ServiceUnderTest) async throws {
        try await withServer([:]) { _, transport in
            // Nothing listens on the first port.
            for (site, name) in [("http://127.0.0.1:1", "127.0.0.1:1"), ("http://no-such.invalid", "no-such.invalid")] {
                let error = await failure(of: try service.supplier(at: site, transport))
                #expect(error?.code == .unreachable)
                #expect(error?.message.english.contains(name) ?? false, "\(String(describing: error))")
            }
        }
    }
}
