import EngineConcepts
import ScenarioServer
import Suppliers
import Testing

@Suite("A hostile server", .timeLimit(.minutes(2)))
struct HostileNetworkTests {
    private func failure(
        _ scenario: Scenario, limits: TransportLimits = TransportLimits(), scheme: String = "http"
    ) async throws -> (SupplierError, sent: Int) {
        try await withServer(["/f": [scenario]], limits: limits) { server, transport in
            let address = "\(scheme)://127.0.0.1:\(server.port)/f"
            let supplier = FeedSupplier(id: "feed:x", name: "x", address: address, transport: transport)
            do throws(SupplierError) {
                _ = try await supplier.fetch(FetchRequest(origin: .newest, now: Timestamp(seconds: 1_795_176_000)))
            } catch {
                return (error, server.bodyBytes)
            }
            Issue.record("nothing was wrong")
            return (SupplierError(.unsupported, ""), 0)
        }
    }

    /// Deflated spaces: a literal one, then copies of the last 258 bytes' worth of it, over and over. Thirteen bytes hold
    /// eight copies.
    private static func bomb(bytes: Int) -> [Scenario.Step] {
        var bits: [Bool] = []
        func put(_ value: Int, _ count: Int, mostSignificantFirst: Bool = false) {
            for place in 0..<count {
                bits.append(value >> (mostSignificantFirst ? count - 1 - place : place) & 1 == 1)
            }
        }
        func packed() -> [UInt8] {
            stride(from: 0, to: bits.count, by: 8)
                .map { start in (0..<8).reduce(UInt8(0)) { $0 | (bits[start + $1] ? 1 << UInt8($1) : 0) } }
        }
        func copy() {
            put(0b1100_0101, 8, mostSignificantFirst: true)
            put(0, 5)
        }
        put(0b011, 3)
        put(0x30 + 0x20, 8, mostSignificantFirst: true)
        copy()
        let head = packed()
        bits = []
        for _ in 0..<8 { copy() }
        let body = packed()
        let gzip: [UInt8] = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3]
        let many = Array(repeatElement(body, count: 512).joined())
        return [.body(gzip + head), .repeated(many, times: bytes / (258 * 8 * 512) + 1)]
    }

    @Test("that inflates to a gigabyte is left after a few bytes of it")
    func bomb() async throws {
        var scenario = Scenario(headers: [("content-encoding", "gzip")])
        scenario.steps = Self.bomb(bytes: 1 << 30)
        let (error, sent) = try await failure(scenario, limits: TransportLimits(bodyBytes: 4 << 20))
        #expect(error.code == .limitExceeded, "\(error)")
        #expect(sent < 4 << 20, "the whole of it has seven million bytes")
    }

    @Test("that never ends is left at the limit, whatever it sends")
    func endless() async throws {
        for bytes in [Array("<rss><channel><item><title>x</title></item>".utf8), [0x20], Array("<a>".utf8)] {
            var scenario = Scenario(type: "application/xml")
            let piece = Array(repeatElement(bytes, count: 65_536 / bytes.count).joined())
            scenario.steps = [.repeated(piece, times: nil)]
            let (error, sent) = try await failure(scenario, limits: TransportLimits(bodyBytes: 1 << 20))
            #expect(error.code == .limitExceeded, "\(error)")
            #expect(error.message.contains("1 MiB"))
            #expect(sent < 16 << 20)
        }
    }

    @Test("that sends byte by byte is left when it is slower than the limit")
    func drip() async throws {
        var scenario = Scenario()
        scenario.steps = [.drip(0x20)]
        // No line is that fast: what counts is that the average is looked at while bytes keep coming.
        let limits = TransportLimits(minimumRate: 1 << 50, rateGrace: .milliseconds(20))
        let (error, _) = try await failure(scenario, limits: limits)
        #expect(error.code == .timedOut, "\(error)")
        #expect(error.message.contains("bytes a second"))
    }

    @Test("whose head has no end, or lies about the length, or that hangs up in the midst of a chunk")
    func heads() async throws {
        let huge = Scenario(headers: [("x-huge", String(repeating: "x", count: 200_000))], body: [1])
        #expect(try await failure(huge).0.code == .limitExceeded)
        let many = Scenario(headers: (0..<500).map { ("x-\($0)", "y") }, body: [1])
        #expect(try await failure(many).0.code == .limitExceeded)
        var chunk = Scenario()
        chunk.steps = [.repeated([0x20], times: 5), .hangUp]
        #expect(try await failure(chunk).0.code == .unreachable)
    }

    @Test("that breaks off where a secure connection should be, or speaks another language there")
    func brokenTLS() async throws {
        let (error, _) = try await failure(.text("plain"), scheme: "https")
        #expect([.unreachable, .timedOut].contains(error.code), "\(error)")
        #expect(error.message.contains("127.0.0.1"))
    }
}
