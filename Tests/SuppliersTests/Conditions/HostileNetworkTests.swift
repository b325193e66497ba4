import EngineConcepts
import EngineTestSupport
import NetworkingTestSupport
import ScenarioServer
import Suppliers
import Testing
import WebText

@testable import Networking

@Suite("A hostile server", .serialized, .timeLimit(.minutes(30)))
struct HostileNetworkTests {
    private static let now = Timestamp(seconds: 1_795_176_000)

    private func supplier(at address: String, _ transport: any Transport) -> FeedSupplier {
        FeedSupplier(id: "feed:x", name: "x", address: address, transport: transport)
    }

    /// Returns the answer of a feed whose server plays `scenario`.
    private func fetch(_ scenario: Scenario) async throws -> FetchAnswer {
        try await withServer(["/f": [scenario]]) { server, transport in
            let supplier = supplier(at: server.url("/f"), transport)
            return try await supplier.fetch(FetchRequest(origin: .newest, now: Self.now))
        }
    }

    /// Returns the error of a feed whose server plays `scenario`, and the bytes of the body that the server sent.
    private func failure(
        _ scenario: Scenario, limits: TransportLimits = .standard, scheme: String = "http"
    ) async throws -> (SupplierError, sent: Int) {
        try await withServer(["/f": [scenario]], limits: limits) { server, transport in
            let address = "\(scheme)://127.0.0.1:\(server.port)/f"
            let supplier = supplier(at: address, transport)
            do throws(SupplierError) {
                _ = try await supplier.fetch(FetchRequest(origin: .newest, now: Self.now))
            } catch {
                return (error, server.bodyBytes)
            }
            Issue.record("The fetch did not fail.")
            return (SupplierError(.unsupported, ""), 0)
        }
    }

    /// Returns a body that decompresses to the beginning of a feed, stored, and `size` bytes of white space at
    /// Deflate's maximum ratio: a block with its own table (RFC 1951 §3.2.7) in which two zero bits stand for 258
    /// bytes.
    private static func bomb(growingTo size: Int, wrapping: [UInt8]) -> [Scenario.Step] {
        let table: [UInt8] = [0xec, 0xc1, 0x81, 0, 0, 0, 0, 0x80, 0x20, 0x95, 0xfd, 0x29, 0x17, 0xa9, 0x0a]
        let zeros = Array(repeating: UInt8(0), count: 4096)
        let feed = Array("<rss><channel>".utf8)
        let length = UInt8(feed.count)
        let stored = [0, length, 0, ~length, 0xff] + feed
        return [.body(wrapping + stored + table), .repeated(zeros, times: size / (258 * 4 * zeros.count) + 1)]
    }

