import EngineConcepts
import EngineTestSupport
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
        "An error status is an error of its own kind, with the time to retry",
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
                #expect(server.requests.count == 1, "who asks for patience is left in peace")
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

    @Test("An endless answer is stopped at its limit", arguments: ServiceUnderTest.all)
    func limits(service: ServiceUnderTest) async throws {
        let spaces = Array(repeating: UInt8(0x20), count: 65_536)
        try await service.served(limits: TransportLimits(decompression: .init(bytes: 1 << 20))) { _, right in
            var endless = right
            endless.steps = [.repeated(spaces, times: nil)]
            return endless
        } _: { _, supplier in
            #expect(await failure(of: supplier)?.code == .limitExceeded)
        }
        // No connection is that fast: the test is that the average rate is checked while bytes arrive.
        let limits = TransportLimits(minimumRate: 1 << 50, rateGracePeriod: .milliseconds(20))
        try await service.served(limits: limits) { _, right in
            var drip = right
            drip.steps = [.drip(0x20)]
            return drip
        } _: { _, supplier in
            #expect(await failure(of: supplier)?.code == .timedOut)
        }
        try await service.served(limits: TransportLimits(decompression: .init(bytes: 1 << 20, freeBytes: 1 << 16))) {
            _, _ in
            Scenario(headers: [("content-encoding", "gzip")], body: GzipSamples.spaces)
        } _: { _, supplier in
            #expect(await failure(of: supplier)?.code == .limitExceeded)
        }
    }

    @Test("An unexpected document is malformed, and its sender is named", arguments: ServiceUnderTest.all)
    func nonsense(service: ServiceUnderTest) async throws {
        let page = "<!DOCTYPE html><html><head><title>Sign in to this network</title></head><body>Portal</body></html>"
        let scenarios: [Scenario] = [
            .text(page, type: "text/html"), .text("nonsense", type: "text/plain"), .garbage("what is this\r\n\r\n"),
            Scenario(headers: [("content-encoding", "gzip")], body: Array("no gzip at all".utf8)),
            Scenario(headers: [("content-encoding", "br")], body: [0x8b, 2, 0x80]),
        ]
        for scenario in scenarios {
            try await service.served { _, _ in
                scenario
            } _: { server, supplier in
                let error = try #require(await failure(of: supplier))
                #expect(error.code == .malformed, "\(error)")
                let names = ["127.0.0.1:\(server.port)", "What cat printed"]
                #expect(names.contains(where: error.message.english.contains), "\(error)")
            }
        }
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
