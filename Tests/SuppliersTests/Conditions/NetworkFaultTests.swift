import EngineConcepts
import EngineTestSupport
import NetworkingTestSupport
import ScenarioServer
import Suppliers
import Testing
import WebText

@testable import Networking

@Suite("Every network source and every server fault", .serialized, .timeLimit(.minutes(30)))
struct NetworkFaultTests {
    private static let statuses: [(status: Int, code: SupplierError.Code)] = [
        (400, .refused), (401, .notAuthorised), (403, .notAuthorised), (404, .refused), (410, .gone),
        (429, .rateLimited), (500, .refused), (503, .rateLimited),
    ]

    @Test(
        "An error status has the error that it stands for, which names host and status, and rate limits the time to retry",
        arguments: ServiceUnderTest.all)
    func statuses(service: ServiceUnderTest) async throws {
        for (status, code) in Self.statuses {
            try await service.served { _, _ in
                Scenario(status: status, headers: [("retry-after", "120")])
            } _: { server, supplier in
                let error = try #require(await failure(of: supplier))
                #expect(error.code == code, "\(status): \(error)")
                #expect(error.message.english.contains("127.0.0.1:\(server.port)"), "\(error)")
                #expect(error.message.english.contains("\(status)"), "\(error)")
                guard code == .rateLimited else { return }
                #expect(error.retryAt == ServiceUnderTest.now.advanced(by: .seconds(120)))
                #expect(await failure(of: supplier)?.code == .rateLimited)
                #expect(server.requests.count == 1, "a request during Retry-After is not sent")
            }
        }
    }

    @Test("Redirects are followed, and loops and endless chains are stopped", arguments: ServiceUnderTest.all)
    func redirects(service: ServiceUnderTest) async throws {
        for status in [301, 302, 303, 307, 308] {
            try await service.served { path, _ in
                guard path.hasPrefix("/moved") else { return .redirect(to: "/moved\(path)", status: status) }
                return ServiceUnderTest.answer(at: String(path.dropFirst(6)))
            } _: { _, supplier in
                let items = try await names(of: supplier)
                #expect(items == ["1"])
            }
        }
        for way in ["", "/further"] {
            try await service.served { path, _ in
                .redirect(to: way.isEmpty ? path : path.prefix { $0 != "?" } + way)
            } _: { server, supplier in
                #expect(await failure(of: supplier)?.code == .limitExceeded)
                #expect(server.requests.count <= 11)
            }
        }
    }

    @Test("An endless body is stopped at the limit of size", arguments: ServiceUnderTest.all)
    func endless(service: ServiceUnderTest) async throws {
        let spaces = Array(repeating: UInt8(0x20), count: 65_536)
        try await service.served(limits: TransportLimits(decompression: .init(bytes: 1 << 20))) { _, right in
            var endless = right
            endless.steps = [.repeated(spaces, times: nil)]
            return endless
        } _: { _, supplier in
            #expect(await failure(of: supplier)?.code == .limitExceeded)
        }
    }

    @Test("A body that arrives too slowly is stopped", arguments: ServiceUnderTest.all)
    func slow(service: ServiceUnderTest) async throws {
        // No connection is that fast: the test is that the average rate is checked while bytes arrive.
        let limits = TransportLimits(minimumRate: 1 << 50, rateGracePeriod: .milliseconds(20))
        try await service.served(limits: limits) { _, right in
            var drip = right
            drip.steps = [.drip(0x20)]
            return drip
        } _: { _, supplier in
            #expect(await failure(of: supplier)?.code == .timedOut)
        }
    }

    @Test("A decompression bomb is stopped at the limit of its ratio", arguments: ServiceUnderTest.all)
    func bomb(service: ServiceUnderTest) async throws {
        let limits = TransportLimits(decompression: .init(bytes: 1 << 20, freeBytes: 1 << 16))
        try await service.served(limits: limits) { _, _ in
            Scenario(headers: [("content-encoding", "gzip")], body: GzipSamples.spaces)
        } _: { _, supplier in
            #expect(await failure(of: supplier)?.code == .limitExceeded)
        }
    }

    @Test("A document of another kind is malformed, and its sender is named", arguments: ServiceUnderTest.all)
    func otherDocument(service: ServiceUnderTest) async throws {
        let page = "<!DOCTYPE html><html><head><title>Sign in to this network</title></head><body>Portal</body></html>"
        for scenario in [Scenario.text(page, type: "text/html"), .text("nonsense", type: "text/plain")] {
            try await expectMalformed(scenario, of: service) { server in
                // A filter's document comes from its command.
                service.address.hasPrefix("filter:") ? "What cat printed" : "127.0.0.1:\(server.port)"
            }
        }
    }

    @Test(
        "A response that is not HTTP or is badly compressed is malformed, and its host is named",
        arguments: ServiceUnderTest.all)
    func noResponse(service: ServiceUnderTest) async throws {
        let scenarios: [Scenario] = [
            .garbage("what is this\r\n\r\n"),
            Scenario(headers: [("content-encoding", "gzip")], body: Array("no gzip at all".utf8)),
            Scenario(headers: [("content-encoding", "br")], body: [0x8b, 2, 0x80]),
        ]
        for scenario in scenarios { try await expectMalformed(scenario, of: service) { "127.0.0.1:\($0.port)" } }
    }

    /// Expects that `service` refuses `scenario` as malformed, and names this sender.
    private func expectMalformed(
        _ scenario: Scenario, of service: ServiceUnderTest, sender: (ScenarioServer) -> String
    ) async throws {
        try await service.served { _, _ in
            scenario
        } _: { server, supplier in
            let error = try #require(await failure(of: supplier))
            let name = sender(server)
            #expect(error.code == .malformed && error.message.english.contains(name), "\(error)")
        }
    }

    @Test("A head that is too long is refused", arguments: ServiceUnderTest.all)
    func longHead(service: ServiceUnderTest) async throws {
        try await service.served { _, _ in
            Scenario(headers: [("x-huge", String(repeating: "x", count: 200_000))], body: [1])
        } _: { _, supplier in
            #expect(await failure(of: supplier)?.code == .limitExceeded)
        }
    }

    @Test("An untrusted certificate ends the request before anything is sent", arguments: ServiceUnderTest.all)
    func certificates(service: ServiceUnderTest) async throws {
        try await service.served(certificate: .selfSigned) { _, right in
            right
        } _: { server, supplier in
            #expect(await failure(of: supplier)?.code == .unreachable)
            #expect(server.requests.isEmpty)
        }
    }
}