    private static let gzipHead: [UInt8] = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3]
    private static let zlibHead: [UInt8] = [0x78, 0xda]

    @Test(
        "A megabyte that decompresses to a gigabyte is stopped at the limit and reported",
        arguments: [("gzip", gzipHead), ("x-gzip", gzipHead), ("deflate", zlibHead), ("deflate", [])])
    func bomb(encoding: String, head: [UInt8]) async throws {
        var scenario = Scenario(headers: [("content-encoding", encoding)])
        scenario.steps = Self.bomb(growingTo: 1 << 30, wrapping: head)
        let (ratio, _) = try await failure(scenario)
        #expect(ratio.code == .limitExceeded, "\(ratio)")
        #expect(ratio.message.english.contains("grows more than 200-fold"), "\(ratio)")
        let (size, _) = try await failure(
            scenario, limits: TransportLimits(decompression: .init(bytes: 16 << 20, ratio: .max)))
        #expect(size.code == .limitExceeded, "\(size)")
        #expect(size.message.english.contains("more than 16 MB"), "\(size)")
    }

    @Test("Bombs of Brotli and Zstandard are stopped at the limit and reported", arguments: ["br", "zstd"])
    func newerBomb(encoding: String) async throws {
        var scenario = Scenario(headers: [("content-encoding", encoding)], body: CompressionSamples.brotliSpaces)
        if encoding == "zstd" {
            scenario.steps = [
                .body(CompressionSamples.zstandardHead), .repeated(CompressionSamples.zstandardSpaces, times: 8192),
            ]
        }
        let (ratio, _) = try await failure(scenario)
        #expect(ratio.code == .limitExceeded, "\(ratio)")
        #expect(ratio.message.english.contains("grows more than 200-fold"), "\(ratio)")
        let (size, _) = try await failure(
            scenario, limits: TransportLimits(decompression: .init(bytes: 16 << 20, ratio: .max)))
        #expect(size.message.english.contains("more than 16 MB"), "\(size)")
    }

    @Test(
        "Brotli and Zstandard are read wherever their bytes are cut, and broken ones reported", arguments: [1, 3, 4096])
    func newerCompressions(pieces: Int) async throws {
        for (encoding, body) in [("br", CompressionSamples.brotliFeed), ("zstd", CompressionSamples.zstandardFeed)] {
            var scenario = Scenario(headers: [("content-encoding", encoding)])
            scenario.steps = stride(from: 0, to: body.count, by: pieces)
                .map { .body(Array(body[$0..<min($0 + pieces, body.count)])) }
            #expect(try await fetch(scenario).sourceName == "t")
            for broken in [Array(body.dropLast(6)), [0xff, 0xff, 0xff]] {
                let (error, _) = try await failure(
                    Scenario(headers: [("content-encoding", encoding)], body: broken))
                #expect(error.message.english.contains("broken compressed data"), "\(encoding): \(error)")
            }
        }
    }

    @Test(
        "A port that does not exist is refused, in an address and in a redirect",
        arguments: ["0", "65536", "99999", "9x"])
    func noSuchPort(port: String) async throws {
        let target = "http://127.0.0.1:\(port)/f"
        let (redirected, _) = try await failure(.redirect(to: target, status: 302))
        #expect(redirected.message.english.contains("127.0.0.1:\(port) is not valid"), "\(redirected)")
        try await withServer([:]) { _, transport in
            let supplier = supplier(at: target, transport)
            let error = await #expect(throws: SupplierError.self) {
                _ = try await supplier.fetch(FetchRequest(origin: .newest, now: Self.now))
            }
            #expect(error?.message.english.contains("127.0.0.1:\(port) is not valid") == true)
        }
    }

    @Test("An unrequested compression is told apart from a page that is no feed")
    func unknownEncoding() async throws {
        for encoding in ["compress", "br, gzip", "deflate, gzip"] {
            let scenario = Scenario(headers: [("content-encoding", encoding)], body: [0x8b, 2, 0x80])
            let (error, _) = try await failure(scenario)
            #expect(error.code == .malformed, "\(error)")
            #expect(error.message.english.contains("“\(encoding)”"), "\(error)")
        }
    }

    @Test(
        "A body that is declared as gzip twice is read whether it was compressed once or twice",
        arguments: [GzipSamples.feed, GzipSamples.packedFeed], ["gzip, gzip", "gzip, identity, X-GZIP"])
    func gzipTwice(body: [UInt8], encoding: String) async throws {
        let answer = try await fetch(Scenario(headers: [("content-encoding", encoding)], body: body))
        #expect(answer.sourceName == "Zipped")
    }

    @Test("Content codings that mean no compression are understood", arguments: ["none", "utf-8", "identity", ""])
    func noCompression(name: String) async throws {
        let body = Array("<rss><channel><title>t</title></channel></rss>".utf8)
        let scenario = Scenario(headers: [("content-encoding", name)], body: body)
        #expect(try await fetch(scenario).sourceName == "t")
    }

    @Test("Raw deflate is read as well as wrapped deflate", arguments: [1, 3, 4096])
    func bareDeflate(pieces: Int) async throws {
        let stored = Array("<rss><channel><title>t</title></channel></rss>".utf8)
        let bodies: [[UInt8]] = [
            GzipSamples.bareFeed, [1, UInt8(stored.count), 0, ~UInt8(stored.count), 0xff] + stored,
            [0x78, 0xda] + GzipSamples.bareFeed + GzipSamples.bareFeedChecksum,
        ]
        for body in bodies {
            var scenario = Scenario(headers: [("content-encoding", "deflate")])
            scenario.steps = stride(from: 0, to: body.count, by: pieces)
                .map { .body(Array(body[$0..<min($0 + pieces, body.count)])) }
            #expect(try await fetch(scenario).sourceName == "t")
        }
    }

    @Test(
        "Several gzip members are read, and a wrong checksum is reported"
    )
    func gzipAsBrowsersTakeIt() async throws {
        let feed = GzipSamples.feed
        let bodies: [(body: [UInt8], hasChecksumError: Bool)] = [
            (feed + GzipSamples.spaces + GzipSamples.spaces, false), (feed + [0, 0, 0, 0], false),
            (feed.dropLast(8) + [1, 2, 3, 4] + feed.suffix(4), true), (feed.dropLast(4) + [9, 9, 9, 9], true),
        ]
        for (body, hasChecksumError) in bodies {
            for length in [1, 7, 4096] {
                var scenario = Scenario(headers: [("content-encoding", "gzip")])
                scenario.steps = stride(from: 0, to: body.count, by: length)
                    .map { .body(Array(body[$0..<min($0 + length, body.count)])) }
                let answer = try await fetch(scenario)
                #expect(answer.items.count == 1)
                #expect((answer.warning?.english.contains("wrong checksum") ?? false) == hasChecksumError)
            }
        }
        let (error, _) = try await failure(
            Scenario(headers: [("content-encoding", "gzip")], body: Array(feed.dropLast(20))))
        #expect(error.code == .malformed && error.message.english.contains("broken compressed data"), "\(error)")
    }

    @Test("Truncated or invalid deflate is reported")
    func brokenDeflate() async throws {
        for body in [Array(GzipSamples.bareFeed.dropLast(8)), [0xff, 0xff, 0xff]] {
            let scenario = Scenario(headers: [("content-encoding", "deflate")], body: body)
            let (error, _) = try await failure(scenario)
            #expect(error.code == .malformed, "\(error)")
            #expect(error.message.english.contains("broken compressed data"))
        }
    }

    @Test("Plain text declared as compressed is reported in plain words", arguments: ["gzip", "deflate"])
    func notCompressed(encoding: String) async throws {
        let scenario = Scenario(
            headers: [("content-encoding", encoding)], body: Array("<rss><channel/></rss>".utf8))
        let (error, _) = try await failure(scenario)
        #expect(error.message.english.contains("broken compressed data"), "\(error)")
        #expect(!error.message.english.contains("rror("), "\(error)")
    }

    @Test("An endless body is stopped at the limit, whatever it holds")
    func endless() async throws {
        for bytes in [Array("<rss><channel><item><title>x</title></item>".utf8), [0x20], Array("<a>".utf8)] {
            var scenario = Scenario(type: "application/xml")
            let piece = Array(repeatElement(bytes, count: 65_536 / bytes.count).joined())
            scenario.steps = [.repeated(piece, times: nil)]
            let (error, sent) = try await failure(
                scenario, limits: TransportLimits(decompression: .init(bytes: 1 << 20)))
            #expect(error.code == .limitExceeded, "\(error)")
            #expect(error.message.english.contains("1 MB"))
            #expect(sent < 16 << 20)
        }
    }

    @Test("A body sent byte by byte is stopped if it is slower than the limit")
    func drip() async throws {
        var scenario = Scenario()
        scenario.steps = [.drip(0x20)]
        // No connection is that fast: the test is that the average rate is checked while bytes arrive.
        let limits = TransportLimits(minimumRate: 1 << 50, rateGracePeriod: .milliseconds(20))
        let (error, _) = try await failure(scenario, limits: limits)
        #expect(error.code == .timedOut, "\(error)")
        #expect(error.message.english.contains("bytes a second"))
    }

    @Test("An endless head, a wrong length and a broken chunk are reported")
    func heads() async throws {
        let huge = Scenario(headers: [("x-huge", String(repeating: "x", count: 200_000))], body: [1])
        #expect(try await failure(huge).0.code == .limitExceeded)
        let many = Scenario(headers: (0..<500).map { ("x-\($0)", "y") }, body: [1])
        #expect(try await failure(many).0.code == .limitExceeded)
        var chunk = Scenario()
        chunk.steps = [.repeated([0x20], times: 5), .hangUp]
        #expect(try await failure(chunk).0.code == .unreachable)
    }

    @Test("A failed TLS handshake and a server that speaks another protocol are reported")
    func brokenTLS() async throws {
        let (error, _) = try await failure(.text("plain"), scheme: "https")
        #expect([.unreachable, .timedOut].contains(error.code), "\(error)")
        #expect(error.message.english.contains("127.0.0.1"))
    }
}
